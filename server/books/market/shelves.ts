import { sql } from 'kysely'
import type { listShelves } from '#contract/books/books.ts'
import { canonicalBranch } from '#contract/books/branches.ts'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import { maxBranchShelves } from '#contract/common/limits.ts'
import { maxBooksLookedAt, maxShelvedMatches } from '#server/books/limits.ts'
import {
  allOf,
  type Condition,
  conditionOf,
  hideFromPlanner,
  inBranch,
  isForSale,
} from '#server/books/search/conditions.ts'
import type { Filters } from '#server/books/search/filters.ts'
import { countOnly, findBooks } from '#server/books/search/find-books.ts'
import { orderIn } from '#server/books/search/list-queries.ts'
import { sortings } from '#server/books/search/sorting.ts'
import type { LookUp } from '#server/books/search/words/terms.ts'
import { findListedBooks, hasRecommendations, isOnMarketExcept } from '#server/books/views.ts'
import type { Db } from '#server/platform/database/database.ts'
import { compareBranches, countByBranch } from './branches.ts'

const shelfSize = 20

const bestsellerRating = 4

/** Explore's shelves, in order. `isMinimum` means that the branch has more books than `total`. */
type ShelvesOrder = {
  recommended: string[]
  bestsellers: string[]
  branches: { branch: string; total: number; isMinimum?: true; ids: string[] }[]
}

const size = sql.lit(shelfSize)
const isBestseller = sql`books.rating >= ${bestsellerRating}`
const byRating = sortings.rating.orderBy

async function orderAll(db: Db, filters: Filters): Promise<ShelvesOrder> {
  const totals = await countByBranch(db, filters)
  const names = totals.map(({ branch }) => branch)
  const isChosen = conditionOf(filters)
  const isVisible = isOnMarketExcept(filters.hiddenSellers)
  const { rows } = await sql<{
    recommended: string[]
    bestsellers: string[]
    newest: Record<string, string[]>
  }>`
    select
      array(select books.id from books where ${isChosen} and ${hasRecommendations}
        order by books.id desc limit ${size}) as recommended,
      array(select books.id from books where ${isChosen} and ${isBestseller}
        order by ${byRating} limit ${size}) as bestsellers,
      (select jsonb_object_agg(branch, array(
        select books.id from books
        where ${isVisible} and books.branch between shelf.branch and shelf.branch
        order by ${sortings.newest.orderInBranch} limit ${size}))
       from unnest(${names}::text[]) as shelf (branch)) as newest`.execute(db)
  const { recommended = [], bestsellers = [], newest } = rows[0] ?? {}
  const branches = totals.map((shelf) => ({ ...shelf, ids: newest?.[shelf.branch] ?? [] }))
  return { recommended, bestsellers, branches }
}

async function findShelvesOf(db: Db, condition: Condition): Promise<ShelvesOrder> {
  const { rows } = await sql<ShelvesOrder>`
    with found as materialized (select id, branch, rating from books where ${condition}),
    placed as (
      select id, branch, row_number() over (partition by branch order by id desc) as place,
        count(*) over (partition by branch) as total
      from found)
    select
      array(select books.id from found as books where ${hasRecommendations}
        order by books.id desc limit ${size}) as recommended,
      array(select books.id from found as books where ${isBestseller}
        order by ${byRating} limit ${size}) as bestsellers,
      (select coalesce(jsonb_agg(shelf), '[]') from (
        select branch, total, jsonb_agg(id order by place) as ids from placed where place <= ${size}
        group by branch, total
        order by total desc, branch
        limit ${sql.lit(maxBranchShelves)}) as shelf) as branches`.execute(db)
  return rows[0] ?? { recommended: [], bestsellers: [], branches: [] }
}

/**
 * The shelves of a search with very many matches: those among the first books in each shelf's
 * order. If a branch has more books, `total` is a minimum. The limit is in a subquery, because the
 * planner would sort the branch if it knew the number.
 */
async function findShelvesAmong(
  db: Db,
  filters: Filters,
  condition: Condition,
): Promise<ShelvesOrder> {
  const names = (await countByBranch(db, filters)).map(({ branch }) => branch)
  const { branch } = filters
  const newest = sql`${allOf([isForSale, ...inBranch(branch)])}
    order by ${orderIn(branch, sortings.newest)}`
  // Compared with =, so that the index by branch and rating supplies the order.
  const isInBranch =
    branch === undefined ? sql`true` : sql`books.branch = ${canonicalBranch(branch)}`
  const isFound = hideFromPlanner(condition)
  const [looked, lookedInBranch] = [sql.lit(maxShelvedMatches), sql.lit(maxBooksLookedAt)]
  const { rows } = await sql<ShelvesOrder>`
    select
      array(select books.id from (select * from books where ${newest} limit ${looked}) as books
        where ${isFound} and ${hasRecommendations}
        order by books.id desc limit ${size}) as recommended,
      array(select books.id from (select * from books where ${isForSale} and ${isInBranch} and ${isBestseller}
          order by ${byRating} limit ${looked}) as books
        where ${isFound} order by ${byRating} limit ${size}) as bestsellers,
      (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(shelf))), '[]') from (
        select shelf.branch, found.* from unnest(${names}::text[]) as shelf (branch), lateral (
          select count(*) filter (where fits) as total,
            case when count(*) = ${lookedInBranch} then true end as "isMinimum",
            (array_agg(id order by id desc) filter (where fits))[1:${size}] as ids
          from (select id, ${isFound} as fits from (
            select * from books
            where ${isForSale} and books.branch between shelf.branch and shelf.branch
            order by ${sortings.newest.orderInBranch}
            limit (select ${lookedInBranch})) as books) as newest) as found
        where total > 0) as shelf) as branches`.execute(db)
  return rows[0] ?? { recommended: [], bestsellers: [], branches: [] }
}

async function findShelvesBySearch(
  db: Db,
  filters: Filters,
  lookUp: LookUp | undefined,
): Promise<ShelvesOrder> {
  const request = { ...countOnly, lookUp }
  const { condition, isVeryMany } = await findBooks(db, filters, request)
  return isVeryMany ? findShelvesAmong(db, filters, condition) : findShelvesOf(db, condition)
}

/** Finds Explore's shelves. Only the cover of each book is included. */
export async function findShelves(
  db: Db,
  filters: Filters,
  lookUp?: LookUp,
): Promise<ResponseOf<typeof listShelves>> {
  const order = await orderShelves(db, filters, lookUp)
  const shelves = [order.recommended, order.bestsellers, ...order.branches.map(({ ids }) => ids)]
  const books = await findListedBooks(db, [...new Set(shelves.flat())])
  const byId = new Map(
    books.map((book) => [book._id, { ...book, images: book.images.slice(0, 1) }]),
  )
  const toBooks = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? [])
  return {
    recommended: toBooks(order.recommended),
    bestsellers: toBooks(order.bestsellers),
    branches: order.branches.map(({ ids, ...shelf }) => ({ ...shelf, books: toBooks(ids) })),
  }
}

export async function orderShelves(
  db: Db,
  filters: Filters,
  lookUp?: LookUp,
): Promise<ShelvesOrder> {
  const { recommended, bestsellers, branches } = filters.search
    ? await findShelvesBySearch(db, filters, lookUp)
    : await orderAll(db, filters)
  const sorted = branches.toSorted((a, b) => compareBranches(a.branch, b.branch))
  return { recommended, bestsellers, branches: sorted }
}
