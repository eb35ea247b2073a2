import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type ChosenBooks, maxChangedBooks } from '#contract/books/bulk-changes.ts'
import { AppError, type ErrorCode, errorCatalog } from '#contract/common/error-catalog.ts'
import { isOf, ownCondition } from '#server/books/manage/own-filters.ts'
import { arrayOf, type Db } from '#server/platform/database/database.ts'

const selectForChange = (db: Db, condition: RawBuilder<SqlBool>) =>
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

/** Locks the chosen books by id. Throws book_not_found if one isn't there, too_many_books. */
export async function lockChosen(
  db: Db,
  sellerId: string,
  { ids = [], found, except = [] }: ChosenBooks,
  now: Date,
): Promise<LockedBook[]> {
  if (!found) {
    const unique = [...new Set(ids)]
    const books = await lockByIds(db, sellerId, unique)
    if (books.length < unique.length) throw new AppError('book_not_found')
    return books
  }
  const fits = await ownCondition(db, sellerId, found, now)
  const condition = sql<SqlBool>`${fits} and books.id <> all(${arrayOf('uuid', except)})`
  const books = await selectForChange(db, condition)
    .limit(maxChangedBooks + 1)
    .execute()
  if (books.length > maxChangedBooks) throw new AppError('too_many_books')
  return books
}

/** Why books can't be changed, by book. */
export type Reasons = Map<Pick<LockedBook, 'id' | 'title'>, string>

const maxNamedTitles = 3

/** Throws an error that names the books, if there are reasons. `fields` has them by the book's id. */
export function refuse(
  reasons: Reasons,
  code: Extract<ErrorCode, 'books_refused' | 'books_changed'> = 'books_refused',
): void {
  const [reason] = reasons.values()
  if (reason === undefined) return
  const titles = [...reasons.keys()].map(({ title }) => `“${title}”`)
  const named = titles.slice(0, maxNamedTitles).join(', ')
  const more = titles.length - maxNamedTitles
  const names = more > 0 ? `${named} and ${more} more` : named
  const fields = Object.fromEntries([...reasons].map(([{ id }, text]) => [id, text]))
  throw new AppError(code, { message: `${names}: ${reason} ${errorCatalog[code][1]}`, fields })
}
