// Which of a seller's own books are found, and in which order.
import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type {
  OwnBookFilters,
  OwnBookSort,
  OwnBookState,
} from '#contract/books/manage/own-book-filters.ts'
import { allOf, type Condition, containsTerms, inBranch } from '#server/books/search/conditions.ts'
import { findRelaxed } from '#server/books/search/fewer-words.ts'
import { isEmpty, readSearch, type TypedWord } from '#server/books/search/words/read-search.ts'
import { findTerms, isUnknown } from '#server/books/search/words/terms.ts'
import { type Db, likePattern } from '#server/platform/database/database.ts'
import { cursorId, readCursor } from '#server/platform/http/paging.ts'

export type OwnFilters = z.output<typeof OwnBookFilters>

export const isOf = (sellerId: string) =>
  sql<SqlBool>`books.seller_id = ${sellerId} and books.deleted_at is null`

/** How many people have written about a book. */
export const chatCount = sql<number>`(select count(*)::integer from chats
  where chats.book_id = books.id and chats.message_count > 0)`

const isHidden = sql<SqlBool>`books.is_hidden`

const states: Record<OwnBookState, Condition> = {
  'for-sale': sql`not ${isHidden} and books.available > 0`,
  'sold-out': sql`not ${isHidden} and books.available = 0`,
  hidden: isHidden,
}

/** Part of an ISBN, as typed with spaces or hyphens. */
const isbnPart = /^\d[\d\s-]{2,15}[\dXx]$/

/** The condition that a book has all words. No word is left out, since bulk changes use it. */
async function hasWords(db: Db, words: readonly TypedWord[]): Promise<Condition> {
  const find = async (asked: readonly TypedWord[]) => {
    const terms = await findTerms(db, asked)
    const isFound = !terms.some(isUnknown)
    const condition = isFound ? containsTerms(terms, true) : sql<SqlBool>`false`
    return { terms, condition, total: isFound ? 1 : 0 }
  }
  const { terms, ...found } = await find(words)
  return (found.total > 0 ? found : ((await findRelaxed(db, terms, true, find)) ?? found)).condition
}

/** The condition that a seller's book is found in one of the ways, each of which has an index. */
async function matches(db: Db, sellerId: string, search: string): Promise<Condition> {
  const typed = readSearch(search)
  const ways: Condition[] = [sql`books.shelf_code ilike ${likePattern(search)}`]
  if (typed.isbn !== undefined) ways.push(sql`books.isbn = ${typed.isbn}`)
  else if (isbnPart.test(search))
    ways.push(sql`books.isbn like ${likePattern(search.replace(/[\s-]/g, ''))}`)
  if (!isEmpty(typed) && typed.isbn === undefined) ways.push(await hasWords(db, typed.words))
  const found = ways.map(
    (way) => sql`select books.id from books where ${isOf(sellerId)} and ${way}`,
  )
  return sql`books.id in (${sql.join(found, sql` union all `)})`
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)

/** The condition that a book is the seller's and fits the filters. It contains `books`. */
export async function ownCondition(
  db: Db,
  sellerId: string,
  { search, state, bookType, branch, withoutPhotos, minDays, maxDays }: OwnFilters,
  now: Date,
): Promise<Condition> {
  // Drafts may have a photo, but need more.
  const isWithoutPhotos = sql<SqlBool>`(books.needs_photos or not exists (
    select from book_photos where book_photos.book_id = books.id))`
  return allOf([
    isOf(sellerId),
    ...(search ? [await matches(db, sellerId, search)] : []),
    ...(state ? [states[state]] : []),
    ...(bookType ? [sql<SqlBool>`books.book_type = ${bookType}`] : []),
    ...inBranch(branch),
    ...(withoutPhotos === undefined
      ? []
      : [withoutPhotos ? isWithoutPhotos : sql<SqlBool>`not (${isWithoutPhotos})`]),
    ...(minDays === undefined
      ? []
      : [sql<SqlBool>`books.listed_at <= ${daysBefore(now, minDays)}`]),
    ...(maxDays === undefined ? [] : [sql<SqlBool>`books.listed_at > ${daysBefore(now, maxDays)}`]),
  ])
}

/** The columns to sort by before the id. Ids are in the order in which books were added. */
const sortKeys = {
  newest: sql`books.id`,
  listed: sql`books.listed_at`,
  title: sql`books.search_text collate "C"`,
  price: sql`books.price`,
  stock: sql`books.available`,
  chats: chatCount,
} as const

/**
 * The order of rows with `key` and `id`. `isAfter` is the condition that a row comes after the one
 * in the cursor.
 */
export function ownOrder(sort: OwnBookSort = 'newest', cursor: string | undefined) {
  const isDescending = sort === 'newest' || sort.startsWith('-')
  const key = sortKeys[sort.replace('-', '') as keyof typeof sortKeys]
  const [direction, compare] = isDescending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const last = readCursor(cursor, 1)
  const id = last && sql`${cursorId(last[0])}::uuid`
  return {
    key,
    orderBy: sql`key ${direction}, id ${direction}`,
    // The value is read from the last row, because a title would be too long for a cursor.
    isAfter: id
      ? sql<SqlBool>`(key, id) ${compare} (select ${key}, books.id from books where books.id = ${id})`
      : sql<SqlBool>`true`,
  }
}
