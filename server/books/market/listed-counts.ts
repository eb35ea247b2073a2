// How many books are on the market: counted as they come and go, not by looking at each.
import { type SqlBool, sql } from 'kysely'
import { canonicalBranch } from '#contract/books/branches.ts'
import { maxListedCountRows } from '#server/books/policy.ts'
import type { Filters } from '#server/books/search/filters.ts'
import { filterTags } from '#server/books/search/words/tags.ts'
import { isOnMarketExcept } from '#server/books/views.ts'
import type { Db } from '#server/platform/database/database.ts'

type CountedFilters = Pick<Filters, 'branch' | 'bookType' | 'condition' | 'rentable'>

/** Whether the counts tell what these filters leave, with or without a search that says nothing. */
export const isCounted = (filters: Filters): boolean =>
  filters.minPrice === undefined &&
  filters.maxPrice === undefined &&
  filters.handOver === undefined &&
  filters.openToExchange === undefined &&
  filterTags(filters).length === 0

function chosenBy({ branch, bookType, condition, rentable }: CountedFilters) {
  const conditions = [sql<SqlBool>`true`]
  if (branch !== undefined) conditions.push(sql`branch = ${canonicalBranch(branch)}`)
  if (bookType !== undefined) conditions.push(sql`book_type = ${bookType}`)
  if (condition !== undefined) conditions.push(sql`condition = ${condition}`)
  if (rentable !== undefined) conditions.push(sql`is_rentable = ${rentable}`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

export async function countByBranch(
  db: Db,
  { hiddenSellers = [], ...filters }: CountedFilters & Pick<Filters, 'hiddenSellers'>,
): Promise<{ branch: string; total: number }[]> {
  // A viewer who blocked nobody has no hidden sellers: then nothing is to be taken off.
  const hidden =
    hiddenSellers.length === 0
      ? sql``
      : sql`union all
          select branch, -count(*) from books
          where ${isOnMarketExcept()} and seller_id in (${sql.join(hiddenSellers)}) and ${chosenBy(filters)}
          group by branch`
  const { rows } = await sql<{ branch: string; total: number }>`
    select branch, sum(count)::integer as total
    from (select branch, count from listed_counts where ${chosenBy(filters)} ${hidden})
      as counted (branch, count)
    group by branch having sum(count) > 0 order by total desc, branch`.execute(db)
  return rows
}

export const countListed = async (db: Db, filters: Filters): Promise<number> =>
  (await countByBranch(db, filters)).reduce((sum, { total }) => sum + total, 0)

/** Sums up the rows of each kind, once there are many. Several processes may do it at once. */
export async function sumUpListedCounts(db: Db): Promise<void> {
  await sql`
    with gone as (
      delete from listed_counts where (select count(*) from listed_counts) > ${maxListedCountRows}
      returning branch, book_type, condition, is_rentable, count)
    insert into listed_counts
    select branch, book_type, condition, is_rentable, sum(count)::integer
    from gone group by branch, book_type, condition, is_rentable having sum(count) <> 0`.execute(db)
}
