import { sql } from 'kysely'
import type { Title } from '#contract/books/titles.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { maxListedBooks } from '#server/books/limits.ts'
import { visibleTo } from '#server/books/market/detail.ts'
import type { BookOrder } from '#server/books/market/lists.ts'
import { startOf } from '#server/books/search/filters.ts'
import { readAndSort } from '#server/books/search/list-queries.ts'
import { nearest, sortings } from '#server/books/search/sorting.ts'
import {
  type BookRow,
  isOnMarketExcept,
  isVisible,
  selectBooks,
  toBook,
} from '#server/books/views.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type PageRequest, readCursor, rowLimit, toPage } from '#server/platform/http/paging.ts'
import { findOffered } from './listed-copies.ts'
import { type Edition, findEdition } from './used-prices.ts'

type Facts = { genre: string | null; pages: number | null; publication_year: number | null }

/** Finds each fact in the first listing that has it. */
async function findFacts(db: Db, titleKey: string, hiddenSellers: readonly string[]) {
  const first = (column: keyof Facts) =>
    sql`(array_agg(${sql.ref(column)} order by id) filter (where ${sql.ref(column)} is not null))[1]
      as ${sql.ref(column)}`
  const { rows } = await sql<Facts>`
    select ${sql.join([first('genre'), first('pages'), first('publication_year')])}
    from books where title_key = ${titleKey} and ${isOnMarketExcept(hiddenSellers)}`.execute(db)
  return rows[0]
}

/**
 * Finds a title's first listing on the market, or else its first sold one, so that shared links
 * still work. Throws title_not_found.
 */
export async function findFirst(db: Db, id: string): Promise<BookRow & { title_key: string }> {
  const row = await selectBooks(db)
    .select('books.title_key')
    .where(sql<boolean>`title_id(books.title_key) = ${id}`)
    .where(visibleTo(undefined))
    .orderBy(isVisible, 'desc')
    .orderBy('books.id')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw new AppError('title_not_found')
  return row
}

/** Finds a title, with the name that its first listing has. Throws title_not_found. */
export async function findTitle(
  db: Db,
  id: string,
  hiddenSellers: readonly string[],
): Promise<{ row: BookRow; title: Title; edition: Edition | undefined }> {
  const row = await findFirst(db, id)
  const { title, author, branch, isbn, images, ratings, ...own } = toBook(row)
  const [offered, facts, edition] = await Promise.all([
    findOffered(db, row.title_key, hiddenSellers),
    findFacts(db, row.title_key, hiddenSellers),
    findEdition(db, row.title_key, hiddenSellers),
  ])
  return {
    row,
    title: {
      _id: id,
      title,
      author,
      branch,
      genre: facts?.genre ?? own.genre,
      isbn,
      pages: facts?.pages ?? own.pages,
      publication_year: facts?.publication_year ?? own.publication_year,
      image: images[0],
      ratings,
      ...(offered ?? { copies: 0 }),
      book: row.id,
    },
    edition,
  }
}

type CopiesRequest = PageRequest & { near?: string | undefined; sort?: string | undefined }

/**
 * Returns a page of the ids of a title's books on the market. Throws a field error for an unknown
 * place or cursor.
 */
export async function orderCopies(
  db: Db,
  titleKey: string,
  request: CopiesRequest,
  hiddenSellers: readonly string[],
): Promise<BookOrder> {
  const condition = sql<boolean>`books.title_key = ${titleKey} and ${isOnMarketExcept(hiddenSellers)}`
  const sorting = request.sort === 'near' ? nearest(startOf(request)) : sortings.price
  const after = readCursor(request.cursor, 2)
  const page = { sorting, after, limit: rowLimit(request, maxListedBooks) }
  const found = await readAndSort(db, { condition }, page, { max: maxListedBooks })
  const { rows, next } = toPage(found.rows, request, maxListedBooks, sorting.positionOf)
  return {
    ids: rows.map(({ id }) => id),
    position: { next, total: found.total },
  }
}
