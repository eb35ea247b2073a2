import {
  addBook,
  deleteBook,
  listBooks,
  listBranches,
  listOwnBooks,
  listReviews,
  listShelves,
  listSimilarBooks,
  readBook,
  updateBook,
} from '#contract/books.ts'
import { branchName } from '#contract/branches.ts'
import { indianDate } from '#contract/dates.ts'
import { marketTopics } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import { lockPerson } from '#server/people/store.ts'
import { withPictures } from '#server/photos/keep-pictures.ts'
import { newId } from '#server/platform/ids.ts'
import type { Parts } from '#server/platform/parts.ts'
import type { Mount } from '#server/platform/route.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { factorOf, predictedPrice } from '#server/pricing/rules.ts'
import { findKeptFactors } from '#server/pricing/store.ts'
import { findDetail, findReviews, listNear } from './detail.ts'
import { changedListing, findLister, listingOf } from './listing.ts'
import { listMarket, listMarketShelves, listOwn, listUsedBranches } from './lists.ts'
import { recommendDue } from './recommend.ts'
import { imagesAfter, refuseCopies, refuseHeldCopies, refuseImageCount, refuseManyImages } from './rules.ts'
import { findReach } from './search.ts'
import { findOwnBook, insertBook, lockOwnBook, type OwnBook, refuseOpenOrders, removeBook, saveBook, saveCopies } from './store.ts'
import { selectBooks, toBook } from './views.ts'

/** How many seconds the answers that every visitor asks for may be old, when nothing here changed them. */
const fresh = 30
/** Searches and whole lists are dear, many and large: kept only while several people may be asking for the same. */
const brief = 5

export function bookRoutes(mount: Mount, parts: Parts): void {
  const { db, cache, jobs, now } = parts

  async function recommend() {
    const done = await recommendDue(db, now())
    if (done === 0) return
    parts.forget(['books'])
    jobs.soon('recommend books', recommend)
  }
  const recommendSoon = () => jobs.soon('recommend books', recommend)
  jobs.every(600, 'recommend books', recommend)

  const findOwn = async (id: string) => toBook(await selectBooks(db).where('books.id', '=', id).executeTakeFirstOrThrow())

  mount(listBooks, async (ask) => {
    const { cursor, limit, sort, ...filters } = ask
    const find = async () =>
      listMarket(db, ask, await cache.through(`reach ${JSON.stringify(filters)}`, marketTopics, fresh, () => findReach(db, filters)))
    if (cursor !== undefined) return find()
    // What the home page and the first look at a list ask for, and a list asked for whole; other pages are too many to keep.
    const common = !filters.search && filters.minPrice === undefined && filters.maxPrice === undefined
    const seconds = limit === undefined ? brief : common && limit <= 60 ? fresh : undefined
    return seconds === undefined ? find() : cache.through(`books ${JSON.stringify([limit, sort, filters])}`, marketTopics, seconds, find)
  })

  mount(listShelves, (filters) =>
    cache.through(`shelves ${JSON.stringify(filters)}`, marketTopics, filters.search ? brief : fresh, () => listMarketShelves(db, filters)),
  )

  mount(listBranches, () => cache.through('branches', marketTopics, fresh, () => listUsedBranches(db)))
  // What every visitor sees of a book is kept; who is signed in sees what they may do with it.
  const detail = (id: string, viewer: Viewer | undefined) => {
    const find = () => findDetail(db, id, viewer, indianDate(now()))
    return viewer ? find() : cache.through(`book ${id}`, marketTopics, fresh, find)
  }
  mount(readBook, ({ id }, { viewer }) => detail(id, viewer))
  // An address without an id is refused like one with a wrong id.
  mount({ ...readBook, path: '/books', alias: true }, ({ id }, { viewer }) => detail(id, viewer))
  mount(listSimilarBooks, ({ id }, { viewer }) =>
    viewer?.role === 'seller'
      ? listNear(db, id, viewer)
      : cache.through(`similar ${id}`, marketTopics, fresh, () => listNear(db, id, undefined)),
  )
  mount(listReviews, ({ id }) => cache.through(`reviews ${id}`, marketTopics, fresh, () => findReviews(db, id)))
  mount(listOwnBooks, (ask, { viewer }) => listOwn(db, viewer.personId, ask))

  mount(addBook, {
    make: async (form, { viewer, uploads, commit }) => {
      refuseImageCount(uploads.length)
      const factor = factorOf(await findKeptFactors(parts), branchName(form.branch))
      const listing = listingOf(form, (copy) => predictedPrice(copy, now(), factor))
      const { kind, refuseMany, uploader } = await findLister(parts, viewer.personId)
      refuseCopies(listing.copies, listing.book_type, kind)
      await refuseMany(db)
      const id = newId()
      await withPictures(parts, uploader, uploads, (images) =>
        commit(async (db) => {
          // Who leaves at this moment takes no book along that nobody could take off the market.
          if (!(await lockPerson(db, viewer.personId, 'seller'))) throw new Refusal('session_ended')
          await refuseMany(db)
          await insertBook(db, { ...listing, id, seller_id: viewer.personId, created_at: now() }, images)
          return { id }
        }),
      )
      recommendSoon()
      return id
    },
    read: async (id) => ({ message: '✅ Book Added Successfully!', book: await findOwn(id) }),
  })

  mount(updateBook, async (change, { viewer, uploads, commit }) => {
    refuseManyImages(uploads.length)
    const { kind, uploader } = await findLister(parts, viewer.personId)
    const factors = await findKeptFactors(parts)
    const changed = (book: OwnBook, added: string[]) => {
      const copies = change.copies ?? book.copies
      if (copies !== book.copies) {
        refuseCopies(copies, book.book_type, kind)
        refuseHeldCopies(copies, book)
      }
      return {
        copies,
        listing: changedListing(book, change, (copy, branch) => predictedPrice(copy, now(), factorOf(factors, branch))),
        images: imagesAfter(book.images, change.existingImages, added),
      }
    }
    // Before the pictures are worked on; asked again under the lock. Where all of the book's own pictures stay, those that
    // come may be some of them, sent once more: only then it can't be told yet how many there will be.
    const expected = change.existingImages === undefined ? [] : uploads.map((_, at) => `upload ${at}`)
    changed(await findOwnBook(db, change.id, viewer.personId), expected)
    await withPictures(parts, uploader, uploads, (added) =>
      commit(async (db) => {
        const book = await lockOwnBook(db, change.id, viewer.personId, change)
        const { listing, images, copies } = changed(book, added)
        await saveBook(db, book, listing, images, now())
        await saveCopies(db, book, copies)
      }),
    )
    recommendSoon()
    return { message: '✅ Book Updated Successfully!', book: await findOwn(change.id) }
  })

  mount(deleteBook, async ({ id }, { viewer, commit }) => {
    await commit(async (db) => {
      await lockOwnBook(db, id, viewer.personId)
      await refuseOpenOrders(db, id)
      await removeBook(db, id, now())
    })
    return { message: 'Book deleted.' }
  })
}
