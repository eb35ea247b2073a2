import { sql } from 'kysely'
import type { listShelves } from '#contract/books/books.ts'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import { maxBranchShelves } from '#contract/common/limits.ts'
import {
  allOf,
  conditionOf,
  hideFromPlanner,
  inBranch,
  isForSale,
} from '#server/books/search/conditions.ts'
import type { Filters } from '#server/books/search/filters.ts'
import { countOnly, findBooks } from '#server/books/search/find-books.ts'
import { orderIn, sortings } from '#server/books/search/sorting.ts'
import type { LookUp } from '#server/books/search/words/terms.ts'
import { findListedBooks, hasRecommendations, isOnMarketExcept } from '#server/books/views.ts'
import type { Db } from '#server/platform/database/database.ts'
import { compareBranches, countByBranch } from './branches.ts'

const shelfSize = 20

const bestsellerRating = 4

/** Explore's shelves, in order. If `isMinimum` is set, the branch has more books than `total`. */
type ShelvesOrder = {
  recommended: string[]
  bestsellers: string[]
  branches: { branch: string; total: number; isMinimum?: true; ids: string[] }[]
}

const size = sql.lit(shelfSize)
/**
 * Only this many of the newest books are searched, because otherwise a shelf with few matches would
 * read all books.
 */
const maxNewest = sql.lit(2000)
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
      array(select books.id from (select * from books where ${isChosen}
          order by ${orderIn(filters.branch, sortings.newest)} limit ${maxNewest}) as books
        where ${hasRecommendations} order by books.id desc limit ${size}) as recommended,
      array(select books.id from books where ${isChosen} and ${isBestseller}
        order by ${byRating} limit ${size}) as bestsellers,
      (select jsonb_object_agg(branch, array(
        select books.id from books
        where ${isVisible} and books.branch between shelf.branch and shelf.branch
        order by ${orderIn('', sortings.newest)} limit ${size}))
       from unnest(${names}::text[]) as shelf (branch)) as newest`.execute(db)
  const { recommended = [], bestsellers = [], newest } = rows[0] ?? {}
  const branches = totals.map((shelf) => ({ ...shelf, ids: newest?.[shelf.branch] ?? [] }))
  return { recommended, bestsellers, branches }
}

/**
 * Finds the shelves among the books that a search finds or, if there are too many, among the newest
 * of them.
 */
async function findShelvesBySearch(
  db: Db,
  filters: Filters,
  lookUp: LookUp | undefined,
): Promise<ShelvesOrder> {
  const { condition, isVeryMany } = await findBooks(db, filters, { ...countOnly, lookUp })
  const { branch } = filters
  const books = isVeryMany
    ? sql`(select * from books where ${allOf([isForSale, ...inBranch(branch)])}
        order by ${orderIn(branch, sortings.newest)} limit ${maxNewest}) as books
      where ${hideFromPlanner(condition)}`
    : sql`books where ${condition}`
  const { rows } = await sql<ShelvesOrder>`
    with found as materialized (select id, branch, rating from ${books}),
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
  const { branches = [], ...others } = rows[0] ?? { recommended: [], bestsellers: [] }
  return {
    ...others,
    branches: branches.map((shelf) => ({ ...shelf, ...(isVeryMany && { isMinimum: true }) })),
  }
}

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
