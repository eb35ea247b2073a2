// Lists by where books are: within some kilometres, of a city, or the nearest first. All else about
// them is found as in other lists.
import { type SqlBool, sql } from 'kysely'
import { fieldError } from '#contract/common/errors.ts'
import { maxCountedMatches } from '#server/books/policy.ts'
import { isEmpty, readSearch, type SearchTerms } from '#server/books/search/words/read-search.ts'
import { filterTags } from '#server/books/search/words/tags.ts'
import { cityKeysOf, type MapPoint, pointOf } from '#server/places/places.ts'
import type { Db } from '#server/platform/database/database.ts'
import { cursorId } from '#server/platform/http/paging.ts'
import {
  allMarkFilters,
  allOf,
  type Condition,
  containsAll,
  isMarketed,
  unplanned,
} from './conditions.ts'
import type { ListQuery, PlacedQuery } from './filters.ts'
import { findBooks } from './find-books.ts'
import { countOnly, type FoundBooks, type PageQuery } from './pages.ts'
import { pointSql } from './point.ts'
import { rankBy } from './ranking.ts'
import { readFew, type SortedPage, type Source } from './read-books.ts'
import { type SortableRow, type Sorting, sortings } from './sorting.ts'
import { conditionOf, readInOrder } from './sources.ts'

type FoundPage = Omit<FoundBooks, 'condition' | 'areVeryMany'>

export const hasPlace = ({ near, within, city }: PlacedQuery): boolean =>
  city !== undefined || (near !== undefined && within !== undefined)

type Sql = ReturnType<typeof sql>
/** Looked up by id, so that it can be asked of what few books were found. */
const kmOf = (id: Sql, start: MapPoint) =>
  sql`(select located.location <-> ${pointSql(start)}
    from books as located where located.id = ${id})`

export const unknownPlace = () => fieldError('near', 'We don’t know where that is.')

/** Throws a field error where `near` is missing or isn't known to a few kilometres. */
export function startOf({ near }: Pick<PlacedQuery, 'near'>): MapPoint {
  if (near === undefined) throw fieldError('near', 'Say where you are.')
  const point = pointOf(near)
  if (!point) throw unknownPlace()
  return point
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
  const circle = sql`circle(${pointSql(startOf(query))}, ${within}::float8)`
  const isNear = sql<SqlBool>`books.location <@ ${circle}`
  return { condition: isIn ? sql`${isIn.condition} and ${isNear}` : isNear }
}

/** The nearest first; books without a point come last. A cursor keeps the last book. */
export function nearest(start: MapPoint): Sorting {
  const here = kmOf(sql`books.id`, start)
  const orderBy = sql`${here} nulls last, books.id desc`
  return {
    orderBy,
    orderInBranch: orderBy,
    firstOfTitle: orderBy,
    positionOf: ({ id }) => [null, id],
    rangesAfter: ([, after]) => {
      const id = sql`${cursorId(after)}::uuid`
      const there = kmOf(id, start)
      return [
        sql`${here} > ${there}`,
        sql`${here} is not distinct from ${there} and books.id < ${id}`,
        sql`${here} is null and ${there} is not null`,
      ]
    },
  }
}

/** Of very many books: by the index up to the page's last, with all others at its place. */
async function readNearest(
  db: Db,
  start: MapPoint,
  page: SortedPage,
  filters: Condition[],
): Promise<SortableRow[]> {
  const km = sql`(books.location <-> ${pointSql(start)})`
  const found = sql`${isMarketed} and books.location is not null and ${unplanned(allOf(filters))}`
  const limit = sql.lit(page.limit)
  let after = sql`true`
  if (page.after) {
    const id = sql`${cursorId(page.after[1])}::uuid`
    const lastKm = kmOf(id, start)
    after = sql`(${km} > ${lastKm} or (${km} = ${lastKm} and books.id < ${id}))`
  }
  const { rows } = await sql<SortableRow>`
    select id, price, rating::float8, 0 as rank from (
      select id, price, rating, ${km} as km from books where ${found} and ${after}
      order by ${km} fetch first ${limit} rows with ties) as nearest
    order by km, id desc limit ${limit}`.execute(db)
  return rows
}

type Chosen = {
  query: ListQuery
  search: SearchTerms | undefined
  place: Source | undefined
  words: Condition[]
  /** What is found of all books, also with similar words; a place chooses some of that. */
  anywhere: FoundBooks | undefined
}

type ChooseOptions = Pick<PageQuery, 'lookUp'> & { isLater?: boolean }

export async function chooseBooks(
  db: Db,
  placed: PlacedQuery,
  { isLater = false, lookUp }: ChooseOptions = {},
): Promise<Chosen> {
  const { near: _, within: __, city: ___, sort, ...others } = placed
  const query: ListQuery = { ...others, ...(sort !== undefined && sort !== 'near' && { sort }) }
  const typed = readSearch(query.search)
  const search = isEmpty(typed) ? undefined : typed
  const place = placeFilter(placed)
  const anywhere =
    search ||
    allMarkFilters(query).length > 0 ||
    filterTags(query).length > 0 ||
    !(place || isLater)
      ? await findBooks(db, others, { ...countOnly, lookUp }, search)
      : undefined
  const { rowCondition = search && containsAll(search) } = anywhere ?? {}
  return { query, search, place, words: rowCondition ? [rowCondition] : [], anywhere }
}

/** Where few books are read from; undefined where they may be very many. */
function sourceOfFew({ query, place, words, anywhere }: Chosen): Source | undefined {
  const { condition: isThere = sql<SqlBool>`true` } = place ?? {}
  const isCounted = anywhere && !anywhere.isMinimum && anywhere.total <= maxCountedMatches
  const isFew = isCounted || (place && anywhere?.areVeryMany === false)
  const few = isFew ? anywhere.condition : anywhere?.exactCondition
  // The planner may rather read all books of the place.
  if (few) return { condition: allOf([few, unplanned(isThere)]) }
  const others = unplanned(conditionOf(query, words))
  return place && { ...place, condition: allOf([isMarketed, isThere, others]) }
}

/** One page of a list by place. The nearest of very many end with those that have a point. */
export async function findNearby(
  db: Db,
  placed: PlacedQuery,
  request: PageQuery,
): Promise<FoundPage> {
  const start = placed.sort === 'near' ? startOf(placed) : undefined
  const isLater = request.step === 'broad'
  const chosen = await chooseBooks(db, placed, { isLater, lookUp: request.lookUp })
  const { query, search, place, words, anywhere } = chosen
  const relaxed = anywhere?.relaxedTo && { relaxedTo: anywhere.relaxedTo }
  const sortedBy = (other: keyof typeof sortings) =>
    start ? nearest(start) : sortings[query.sort ?? other]
  const source = isLater ? undefined : sourceOfFew(chosen)
  if (source) {
    const page = { ...request, sorting: sortedBy(search ? 'rank' : 'newest') }
    const ranking = search && rankBy(search.words, search, false)
    const { areTooMany, ...found } = await readFew(db, source, page, { ranking })
    if (!areTooMany)
      return { step: 'exact', sorting: page.sorting, ...found, isMinimum: false, ...relaxed }
  }
  const page = { ...request, sorting: sortedBy('newest') }
  const filters = [...words, ...(place ? [place.condition] : [])]
  const rows = start
    ? await readNearest(db, start, page, [conditionOf(query, filters)])
    : await readInOrder(db, query, page, filters)
  const { sorting } = page
  return { step: 'broad', sorting, rows, total: maxCountedMatches, isMinimum: true, ...relaxed }
}
