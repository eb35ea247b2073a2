// Converts the form of a new or changed book to columns, and limits new listings per day.
import type { BookUpdate, NewBook } from '#contract/books/book-forms.ts'
import { canonicalBranch } from '#contract/books/branches.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { toPaise } from '#contract/common/schemas.ts'
import { findAccount } from '#server/accounts/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ListedCopy } from '#server/pricing/predict.ts'
import { listingQuotas } from './limits.ts'
import { changedAmounts, isPredictedAgain, listingPrices, updatedPrices } from './rules.ts'
import type { OwnBook } from './store.ts'

const yearOf = (date: string) => Number(date.slice(0, 4))
const statedYear = ({ publication_year: year, publicationDate: date }: NewBook) =>
  year ?? (date === undefined ? undefined : yearOf(date))

/** Returns the copy to predict a price for; undefined for a new book or one without a year. */
export function newCopy(form: NewBook): ListedCopy | undefined {
  const { title, author, isbn, condition } = form
  const publicationYear = statedYear(form)
  if (form.bookType === 'new' || condition === undefined || publicationYear === undefined)
    return undefined
  const originalPrice = toPaise(form.original_price)
  return { title, author, isbn, condition, publicationYear, originalPrice }
}

/**
 * Returns the columns of a new listing with its prediction (paise). If the form has no year, the
 * listing gets the year of its date. Throws like `listingPrices`.
 */
export function newListing(form: NewBook, predicted: number | null) {
  return {
    title: form.title,
    author: form.author,
    book_type: form.bookType,
    branch: canonicalBranch(form.branch),
    genre: form.genre ?? null,
    description: form.description ?? null,
    isbn: form.isbn ?? null,
    shelf_code: form.shelfCode ?? null,
    condition: form.condition ?? (form.bookType === 'new' ? 'new' : 'good'),
    publication_date: form.publicationDate ?? null,
    publication_year: statedYear(form) ?? null,
    pages: form.pages ?? null,
    copies: form.copies ?? 1,
    open_to_exchange: form.openToExchange ?? false,
    reservation_hours: form.reservationHours ?? 2,
    ...listingPrices(form, predicted, statedYear(form)),
  }
}

type Clearable =
  | 'description'
  | 'isbn'
  | 'shelfCode'
  | 'publicationDate'
  | 'publication_year'
  | 'pages'

function yearForDate(date: string | null, book: OwnBook): number | null {
  if (date === null)
    return book.book_type === 'new' && book.publication_date !== null ? null : book.publication_year
  return date === book.publication_date ? (book.publication_year ?? yearOf(date)) : yearOf(date)
}

/**
 * Returns the details of a changed listing. Absent fields stay; empty ones are cleared if they may
 * be empty.
 */
export function changedDetails(book: OwnBook, change: BookUpdate) {
  const changed = <Name extends Clearable, Value>(name: Name, current: Value) =>
    Object.hasOwn(change, name) ? (change[name] ?? null) : current
  const publication_date = changed('publicationDate', book.publication_date)
  return {
    title: change.title ?? book.title,
    author: change.author ?? book.author,
    branch: change.branch === undefined ? book.branch : canonicalBranch(change.branch),
    condition: change.condition ?? book.condition,
    description: changed('description', book.description),
    isbn: changed('isbn', book.isbn),
    shelf_code: changed('shelfCode', book.shelf_code),
    publication_date,
    publication_year: changed('publication_year', yearForDate(publication_date, book)),
    pages: changed('pages', book.pages),
    open_to_exchange: change.openToExchange ?? book.open_to_exchange,
    reservation_hours: change.reservationHours ?? book.reservation_hours,
    ...changedAmounts(book, change),
  }
}

/** Returns the copy to predict a price for again; undefined if that isn't necessary. */
export function changedCopy(
  book: OwnBook,
  details: ReturnType<typeof changedDetails>,
): ListedCopy | undefined {
  const { title, author, condition, publication_year: publicationYear } = details
  if (publicationYear === null || !isPredictedAgain(book, details)) return undefined
  const isbn = details.isbn ?? undefined
  const originalPrice = details.original_price
  return { title, author, isbn, condition, publicationYear, originalPrice }
}

/** Returns the columns of a changed listing. `predicted` is in paise. */
export const updatedListing = (
  book: OwnBook,
  change: BookUpdate,
  details: ReturnType<typeof changedDetails>,
  predicted: number | null,
) => ({ ...details, ...updatedPrices(book, change, details, predicted) })

/**
 * Returns the seller's type, the account whose storage uploads count for, and the daily quota of
 * listings. Throws session_ended if the account was deleted.
 */
export async function findListingSeller(db: Db, accountId: string) {
  const sellerType = (await findAccount(db, accountId))?.seller_type
  if (!sellerType) throw new AppError('session_ended')
  const listingUse = { key: `listings ${accountId}`, quota: listingQuotas[sellerType] }
  return { sellerType, uploader: { accountId, kind: sellerType }, listingUse }
}
