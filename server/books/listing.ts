// The row of a listing, from the form that makes it or the one that changes it; and how many there may be.
import type { BookUpdate, NewBook } from '#contract/book-forms.ts'
import { canonicalBranch } from '#contract/branches.ts'
import { AppError } from '#contract/errors.ts'
import { findPerson } from '#server/accounts/store.ts'
import { isbn13 } from '#server/books/search/words.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { enforceQuotaUntil, quotaWindowStart } from '#server/platform/limits/quotas.ts'
import { listingPrices, listingQuotas, type Predictable, updatedPrices } from './rules.ts'
import type { OwnBook } from './store.ts'

const yearOf = (date: string) => Number(date.slice(0, 4))

/** A new listing, whose year is that of its date where no year is given; `predict` gives paise. Refuses prices that break the rules. */
export function newListing(entered: NewBook, predict: (copy: Predictable) => number) {
  const {
    publicationDate: date,
    publication_year: year = date === undefined ? undefined : yearOf(date),
  } = entered
  const form = { ...entered, publication_year: year }
  return {
    title: form.title,
    author: form.author,
    book_type: form.bookType,
    branch: canonicalBranch(form.branch),
    genre: form.genre ?? null,
    description: form.description ?? null,
    isbn: form.isbn === undefined ? null : isbn13(form.isbn),
    condition: form.condition ?? ('good' as const),
    publication_date: form.publicationDate ?? null,
    publication_year: form.publication_year ?? null,
    pages: form.pages ?? null,
    copies: form.copies ?? 1,
    ...listingPrices(form, predict),
  }
}

type Clearable = 'description' | 'publicationDate' | 'publication_year' | 'pages'

/** The year that goes with a date: a new date brings its own, and a new book that loses its date loses its year too. */
function yearWith(date: string | null, book: OwnBook): number | null {
  if (date === null)
    return book.book_type === 'new' && book.publication_date !== null ? null : book.publication_year
  return date === book.publication_date ? (book.publication_year ?? yearOf(date)) : yearOf(date)
}

/**
 * What a change makes of a listing: an absent field stays, an empty one is cleared if it may be empty; the year goes with
 * a new date. `predict` gives paise.
 */
export function updatedListing(
  book: OwnBook,
  change: BookUpdate,
  predict: (copy: Predictable, branch: string) => number,
) {
  const given = <Name extends Clearable, Kept>(name: Name, kept: Kept) =>
    Object.hasOwn(change, name) ? (change[name] ?? null) : kept
  const publication_date = given('publicationDate', book.publication_date)
  const facts = {
    branch: change.branch === undefined ? book.branch : canonicalBranch(change.branch),
    condition: change.condition ?? book.condition,
    publication_year: given('publication_year', yearWith(publication_date, book)),
  }
  return {
    title: change.title ?? book.title,
    author: change.author ?? book.author,
    description: given('description', book.description),
    publication_date,
    pages: given('pages', book.pages),
    ...facts,
    ...updatedPrices(book, change, facts, (copy) => predict(copy, facts.branch)),
  }
}

/** Who lists a book: what kind of seller, under which quota of uploads, and what refuses one more listing in a day. */
export async function findListingSeller(
  { db, config, now }: Pick<AppContext, 'db' | 'config' | 'now'>,
  personId: string,
) {
  const kind = (await findPerson(db, personId))?.seller_type
  if (!kind) throw new AppError('session_ended')
  const quota = listingQuotas[kind]
  /** Asked while the seller is locked, it lets no two pass. */
  async function refuseMany(db: Db): Promise<void> {
    if (!config.rateLimit) return
    const listed = db.selectFrom('books').select('created_at').where('seller_id', '=', personId)
    const today = listed
      .where('created_at', '>', quotaWindowStart(quota, now()))
      .orderBy('created_at', 'desc')
    const freeing = await today
      .offset(quota.max - 1)
      .limit(1)
      .executeTakeFirst()
    enforceQuotaUntil(quota, freeing?.created_at, now())
  }
  return { kind, uploader: { personId, kind }, refuseMany }
}
