// Changes several of a seller's own books in one transaction: all or none.
import { canonicalBranch } from '#contract/books/branches.ts'
import {
  type BookChange,
  type changeManyBooks,
  maxAddedCopies,
} from '#contract/books/manage/bulk-changes.ts'
import type { ParsedInput } from '#contract/common/endpoint.ts'
import { AppError, errorCatalog, fieldError } from '#contract/common/error-catalog.ts'
import { formatNumber } from '#contract/common/numbers.ts'
import { rejectCopies } from '#server/books/rules.ts'
import { findBooksWithOpenOrders } from '#server/books/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ListedCopy } from '#server/pricing/predict.ts'
import { applyChanges, type Changed } from './apply-changes.ts'
import { type LockedBook, lockChosen, type Reasons, refuse } from './lock-books.ts'
import { changedPrice, needsPrediction, pricesWith } from './price-change.ts'

type Seller = { id: string; sellerType: string | null | undefined }
type PredictAll = (db: Db, copies: readonly ListedCopy[]) => Promise<number[]>

const copyOf = (book: LockedBook, originalPrice: number): ListedCopy => ({
  title: book.title,
  author: book.author,
  isbn: book.isbn ?? undefined,
  condition: book.condition,
  publicationYear: book.publication_year ?? 0,
  originalPrice,
})

async function changePrices(
  db: Db,
  books: readonly LockedBook[],
  change: Extract<BookChange, { kind: 'price' }>,
  predictAll: PredictAll,
): Promise<Changed[]> {
  const reasons: Reasons = new Map()
  const priced = books.flatMap((book) => {
    const amounts = changedPrice(book, change)
    if (!('reason' in amounts)) return [{ book, amounts }]
    reasons.set(book, amounts.reason)
    return []
  })
  const predicted = new Map<LockedBook, number>()
  const asked = priced.filter(({ book, amounts }) => needsPrediction(book, amounts))
  const predictions = await predictAll(
    db,
    asked.map(({ book, amounts }) => copyOf(book, amounts.original_price)),
  )
  for (const [at, { book }] of asked.entries()) predicted.set(book, predictions[at] ?? 0)
  const changed = priced.flatMap(({ book, amounts }) => {
    const after = pricesWith(book, amounts, predicted.get(book) ?? null)
    if ('reason' in after) {
      reasons.set(book, after.reason)
      return []
    }
    const { id, original_price, predicted_price, custom_price, price } = book
    const before = { original_price, predicted_price, custom_price, price }
    return [{ kind: 'price' as const, id, before, after }]
  })
  refuse(reasons)
  return changed.filter(({ before, after }) => before.price !== after.price)
}

/** `free` is how many copies of a book should be free. */
function changeStock(
  books: readonly LockedBook[],
  free: (book: LockedBook) => number,
  { sellerType }: Seller,
): Changed[] {
  const reasons: Reasons = new Map()
  let added = 0
  const changed = books.flatMap((book): Changed[] => {
    const copies = book.copies - book.available + free(book)
    try {
      if (free(book) < 0) throw new AppError('book_gone')
      if (copies > book.copies) rejectCopies(free(book), book.book_type, sellerType)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      reasons.set(book, error.message)
    }
    added += copies - book.copies
    return copies === book.copies
      ? []
      : [{ kind: 'stock', id: book.id, before: { copies: book.copies }, after: { copies } }]
  })
  refuse(reasons)
  if (added > maxAddedCopies)
    throw fieldError('change.to', `Add at most ${formatNumber(maxAddedCopies)} copies at once.`)
  return changed
}

async function rejectOpenOrders(db: Db, books: readonly LockedBook[]): Promise<void> {
  const busy = await findBooksWithOpenOrders(
    db,
    books.map(({ id }) => id),
  )
  const reason = errorCatalog.book_has_orders[1]
  refuse(new Map(books.filter(({ id }) => busy.has(id)).map((book) => [book, reason])))
}

/** Returns the books that the change makes different. Throws books_refused. */
async function changesOf(
  db: Db,
  books: readonly LockedBook[],
  change: BookChange,
  seller: Seller,
  predictAll: PredictAll,
): Promise<Changed[]> {
  switch (change.kind) {
    case 'price':
      return changePrices(db, books, change, predictAll)
    case 'stock':
      return changeStock(books, () => change.to, seller)
    case 'sold':
      return changeStock(books, (book) => book.available - 1, seller)
    case 'branch': {
      const after = { branch: canonicalBranch(change.branch) }
      const others = books.filter(({ branch }) => branch !== after.branch)
      return others.map(({ id, branch }) => ({ kind: 'branch', id, before: { branch }, after }))
    }
    case 'shelfCode': {
      const after = { shelf_code: change.shelfCode ?? null }
      const others = books.filter(({ shelf_code }) => shelf_code !== after.shelf_code)
      return others.map(({ id, shelf_code }) => ({
        kind: 'shelfCode',
        id,
        before: { shelf_code },
        after,
      }))
    }
    case 'hidden': {
      const after = { hidden_by_seller: change.isHidden }
      const others = books.filter((book) => book.hidden_by_seller !== change.isHidden)
      const before = { hidden_by_seller: !change.isHidden }
      return others.map(({ id }) => ({ kind: 'hidden', id, before, after }))
    }
    case 'deleted':
      await rejectOpenOrders(db, books)
      return books.map(({ id }) => ({ kind: 'deleted', id, before: {}, after: {} }))
  }
}

/**
 * Changes the chosen books. Returns those that are different now. Throws like `lockChosen` and
 * `changesOf`.
 */
export async function changeMany(
  db: Db,
  seller: Seller,
  { change, ...chosen }: ParsedInput<typeof changeManyBooks>,
  predictAll: PredictAll,
  now: Date,
): Promise<Changed[]> {
  const books = await lockChosen(db, seller.id, chosen, now)
  const changed = await changesOf(db, books, change, seller, predictAll)
  await applyChanges(db, books, changed, now)
  return changed
}
