// Lists by where books are: within some kilometres, of a city, or the nearest first. All else about
// them is found as in other lists.
import { type SqlBool, sql } from 'kysely'
import { fieldError } from '#contract/common/errors.ts'
import { maxCountedMatches } from '#server/books/policy.ts'
import { cityKeysOf, type MapPoint, pointOf } from '#server/places/places.ts'
import type { Db } from '#server/platform/database/database.ts'
import { cursorId } from '#server/platform/http/paging.ts'
import { allOf, type Condition, containsAll, isMarketed, unplanned } from './conditions.ts'
import type { ListQuery, PlacedQuery } from './filters.ts'
import { rankOf } from './ranking.ts'
import { readFew, type SortedPage, type Source } from './read-books.ts'
import { readSearch } from './read-search.ts'
import { type FoundBooks, findBooks, type PageQuery } from './search.ts'
import { type SortableRow, type Sorting, sortings } from './sorting.ts'
import { conditionOf, readInOrder } from './sources.ts'

export const isByPlace = ({ near, within, city, sort }: PlacedQuery): boolean =>
  sort === 'near' || city !== undefined || (near !== undefined && within !== undefined)

export const pointSql = ({ x, y }: MapPoint) => sql`point(${x}::float8, ${y}::float8)`

/** Throws a field error where `near` is missing or isn't known to a few kilometres. */
export function startOf({ near }: Pick<PlacedQuery, 'near'>): MapPoint {
  const point = near === undefined ? undefined : pointOf(near)
  if (point) return point
  throw fieldError(
    'near',
    near === undefined ? 'Say where you are.' : 'We don’t know where that is.',
  )
}

/** The order of an index makes the planner use it; of two cities of the same name it has none. */
function cityFilter(city: string): Source {
  const [key, ...others] = cityKeysOf(city)
  if (key === undefined) return { condition: sql`false` }
  return others.length === 0
    ? {
        condition: sql`books.city between ${key} and ${key}`,
        orderBy: sql`books.city, books.id desc`,
      }
    : { condition: sql`books.city = any(${[key, ...others]}::text[])` }
}

function placeFilter(query: PlacedQuery): Source | undefined {
  const { near, within, city } = query
  const isIn = city === undefined ? undefined : cityFilter(city)
  if (near === undefined || within === undefined) return isIn
  const isNear = sql<SqlBool>`books.location <@ circle(${pointSql(startOf(query))}, ${within}::float8)`
  return { condition: isIn ? sql`${isIn.condition} and ${isNear}` : isNear }
}

/** The nearest first; books without a point come last. A cursor keeps the last book. */
export function nearest(start: MapPoint): Sorting {
  // Looked up by id, so that it can be asked of what few books were found.
  const km = (id: ReturnType<typeof sql>) =>
    sql`(select located.location <-> ${pointSql(start)} from books as located where located.id = ${id})`
  const orderBy = sql`${km(sql`books.id`)} nulls last, books.id desc`
  return {
    orderBy,
    orderInBranch: orderBy,
    firstOfTitle: orderBy,
    positionOf: ({ id }) => [null, id],
    rangesAfter: ([, after]) => {
      const id = sql`${cursorId(after)}::uuid`
      const [here, there] = [km(sql`books.id`), km(id)]
      return [
        sql`${here} > ${there}`,
        sql`${here} is not distinct from ${there} and books.id < ${id}`,
        sql`${here} is null and ${there} is not null`,
      ]
    },
  }
}

/**
 * Of very many books: the distance of the last book of the page by the index, then all up to there,
 * as very many may be at the same place.
 */
async function readNearest(
  db: Db,
  start: MapPoint,
  page: SortedPage,
  filters: Condition[],
): Promise<SortableRow[]> {
  const km = sql`(books.location <-> ${pointSql(start)})`
  const [, last] = page.after ?? []
  const found = sql`${isMarketed} and books.location is not null and ${unplanned(allOf(filters))}`
  const id = last === undefined ? undefined : sql`${cursorId(last)}::uuid`
  const lastKm = sql`(select located.location <-> ${pointSql(start)} from books as located where located.id = ${id})`
  const after =
    id === undefined
      ? sql`true`
      : sql`(${km} > ${lastKm} or (${km} = ${lastKm} and books.id < ${id}))`
  const { rows } = await sql<SortableRow>`
    with edge as materialized (
      select max(km) as km from (
        select ${km} as km from books where ${found} and ${after} order by ${km} limit ${sql.lit(page.limit)}) as nearest)
    select id, price, rating::float8, 0 as rank from books
    where ${found} and ${after} and books.location <@ (select circle(${pointSql(start)}, edge.km + 0.001) from edge)
    order by ${km}, books.id desc limit ${sql.lit(page.limit)}`.execute(db)
  return rows
}

/** One page of a list by place. The nearest of very many end with those that have a point. */
export async function findNearby(
  db: Db,
  query: PlacedQuery,
  request: PageQuery,
): Promise<FoundBooks> {
  const { near: _, within: __, city: ___, sort, ...others } = query
  const start = sort === 'near' ? startOf(query) : undefined
  const chosen: ListQuery = { ...others, ...(sort !== undefined && sort !== 'near' && { sort }) }
  const search = query.search ? readSearch(query.search) : undefined
  const place = placeFilter(query)
  const anywhere = await findBooks(db, chosen, { limit: 1, after: undefined, step: undefined })
  const isThere = place?.condition ?? sql<SqlBool>`true`
  const words = search ? [containsAll(search)] : []
  const isSearch = search !== undefined && !anywhere.isMinimum
  // Few have the words, or the place chooses them and the others are looked for among those.
  const source: Source =
    isSearch || !place
      ? { condition: allOf([anywhere.condition, isThere]) }
      : { ...place, condition: allOf([isMarketed, isThere, unplanned(conditionOf(chosen, words))]) }
  const { condition } = source
  const sorting = start ? nearest(start) : undefined
  const isCounted = place !== undefined || anywhere.total <= maxCountedMatches
  if (request.step !== 'broad' && isCounted && !(anywhere.isMinimum && !place)) {
    const page = {
      ...request,
      sorting: sorting ?? sortings[chosen.sort ?? (search ? 'rank' : 'newest')],
    }
    const { areTooMany, ...found } = await readFew(db, source, page, {
      ...(search && { rank: rankOf(search.words, search.fillers, false) }),
    })
    const step = 'exact' as const
    if (!areTooMany)
      return {
        step,
        sorting: page.sorting,
        ...found,
        condition,
        isMinimum: false,
        areVeryMany: false,
      }
  }
  const page = { ...request, sorting: sorting ?? sortings[chosen.sort ?? 'newest'] }
  const rows = start
    ? await readNearest(db, start, page, [conditionOf(chosen, words), isThere])
    : await readInOrder(db, chosen, page, [...words, isThere])
  const total = { total: maxCountedMatches, isMinimum: true, areVeryMany: true }
  return { step: 'broad', sorting: page.sorting, rows, ...total, condition }
}
