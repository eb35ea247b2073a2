import {
  addBook,
  deleteBook,
  listBooks,
  listBranches,
  listOwnBooks,
  listShelves,
  listSimilarBooks,
  readBook,
  updateBook,
} from '#contract/books.ts'
import type { Topic } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import { findPerson } from '#server/people/store.ts'
import { storePictures } from '#server/photos/store.ts'
import { transact } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Parts } from '#server/platform/parts.ts'
import type { Mount } from '#server/platform/route.ts'
import { predictedPrice } from '#server/pricing/store.ts'
import { findDetail, listNear } from './detail.ts'
import { changedListing, listingOf } from './listing.ts'
import { listMarket, listMarketShelves, listOwn, listUsedBranches } from './lists.ts'
import { imagesAfter, refuseCopies, refuseImageCount, refuseTooMany } from './rules.ts'
import { findReach } from './search.ts'
import { hasBook, insertBook, lockOwnBook, recommendDue, refuseOpenOrders, removeBook, saveBook, saveCopies } from './store.ts'
import { selectBooks, toBook } from './view.ts'

/** What the market shows depends on books, on their orders, and on whether their sellers are active. */
const shown: readonly Topic[] = ['books', 'orders', 'people']
/** How many seconds the answers that every visitor asks for may be old, when nothing here changed them. */
const fresh = 30

export function bookRoutes(mount: Mount, parts: Parts): void {
  const { db, cache, jobs, live, now } = parts

  async function recommend() {
    const done = await recommendDue(db, now())
    if (done === 0) return
    cache.drop(['books'])
    live.dropElsewhere(['books'])
    jobs.soon('recommend books', recommend)
  }
  const recommendSoon = () => jobs.soon('recommend books', recommend)
  jobs.every(600, 'recommend books', recommend)

  const findOwn = async (id: string) => toBook(await selectBooks(db).where('books.id', '=', id).executeTakeFirstOrThrow())

  mount(listBooks, async (ask) => {
    const { cursor, limit, sort, ...filters } = ask
    const about = JSON.stringify(filters)
    const find = async () => listMarket(db, ask, await cache.through(`reach ${about}`, shown, fresh, () => findReach(db, filters)))
    // What the home page and the first look at a list ask for; other answers are too many to keep.
    const common = cursor === undefined && !filters.search && filters.minPrice === undefined && filters.maxPrice === undefined
    return common && limit !== undefined && limit <= 60 ? cache.through(`books ${limit} ${sort} ${about}`, shown, fresh, find) : find()
  })

  mount(listShelves, async (filters) => {
    const find = () => listMarketShelves(db, filters)
    return filters.search ? find() : cache.through(`shelves ${filters.branch}`, shown, fresh, find)
  })

  mount(listBranches, () => cache.through('branches', shown, fresh, () => listUsedBranches(db)))
  mount(readBook, ({ id }, { viewer }) => findDetail(db, id, viewer))
  // An address without an id is refused like one with a wrong id.
  mount({ ...readBook, path: '/books' }, ({ id }, { viewer }) => findDetail(db, id, viewer))
  mount(listSimilarBooks, ({ id }, { viewer }) => listNear(db, id, viewer))
  mount(listOwnBooks, (ask, { viewer }) => listOwn(db, viewer.personId, ask))

  mount(addBook, async (form, { viewer, uploads }) => {
    refuseImageCount(uploads.length)
    const listing = listingOf(form, (copy) => predictedPrice(copy, now()))
    const seller = await findPerson(db, viewer.personId)
    refuseCopies(listing.copies, listing.book_type, seller?.seller_type)
    const images = await storePictures(parts, uploads)
    const id = newId()
    await transact(db, (db) => insertBook(db, { ...listing, id, seller_id: viewer.personId, created_at: now() }, images))
    recommendSoon()
    return { message: '✅ Book Added Successfully!', book: await findOwn(id) }
  })

  mount(updateBook, async (change, { viewer, uploads }) => {
    refuseTooMany(uploads.length)
    // Before the pictures are worked on; asked again under the lock.
    if (!(await hasBook(db, change.id, viewer.personId))) throw new Refusal('book_not_found')
    const seller = await findPerson(db, viewer.personId)
    const added = await storePictures(parts, uploads)
    await transact(db, async (db) => {
      const book = await lockOwnBook(db, change.id, viewer.personId)
      const copies = change.copies ?? book.copies
      if (copies !== book.copies) refuseCopies(copies, book.book_type, seller?.seller_type)
      await saveBook(db, book, changedListing(book, change), imagesAfter(book.images, change.existingImages, added), now())
      await saveCopies(db, book, copies)
    })
    recommendSoon()
    return { message: '✅ Book Updated Successfully!', book: await findOwn(change.id) }
  })

  mount(deleteBook, async ({ id }, { viewer }) => {
    await transact(db, async (db) => {
      await lockOwnBook(db, id, viewer.personId)
      await refuseOpenOrders(db, id)
      await removeBook(db, id, now())
    })
    return { message: 'Book deleted.' }
  })
}
