import { addBook, deleteBook, listOwnBooks, updateBook } from '#contract/books.ts'
import { canonicalBranch } from '#contract/branches.ts'
import { AppError } from '#contract/errors.ts'
import { lockPerson } from '#server/accounts/store.ts'
import { updateRecommendations } from '#server/books/recommend/recommend.ts'
import { withStoredPhotos } from '#server/photos/store-photos.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { factorOf, predictedPrice } from '#server/pricing/rules.ts'
import { findSavedFactors } from '#server/pricing/store.ts'
import { findListingSeller, newListing, updatedListing } from './listing.ts'
import { listOwn } from './lists.ts'
import { marketRoutes } from './market.ts'
import {
  imagesAfter,
  rejectCopies,
  rejectHeldCopies,
  rejectImageCount,
  rejectTooManyImages,
} from './rules.ts'
import {
  findOwnBook,
  insertBook,
  lockOwnBook,
  type OwnBook,
  rejectOpenOrders,
  removeBook,
  saveBook,
  saveCopies,
} from './store.ts'
import { selectBooks, toBook } from './views.ts'

/** What sellers do with their own books; `changed` hears of each that looks otherwise now. */
function sellerRoutes(mount: Mount, parts: AppContext, changed: () => void): void {
  const { db, now } = parts
  const findOwn = async (id: string) =>
    toBook(await selectBooks(db).where('books.id', '=', id).executeTakeFirstOrThrow())

  mount(listOwnBooks, (ask, { viewer }) => listOwn(db, viewer.personId, ask))

  mount(addBook, {
    create: async (form, { viewer, uploads, commit }) => {
      rejectImageCount(uploads.length)
      const factor = factorOf(await findSavedFactors(parts), canonicalBranch(form.branch))
      const listing = newListing(form, (copy) => predictedPrice(copy, now(), factor))
      const { kind, refuseMany, uploader } = await findListingSeller(parts, viewer.personId)
      rejectCopies(listing.copies, listing.book_type, kind)
      await refuseMany(db)
      const id = newId()
      await withStoredPhotos(parts, uploader, uploads, (images) =>
        commit(async (db) => {
          // Who leaves at this moment takes no book along that nobody could take off the market.
          if (!(await lockPerson(db, viewer.personId, 'seller')))
            throw new AppError('session_ended')
          await refuseMany(db)
          await insertBook(
            db,
            { ...listing, id, seller_id: viewer.personId, created_at: now() },
            images,
          )
          return { id }
        }),
      )
      changed()
      return id
    },
    read: async (id) => ({ message: '✅ Book Added Successfully!', book: await findOwn(id) }),
  })

  mount(updateBook, async (change, { viewer, uploads, commit }) => {
    rejectTooManyImages(uploads.length)
    const { kind, uploader } = await findListingSeller(parts, viewer.personId)
    const factors = await findSavedFactors(parts)
    const changedBook = (book: OwnBook, added: string[]) => {
      const copies = change.copies ?? book.copies
      if (copies !== book.copies) {
        rejectCopies(copies, book.book_type, kind)
        rejectHeldCopies(copies, book)
      }
      return {
        copies,
        listing: updatedListing(book, change, (copy, branch) =>
          predictedPrice(copy, now(), factorOf(factors, branch)),
        ),
        images: imagesAfter(book.images, change.existingImages, added),
      }
    }
    // Before the pictures are worked on; asked again under the lock. Where all of the book's own pictures stay, those that
    // come may be some of them, sent once more: only then it can't be told yet how many there will be.
    const expected =
      change.existingImages === undefined ? [] : uploads.map((_, at) => `upload ${at}`)
    changedBook(await findOwnBook(db, change.id, viewer.personId), expected)
    await withStoredPhotos(parts, uploader, uploads, (added) =>
      commit(async (db) => {
        const book = await lockOwnBook(db, change.id, viewer.personId, change)
        const { listing, images, copies } = changedBook(book, added)
        await saveBook(db, book, listing, images, now())
        await saveCopies(db, book, copies)
      }),
    )
    changed()
    return { message: '✅ Book Updated Successfully!', book: await findOwn(change.id) }
  })

  mount(deleteBook, async ({ id }, { viewer, commit }) => {
    await commit(async (db) => {
      await lockOwnBook(db, id, viewer.personId)
      await rejectOpenOrders(db, id)
      await removeBook(db, id, now())
    })
    return { message: 'Book deleted.' }
  })
}

export function bookRoutes(mount: Mount, parts: AppContext): void {
  const { db, jobs, now } = parts

  async function recommend() {
    const done = await updateRecommendations(db, now())
    if (done === 0) return
    parts.forget(['books'])
    jobs.soon('recommend books', recommend)
  }
  jobs.every(600, 'recommend books', recommend)

  marketRoutes(mount, parts)
  sellerRoutes(mount, parts, () => jobs.soon('recommend books', recommend))
}
