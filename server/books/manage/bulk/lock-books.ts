import { type Expression, type SqlBool, sql } from 'kysely'
import type { ChosenBooks } from '#contract/books/manage/bulk-changes.ts'
import { AppError, type ErrorCode, errorCatalog } from '#contract/common/error-catalog.ts'
import { maxChangedBooks } from '#contract/common/limits.ts'
import { formatCount, formatNumber } from '#contract/common/numbers.ts'
import { isOf, ownCondition } from '#server/books/manage/own-filters.ts'
import { arrayOf, type Db } from '#server/platform/database/database.ts'

const selectForChange = (db: Db, condition: Expression<SqlBool>) =>
  db
    .selectFrom('books')
    .select(['id', 'title', 'author', 'isbn', 'genre', 'description', 'branch', 'shelf_code'])
    .select(['book_type', 'condition', 'publication_year', 'copies', 'available'])
    .select(['original_price', 'predicted_price', 'custom_price', 'price', 'hidden_by_seller'])
    .select(['is_rentable', 'rent_price', 'rent_deposit', 'late_fee'])
    .where(condition)
    .orderBy('id')
    .forNoKeyUpdate()
export type LockedBook = Awaited<ReturnType<ReturnType<typeof selectForChange>['execute']>>[number]

/** Locks those of a seller's books by id. */
export const lockByIds = (db: Db, sellerId: string, ids: readonly string[]) =>
  selectForChange(
    db,
    sql<SqlBool>`${isOf(sellerId)} and books.id = any(${arrayOf('uuid', ids)})`,
  ).execute()

/**
 * Locks the chosen books by id. Throws book_not_found if none is there, books_refused if some
 * aren't, too_many_books, and other_books_found if the filters find more or fewer than expected.
 */
export async function lockChosen(
  db: Db,
  sellerId: string,
  { ids = [], found, expected, except = [] }: ChosenBooks,
  now: Date,
): Promise<LockedBook[]> {
  if (!found) {
    const books = await lockByIds(db, sellerId, ids)
    if (books.length === 0 && ids.length > 0) throw new AppError('book_not_found')
    refuse(missingOf(ids, books))
    return books
  }
  const fits = await ownCondition(db, sellerId, found, now)
  const books = await selectForChange(db, fits)
    .limit(maxChangedBooks + 1)
    .execute()
  if (books.length > maxChangedBooks) throw new AppError('too_many_books')
  if (books.length !== expected) throw new AppError('other_books_found')
  const excepted = new Set(except)
  return books.filter(({ id }) => !excepted.has(id))
}

/** Why books can't be changed, by book. Those that don't exist have no title. */
export type Reasons = Map<{ id: string; title?: string }, string>

/** Says of each id that is none of the books that its book doesn't exist. */
export function missingOf(ids: readonly string[], books: readonly LockedBook[]): Reasons {
  const there = new Set(books.map(({ id }) => id))
  const missing = [...new Set(ids)].filter((id) => !there.has(id))
  return new Map(missing.map((id) => [{ id }, 'This book no longer exists.']))
}

const maxNamedTitles = 3

/**
 * Throws an error if there are reasons. It names the books with the first reason, and counts the
 * others. `fields` has all reasons by the book's id.
 */
export function refuse(
  reasons: Reasons,
  code: Extract<ErrorCode, 'books_refused' | 'books_changed'> = 'books_refused',
): void {
  const [reason] = reasons.values()
  if (reason === undefined) return
  const books = [...reasons].flatMap(([book, text]) => (text === reason ? book : []))
  const titles = books.flatMap(({ title }) => (title === undefined ? [] : `“${title}”`))
  const named = titles.slice(0, maxNamedTitles).join(', ')
  const more = titles.length - maxNamedTitles
  const names = more > 0 ? `${named} and ${formatNumber(more)} more` : named
  const first =
    names === ''
      ? `${formatCount(books.length, 'book')} no longer ${books.length === 1 ? 'exists' : 'exist'}.`
      : `${names}: ${reason}`
  const others = reasons.size - books.length
  const rest = others > 0 ? ` And ${formatNumber(others)} more for other reasons.` : ''
  const fields = Object.fromEntries([...reasons].map(([{ id }, text]) => [id, text]))
  const message = `${first}${rest} ${errorCatalog[code][1]}`
  throw new AppError(code, { message, fields })
}
