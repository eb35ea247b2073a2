// Lists of books: the pages of the market, its shelves, and a seller's own books.
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { BookSort } from '#contract/books/book-forms.ts'
import type { Book, ShelfBook } from '#contract/books/books.ts'
import { branches as knownBranches } from '#contract/books/branches.ts'
import type { Page } from '#contract/common/endpoint.ts'
import { bestsellerRating } from '#contract/common/policy.ts'
import type { Filters } from '#server/books/search/filters.ts'
import {
  findMatches,
  listCondition,
  type Matches,
  matches,
  matchSteps,
  rankOf,
  withSimilarity,
} from '#server/books/search/search.ts'
import { sortingBy } from '#server/books/search/sorting.ts'
import { readSearch } from '#server/books/search/words.ts'
import { bookHasOpenOrder } from '#server/orders/status.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import {
  cursorId,
  type PageRequest,
  readCursor,
  rowLimit,
  toPage,
} from '#server/platform/http/paging.ts'
import { countByBranch } from './listed-counts.ts'
import { maxBranchShelves, maxListedBooks, shelfSize } from './policy.ts'
import { availabilityOf, ownerActions, reservationOf } from './rules.ts'
import {
  hasRecommendations,
  isListed,
  isRented,
  reservedUntil,
  selectBooks,
  toBook,
} from './views.ts'

/** One page of the market. The cursor keeps the match step of the first page. */
export async function listMarket(
  db: Kysely<Tables>,
  query: Filters & { sort?: BookSort | undefined } & PageRequest,
  found: Matches,
): Promise<Page<Book>> {
  const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor, 3)
  const step = matchSteps.find((name) => name === cursor?.[0]) ?? found.step
  const isRanked = step === 'exact' || step === 'near'
  const rank = isRanked ? rankOf(readSearch(query.search)) : sql<number>`0`
  const sorting = sortingBy(query.sort ?? (isRanked ? 'rank' : 'newest'), rank)
  const rows = await withSimilarity(db, step, (db) => {
    const books = selectBooks(db).select(rank.as('rank')).where(listCondition(query, step))
    return (cursor ? books.where(sorting.isAfter(cursor.slice(1))) : books)
      .orderBy(sorting.orderBy)
      .limit(rowLimit(query, maxListedBooks))
      .execute()
  })
  const page = toPage(rows, query, maxListedBooks, (row) => [step, ...sorting.positionOf(row)])
  return {
    rows: page.rows.map(toBook),
    next: page.next,
    total: found.total,
    isMinimum: found.isMinimum,
  }
}

const branchIndex = (branch: string) => {
  const index = (knownBranches as readonly string[]).indexOf(branch)
  return index < 0 ? knownBranches.length : index
}
const compareBranches = (a: string, b: string) =>
  branchIndex(a) - branchIndex(b) || a.localeCompare(b, 'en-IN')

/** `used` are the branches with books on the market; `branches` are these and all known ones. */
export async function listUsedBranches(db: Db): Promise<{ branches: string[]; used: string[] }> {
  // Jumps from branch to branch in the index: https://wiki.postgresql.org/wiki/Loose_indexscan
  const { rows } = await sql<{ branch: string }>`
    with recursive used (branch) as (
      (select books.branch from books join accounts on accounts.id = books.seller_id where ${isListed} order by books.branch limit 1)
      union all
      select (select books.branch from books join accounts on accounts.id = books.seller_id
        where ${isListed} and books.branch > used.branch order by books.branch limit 1)
      from used where used.branch is not null
    ) select branch from used where branch is not null`.execute(db)
  const used = rows.map(({ branch }) => branch).sort(compareBranches)
  return { branches: [...new Set([...knownBranches, ...used])], used }
}

/** Only with its cover: there are hundreds of books on one page. */
const toShelfBook = (row: Parameters<typeof toBook>[0]): ShelfBook => {
  const book = toBook(row)
  return { ...book, images: book.images.slice(0, 1) }
}

/** The branches of what was found, the one with most of it first. */
const countMatchesByBranch = (db: Db, condition: RawBuilder<SqlBool>) =>
  db
    .selectFrom('books')
    .innerJoin('accounts', 'accounts.id', 'books.seller_id')
    .select(['branch', sql<number>`count(*)::integer`.as('total')])
    .where(condition)
    .groupBy('branch')
    .orderBy('total', 'desc')
    .orderBy('branch')
    .execute()

export async function listMarketShelves(db: Kysely<Tables>, filters: Filters) {
  const { step } = filters.search ? await findMatches(db, filters) : { step: 'all' as const }
  const condition = listCondition(filters, step)
  return withSimilarity(db, step, async (db) => {
    const shelf = () => selectBooks(db).where(condition).limit(shelfSize)
    const recommended = await shelf()
      .where(hasRecommendations)
      .orderBy('books.id', 'desc')
      .execute()
    const bestsellers = await shelf()
      .where('books.rating', '>=', String(bestsellerRating))
      .orderBy('books.rating', 'desc')
      .orderBy('books.id', 'desc')
      .execute()
    const totals = (
      step === 'all' ? await countByBranch(db, filters) : await countMatchesByBranch(db, condition)
    ).slice(0, maxBranchShelves)
    const newestIds = sql<string>`(select newest.id from (values ${sql.join(totals.map(({ branch }) => sql`(${branch}::text)`))}) as shelf (branch)
      cross join lateral (select books.id from books join accounts on accounts.id = books.seller_id
        where ${condition} and books.branch = shelf.branch order by books.id desc limit ${shelfSize}) as newest)`
    const rows =
      totals.length === 0
        ? []
        : await selectBooks(db)
            .where('books.id', 'in', newestIds)
            .orderBy('books.id', 'desc')
            .execute()
    const books = Map.groupBy(rows.map(toShelfBook), ({ branch }) => branch)
    const branches = totals.map(({ branch, total }) => ({
      branch,
      total,
      books: books.get(branch) ?? [],
    }))
    branches.sort((a, b) => compareBranches(a.branch, b.branch))
    return {
      recommended: recommended.map(toShelfBook),
      bestsellers: bestsellers.map(toShelfBook),
      branches,
    }
  })
}

export async function findOwnBooks(
  db: Kysely<Tables>,
  sellerId: string,
  query: { search?: string | undefined } & PageRequest,
) {
  const isOwn = sql<boolean>`books.seller_id = ${sellerId} and books.deleted_at is null and ${matches(readSearch(query.search), 'exact')}`
  const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor, 1)
  const books = selectBooks(db)
    .select([
      isRented.as('rented'),
      reservedUntil.as('reserved_until'),
      bookHasOpenOrder.as('has_open_order'),
      'books.hidden_reason',
    ])
    .where(isOwn)
    .orderBy('books.id', 'desc')
    .limit(rowLimit(query, maxListedBooks))
  const rows = await (cursor ? books.where('books.id', '<', cursorId(cursor[0])) : books).execute()
  const { total } = await db
    .selectFrom('books')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where(isOwn)
    .executeTakeFirstOrThrow()
  const page = toPage(rows, query, maxListedBooks, (row) => [row.id])
  return {
    rows: page.rows.map((row) => ({
      ...toBook(row),
      availability: availabilityOf(row),
      ...reservationOf(row),
      hiddenReason: row.hidden_reason ?? undefined,
      can: ownerActions(row.has_open_order),
    })),
    next: page.next,
    total,
  }
}
