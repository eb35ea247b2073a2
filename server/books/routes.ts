import {
  addBook,
  deleteBook,
  listOwnBooks,
  listOwnBranches,
  readOwnBook,
  updateBook,
} from '#contract/books/books.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { lockAccount } from '#server/accounts/store.ts'
import { csvRoutes } from '#server/books/csv/routes.ts'
import { marketRoutes } from '#server/books/market/routes.ts'
import { type Commit, updateRecommendations } from '#server/books/recommend/recommend.ts'
import { sumUpSearchWords } from '#server/books/search/words/terms.ts'
import { withStoredPhotos } from '#server/photos/store-photos.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { Versioned } from '#server/platform/http/versions.ts'
import { checkQuota, countUse } from '#server/platform/limits/quotas.ts'
import { createPredictor } from '#server/pricing/predict.ts'
import { saveCopies } from './copies.ts'
import {
  changedCopy,
  changedDetails,
  findListingSeller,
  newCopy,
  newListing,
  updatedListing,
} from './listing.ts'
import { bulkRoutes } from './manage/bulk/routes.ts'
import { findOwnBooks, findOwnBranches, findOwnListing } from './manage/own-books.ts'
import { imagesAfter, rejectCopies, rejectImageCount, rejectTooManyImages } from './rules.ts'
import {
  deleteBooks,
  findBooksWithOpenOrders,
  insertBooks,
  lockOwnBook,
  saveBook,
} from './store.ts'
import { selectBooks, toBook } from './views.ts'

const sumUpCountsSeconds = 60

const recommendJobSeconds = 600

async function findBook({ db }: AppContext, id: string) {
  const row = await selectBooks(db)
    .select(['books.version', 'books.needs_photos'])
    .where('books.id', '=', id)
    .executeTakeFirstOrThrow()
  const book = { ...toBook(row), needsPhotos: row.needs_photos || undefined }
  return { book, version: row.version }
}

/**
 * Callbacks of other features for changed books. `checkRing` checks whether the seller's ring is
 * still possible; `passReservationsOn` ends reservations that no longer fit.
 */
type Others = {
  checkRing: (accountId: string) => void
  passReservationsOn: (bookIds: readonly string[]) => Promise<void>
}

function mountAddBook(mount: Mount, context: AppContext, onChange: () => void): void {
  const { db, config, now } = context
  mount(addBook, {
    create: async (form, { viewer, uploads, commit }) => {
      rejectImageCount(uploads.length)
      const predict = await createPredictor(context, viewer.accountId)
      const copy = newCopy(form)
      const listing = newListing(form, copy ? await predict(db, copy) : null)
      const seller = await findListingSeller(db, viewer.accountId)
      rejectCopies(listing.copies, listing.book_type, seller.sellerType)
      // The quota is checked before the pictures are processed, and again under the lock.
      if (config.rateLimit) await checkQuota(db, seller.listingUse, now())
      const id = newId()
      await withStoredPhotos(context, seller.uploader, uploads, (images) =>
        commit(async (db) => {
          // The account may have been deleted in the meantime, and must not leave a book on the
          // market.
          if (!(await lockAccount(db, viewer.accountId, 'seller')))
            throw new AppError('session_ended')
          if (config.rateLimit) await countUse(db, seller.listingUse, now())
          const book = { ...listing, id, seller_id: viewer.accountId, created_at: now() }
          await insertBooks(db, [{ book, hashes: images }])
          return { id }
        }),
      )
      onChange()
      return id
    },
    read: async (id) => ({
      message: '✅ Book Added Successfully!',
      book: (await findBook(context, id)).book,
    }),
  })
}

function mountUpdateBook(
  mount: Mount,
  context: AppContext,
  { passReservationsOn }: Pick<Others, 'passReservationsOn'>,
  onChange: (sellerId: string, needsRecommendations: boolean) => void,
): void {
  const { db, now } = context
  mount(updateBook, async (change, { viewer, uploads, commit, expected }) => {
    rejectTooManyImages(uploads.length)
    const { sellerType, uploader } = await findListingSeller(db, viewer.accountId)
    const predict = await createPredictor(context, viewer.accountId)
    const needsRecommendations = await withStoredPhotos(context, uploader, uploads, (added) =>
      commit(async (db) => {
        const book = await lockOwnBook(db, change.id, viewer.accountId, change, expected)
        const copies = change.copies ?? book.copies
        const held = book.copies - book.available
        if (copies > book.copies) rejectCopies(copies - held, book.book_type, sellerType)
        const images = imagesAfter(book.images, change.existingImages, added)
        const details = changedDetails(book, change)
        const copy = changedCopy(book, details)
        const predicted = copy ? await predict(db, copy) : null
        const listing = updatedListing(book, change, details, predicted)
        const needsRecommendations = await saveBook(db, book, listing, images, now())
        await saveCopies(db, book, copies)
        return needsRecommendations
      }),
    )
    await passReservationsOn([change.id])
    onChange(viewer.accountId, needsRecommendations)
    const { book, version } = await findBook(context, change.id)
    return new Versioned({ message: '✅ Book Updated Successfully!', book }, version)
  })
}

export function bookRoutes(mount: Mount, context: AppContext, others: Others): void {
  const { checkRing, passReservationsOn } = others
  const { db, jobs, now } = context

  async function recommend() {
    const commit: Commit = (work) => commitChanges(context, ['books'], work)
    const updated = await updateRecommendations(db, now(), commit)
    if (updated === 0) return
    jobs.soon('recommend books', recommend)
  }
  jobs.every(sumUpCountsSeconds, 'sum up the words of books', () => sumUpSearchWords(db))
  const recommendSoon = () => jobs.soon('recommend books', recommend)
  jobs.every(recommendJobSeconds, 'recommend books', recommend)

  marketRoutes(mount, context)
  mount(listOwnBooks, (query, { viewer }) => findOwnBooks(context, viewer, query))
  mount(listOwnBranches, (_, { viewer }) => findOwnBranches(db, viewer.accountId))
  mount(readOwnBook, ({ id }, { viewer }) => findOwnListing(context, viewer, id))
  mountAddBook(mount, context, recommendSoon)
  csvRoutes(mount, context)
  bulkRoutes(mount, context, async (sellerId, changedIds) => {
    await passReservationsOn(changedIds)
    checkRing(sellerId)
    recommendSoon()
  })
  mountUpdateBook(mount, context, others, (sellerId, needsRecommendations) => {
    checkRing(sellerId)
    if (needsRecommendations) recommendSoon()
  })
  mount(deleteBook, async ({ id }, { viewer, commit }) => {
    await commit(async (db) => {
      await lockOwnBook(db, id, viewer.accountId)
      if ((await findBooksWithOpenOrders(db, [id])).has(id)) throw new AppError('book_has_orders')
      await deleteBooks(db, [id], now())
    })
    await passReservationsOn([id])
    checkRing(viewer.accountId)
    return { message: 'Book deleted.' }
  })
}
