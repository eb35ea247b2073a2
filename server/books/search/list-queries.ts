// Two ways to read a page of a list. Few books are found by an index and sorted. Many books are
// read in the order of an index until the page is full.
import { type Expression, sql } from 'kysely'
import { maxCountedMatches } from '#server/books/limits.ts'
import type { MapPoint } from '#server/places/places.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allOf, type Condition, hideFromPlanner, inBranch, isForSale } from './conditions.ts'
import { pointSql } from './filters.ts'
import { matchUnit, type Ranking, unranked } from './ranking.ts'
import { orderIn, type SortableRow, type Sorting, sortings } from './sorting.ts'

export type SortedPage = {
  sorting: Sorting
  after: readonly (string | number | null)[] | undefined
  limit: number
  /** Among equally good matches, the half nearest to this point comes first. */
  from?: MapPoint | undefined
  /** Whether to return only one book of each title, if there are few enough to be sorted. */
  isByTitle?: boolean | undefined
}

const rangesOf = ({ sorting, after }: SortedPage): Condition[] =>
  after === undefined ? [sql`true`] : sorting.rangesAfter(after)

export type Source = { condition: Condition; orderBy?: Expression<unknown> | undefined }

type FewOptions = { ranking?: Ranking | undefined; max?: number | undefined }

/**
 * Returns one row for each title, with the rank of its best book. Of books with the same text, only
 * the first is ranked.
 */
const firstOfEachTitle = (
  rank: (books: Expression<unknown>) => Expression<unknown>,
  { firstOfTitle = sql`price, id` }: Sorting,
) => sql`(
  select distinct on (title_key) id, price, rating, location, max(rank) over (partition by title_key) as rank
  from ${rank(sql`(select distinct on (title_key, search_text) * from found as books
    order by title_key, search_text, ${firstOfTitle})`)} as books
  order by title_key, ${firstOfTitle})`

/**
 * Doubles the match quality in the rank and adds 1 for the nearer half of equal matches, so
 * nearness weighs less than the match and more than the price.
 */
const nearerHalfFirst = (ranking: Ranking, from: MapPoint) => sql`(
  select id, price, rating, title_key, location, (match * 2 + (km is not null and share <= 0.5)::integer)::float8
    * ${sql.lit(matchUnit)} + rank % ${sql.lit(matchUnit)} as rank
  from (select *, percent_rank() over (partition by match order by km) as share from (
    select books.*, ranking.rank, ranking.rank / ${sql.lit(matchUnit)} as match,
      books.location <-> ${pointSql(from)} as km
    from found as books, ${ranking}) as placed) as shared)`

/**
 * Finds up to `max` books and sorts them. If there are more, sets `exceedsLimit` and returns no
 * rows.
 */
export async function readAndSort(
  db: Db,
  { condition, orderBy }: Source,
  page: SortedPage,
  { ranking = unranked, max = maxCountedMatches }: FewOptions = {},
): Promise<{ total: number; rows: SortableRow[]; exceedsLimit: boolean }> {
  const { sorting, from, isByTitle } = page
  const rank = (books: Expression<unknown>) =>
    from && sorting === sortings.rank
      ? nearerHalfFirst(ranking, from)
      : sql`(select books.*, ranking.rank from ${books} as books, ${ranking})`
  const [counted, shown] = isByTitle
    ? [sql`count(distinct title_key)`, firstOfEachTitle(rank, sorting)]
    : [sql`count(*)`, rank(sql`found`)]
  const { rows } = await sql<SortableRow & { books: number; total: number }>`
    with found as materialized (
      select id, price, rating, search_text collate "C" as search_text, title_key collate "C" as title_key,
        location from books where ${condition}
      ${orderBy ? sql`order by ${orderBy}` : sql``} limit ${sql.lit(max + 1)}),
    counts as (
      select count(*)::integer as books, ${counted}::integer as total from found)
    select counts.books, counts.total, page.* from counts
    left join lateral (
      select id, price, rating::float8, rank from ${shown} as books
      where counts.books <= ${sql.lit(max)} and (${sql.join(rangesOf(page), sql` or `)})
      order by ${page.sorting.orderBy} limit ${sql.lit(page.limit)}) as page on true`.execute(db)
  const { books = 0, total = 0 } = rows[0] ?? {}
  return { total, rows: rows.filter(({ id }) => id !== null), exceedsLimit: books > max }
}

/** A list with many books: the conditions that the index has, and those checked on each book. */
export type Many = {
  branch: string | undefined
  inIndex: readonly Condition[]
  filters: readonly Condition[]
}

/** Reads a page in the order of an index, because there are too many books to sort. */
export async function readInIndexOrder(
  db: Db,
  { branch, inIndex, filters }: Many,
  page: SortedPage,
): Promise<SortableRow[]> {
  if (page.limit <= 0) return []
  const order = page.sorting.indexOrder ?? orderIn(branch, page.sorting)
  const limit = sql.lit(page.limit)
  const fits = [...inBranch(branch), ...inIndex, hideFromPlanner(allOf(filters))]
  const parts = rangesOf(page).map(
    (range) => sql`(select id, price, rating, location from books
      where ${allOf([isForSale, range, ...fits])} order by ${order}
      fetch first ${limit} rows with ties)`,
  )
  const { rows } = await sql<SortableRow>`
    select id, price, rating::float8, 0 as rank from (${sql.join(parts, sql` union all `)}) as books
    order by ${page.sorting.orderBy} limit ${limit}`.execute(db)
  return rows
}
