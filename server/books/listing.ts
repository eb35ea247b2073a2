// Makes a listing's columns from the form that adds or changes a book, and limits listings a day.
import type { BookUpdate, NewBook } from '#contract/books/book-forms.ts'
import { canonicalBranch } from '#contract/books/branches.ts'
import { isbn13 } from '#contract/books/title-key.ts'
import { AppError } from '#contract/common/errors.ts'
import { findAccount } from '#server/accounts/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { enforceQuotaUntil, quotaWindowStart } from '#server/platform/limits/quotas.ts'
import type { TitleQuestion } from '#server/pricing/title-store.ts'
import { listingQuotas } from './policy.ts'
import { listingPrices, type PredictionInput, updatedPrices } from './rules.ts'
import type { OwnBook } from './store.ts'

/** What a copy listed in a branch should sell for, in paise. */
type Predict = (copy: PredictionInput, branch: string) => number

const yearOf = (date: string) => Number(date.slice(0, 4))
const statedYear = ({ publication_year: year, publicationDate: date }: NewBook) =>
  year ?? (date === undefined ? undefined : yearOf(date))

/** By what a new listing's title is known, for its prediction. */
export const questionOf = (form: NewBook): TitleQuestion => ({
  title: form.title,
  author: form.author,
  isbn: form.isbn,
  publicationYear: statedYear(form),
})

/** The same of a changed listing. */
export const changedQuestion = (book: OwnBook, change: BookUpdate): TitleQuestion => ({
  title: change.title ?? book.title,
  author: change.author ?? book.author,
  isbn: book.isbn ?? undefined,
  publicationYear: change.publication_year ?? book.publication_year ?? undefined,
})

/**
 * The columns of a new listing; without a year it takes that of its date. `predict` returns paise.
 * Throws where the prices break a rule.
 */
export function newListing(input: NewBook, predict: Predict) {
  const form = { ...input, publication_year: statedYear(input) }
  const branch = canonicalBranch(form.branch)
  return {
    title: form.title,
    author: form.author,
    book_type: form.bookType,
    branch,
    genre: form.genre ?? null,
    description: form.description ?? null,
    isbn: form.isbn === undefined ? null : isbn13(form.isbn),
    condition: form.condition ?? ('good' as const),
    publication_date: form.publicationDate ?? null,
    publication_year: form.publication_year ?? null,
    pages: form.pages ?? null,
    copies: form.copies ?? 1,
    ...listingPrices(form, (copy) => predict(copy, branch)),
  }
}

type Clearable = 'description' | 'publicationDate' | 'publication_year' | 'pages'

function yearForDate(date: string | null, book: OwnBook): number | null {
  if (date === null)
    return book.book_type === 'new' && book.publication_date !== null ? null : book.publication_year
  return date === book.publication_date ? (book.publication_year ?? yearOf(date)) : yearOf(date)
}

/**
 * The columns of a changed listing: an absent field stays as it is, an empty one is cleared where
 * that is allowed. `predict` returns paise.
 */
export function updatedListing(book: OwnBook, change: BookUpdate, predict: Predict) {
  const changed = <Name extends Clearable, Value>(name: Name, current: Value) =>
    Object.hasOwn(change, name) ? (change[name] ?? null) : current
  const publication_date = changed('publicationDate', book.publication_date)
  const details = {
    title: change.title ?? book.title,
    author: change.author ?? book.author,
    branch: change.branch === undefined ? book.branch : canonicalBranch(change.branch),
    condition: change.condition ?? book.condition,
    publication_year: changed('publication_year', yearForDate(publication_date, book)),
  }
  return {
    description: changed('description', book.description),
    publication_date,
    pages: changed('pages', book.pages),
    ...details,
    ...updatedPrices(book, change, details, (copy) => predict(copy, details.branch)),
  }
}

/**
 * The seller's type, the owner of their uploads, and a check of their daily quota; throws
 * session_ended where the account is gone.
 */
export async function findListingSeller(
  { db, config, now }: Pick<AppContext, 'db' | 'config' | 'now'>,
  accountId: string,
) {
  const sellerType = (await findAccount(db, accountId))?.seller_type
  if (!sellerType) throw new AppError('session_ended')
  const quota = listingQuotas[sellerType]
  /** Exact only while the seller is locked. */
  async function enforceListingQuota(db: Db): Promise<void> {
    if (!config.rateLimit) return
    const oldestCounted = await db
      .selectFrom('books')
      .select('created_at')
      .where('seller_id', '=', accountId)
      .where('created_at', '>', quotaWindowStart(quota, now()))
      .orderBy('created_at', 'desc')
      .offset(quota.max - 1)
      .limit(1)
      .executeTakeFirst()
    enforceQuotaUntil(quota, oldestCounted?.created_at, now())
  }
  return { sellerType, uploader: { accountId, kind: sellerType }, enforceListingQuota }
}
