// Finds the books of a list: reads the search, chooses the index that finds the fewest books, and
// reads one page in order.
import { sql } from 'kysely'
import { maxBooksOfKey, maxCountedMatches } from '#server/books/limits.ts'
import {
  areFillers,
  findNamedPrice,
  isEmpty,
  readSearch,
  type SearchTerms,
  type TypedWord,
} from '#server/books/search/words/read-search.ts'
import { findTerms, type LookUp, type Term } from '#server/books/search/words/terms.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  allOf,
  type Condition,
  conditionOf,
  containsAll,
  containsTerms,
  hasTerms,
  hideFromPlanner,
  inBranch,
  isForSale,
  isInKeys,
  keyFilters,
  priceFilters,
  rowFilters,
} from './conditions.ts'
import { isWithin, type ListQuery, startOf } from './filters.ts'
import {
  orderIn,
  readAndSort,
  readInIndexOrder,
  type SortedPage,
  type Source,
} from './list-queries.ts'
import { rankBy } from './ranking.ts'
import { findRelaxed } from './relax.ts'
import { nearest, type SortableRow, type Sorting, sortings } from './sorting.ts'

/** The shelves of a search with more matches show only those among the newest books. */
const maxShelvedMatches = 10_000

/**
 * The limit for later pages of a ranked list, which may have grown since its first page. Cursors
 * can be forged, so anyone can request this.
 */
const maxCountedLater = 2000

/** How many of the newest books are sampled to estimate whether a list has many books. */
const sampledBooks = 2000

/** The limit if another index can find the books by distance or price. */
const maxBooksBesideIndex = 10_000

type Cursor = readonly (string | number | null)[]

export type PageQuery = Omit<SortedPage, 'sorting' | 'after'> & {
  /** The order in which the last row was found, and its position. */
  cursor?: Cursor | undefined
  /** Only books that have all words, without fallbacks. */
  isStrict?: boolean | undefined
  /**
   * The default queries the database for each word. Don't use it in a transaction: it has its own
   * connection.
   */
  lookUp?: LookUp | undefined
}
/** For counting books and building their condition, without reading any. */
export const countOnly: PageQuery = { limit: 0 }

type FoundBooks = {
  rows: SortableRow[]
  cursorOf: (row: SortableRow) => Cursor
  total: number
  isMinimum: boolean
  /** Matches all books that were found. If they are very many, it uses no index. */
  condition: Condition
  isVeryMany: boolean
  /** If books with similar words also match, this matches those with the typed words. */
  exactCondition?: Condition | undefined
  /** The words that all books have, if no book has all typed words. */
  relaxedTo?: readonly TypedWord[]
}

type OrderName = keyof typeof sortings | 'near'
const isOrderName = (name: unknown): name is OrderName =>
  name === 'near' || Object.hasOwn(sortings, String(name))
const sortingOf = (name: OrderName, query: ListQuery): Sorting =>
  name === 'near' ? nearest(startOf(query)) : sortings[name]

/** Whether a scan in list order soon finds a full page. A small market is always scanned. */
async function fitOften(db: Db, query: ListQuery, words: Condition[]): Promise<boolean> {
  const { rows } = await sql<{ isOften: boolean }>`
    select count(*) < ${sql.lit(sampledBooks)} or count(*) filter (where fits) * 10 >= count(*) as "isOften"
    from (select ${allOf([...rowFilters(query), ...words])} as fits from books
      where ${allOf([isForSale, ...inBranch(query.branch)])}
      order by ${orderIn(query.branch, sortings.newest)} limit ${sql.lit(sampledBooks)}) as newest`.execute(
    db,
  )
  return rows[0]?.isOften === true
}

/** Chooses the index that finds the fewest books, and the filters to check on them. */
async function chooseSource(db: Db, query: ListQuery, terms: readonly Term[]): Promise<Source> {
  const { branch, within } = query
  const words = terms.length > 0 ? [containsTerms(terms, true)] : []
  const prices = priceFilters(query)
  const isRow = hideFromPlanner(allOf([...rowFilters(query), ...words]))
  const inOrder = {
    condition: allOf([isForSale, ...inBranch(branch), ...prices, isRow]),
    orderBy: orderIn(branch, prices.length > 0 ? sortings.price : sortings.newest),
  }
  const usable = terms.filter(isInKeys)
  const fewest = Math.min(...usable.map(({ books }) => books))
  const hasOtherIndex = within !== undefined || prices.length > 0
  const isRare = fewest <= (hasOtherIndex ? maxBooksBesideIndex : maxBooksOfKey)
  const hasOrder = terms.length === 0 && within === undefined
  if (hasOrder && keyFilters({ ...query, branch: undefined }).length === 0) return inOrder
  if (!isRare && (await fitOften(db, query, words))) return inOrder
  if (!isRare && within !== undefined) {
    const others = hideFromPlanner(allOf([...inBranch(branch), ...prices]))
    return { condition: allOf([isForSale, ...isWithin(query), isRow, others]) }
  }
  const most = isRare ? Math.max(maxBooksOfKey, 10 * fewest) : Number.POSITIVE_INFINITY
  const keys = keyFilters(query)
  const isByKey = (term: Term) => usable.includes(term) && term.books <= most
  if (keys.length === 0 && !terms.some(isByKey)) return inOrder
  const isChosen = hideFromPlanner(allOf(rowFilters(query)))
  return {
    condition: allOf([isForSale, ...keys, ...hasTerms(terms, isByKey), ...prices, isChosen]),
  }
}

/** Reads a page in the order of an index, because there are too many books to sort. */
function readMany(db: Db, query: ListQuery, page: SortedPage, words: readonly Condition[]) {
  const prices = priceFilters(query)
  const isNear = page.sorting.indexOrder !== undefined
  const isByPrice = page.sorting === sortings.price || page.sorting === sortings['-price']
  const branch = isNear ? undefined : query.branch
  const inIndex = isNear ? [sql<boolean>`books.location is not null`] : isByPrice ? prices : []
  const filters = [
    ...rowFilters(query),
    ...(isByPrice ? [] : prices),
    ...(isNear ? inBranch(query.branch) : []),
    ...words,
  ]
  return readInIndexOrder(db, { branch, inIndex, filters }, page)
}

const isUnknown = ({ tags, words, similar }: Term) =>
  tags.length === 0 && words?.length === 0 && similar.length === 0

/**
 * Finds books that have all words, followed by those with similar words. If there are very many,
 * the first are ranked, and the others follow unranked, the newest first.
 */
async function findByTerms(
  db: Db,
  query: ListQuery,
  request: PageQuery,
  search: SearchTerms,
  terms: readonly Term[],
): Promise<FoundBooks> {
  const isByIsbn = search.isbn !== undefined
  const words = isByIsbn
    ? [containsAll(search)]
    : terms.length > 0
      ? [containsTerms(terms, true)]
      : []
  const [name, ...position] = request.cursor ?? []
  const usual = query.sort ?? (words.length > 0 ? 'rank' : 'newest')
  const order = isOrderName(name) ? name : usual
  const after = name === undefined ? undefined : position
  const page = { ...request, sorting: sortingOf(order, query), after }
  const exact = terms.some(({ similar }) => similar.length > 0) && containsTerms(terms)
  const row = conditionOf(query, words)
  const found = { isVeryMany: false, isMinimum: false, condition: row }
  const cursorOf = (row: SortableRow) => [order, ...page.sorting.positionOf(row)]
  if (terms.some(isUnknown)) return { ...found, cursorOf, total: 0, rows: [] }
  const source = isByIsbn ? { condition: row } : await chooseSource(db, query, terms)
  const ranking = rankBy(terms, search)
  // Later pages of a ranked list have a higher limit, in case the list has grown.
  const max = order === 'rank' && after ? maxCountedLater : maxCountedMatches
  const { exceedsLimit, ...few } = await readAndSort(db, source, page, { ranking, max })
  const exactCondition = exact ? allOf([source.condition, exact]) : undefined
  if (!exceedsLimit)
    return { ...found, ...few, cursorOf, condition: source.condition, exactCondition }
  const isRanked = order === 'rank'
  const typed = terms.map((term) => ({ ...term, similar: [], meantTags: [] }))
  const first =
    exact && isRanked
      ? await readAndSort(db, await chooseSource(db, query, typed), page, { ranking })
      : { rows: [], total: 0 }
  const later = isRanked ? 'newest' : order
  const rest = {
    ...{ sorting: sortingOf(later, query), after: isRanked ? undefined : after },
    limit: page.limit - first.rows.length,
  }
  const others =
    exact && query.sort === undefined ? [...words, sql<boolean>`not (${exact})`] : words
  const isVeryMany = !isByIsbn && !terms.some(({ books }) => books <= maxShelvedMatches)
  return {
    rows: [...first.rows, ...(await readMany(db, query, rest, others))],
    cursorOf: (row) => (row.rank > 0 ? cursorOf(row) : [later, ...rest.sorting.positionOf(row)]),
    ...{ total: maxCountedMatches, isMinimum: true },
    ...{ isVeryMany, condition: isVeryMany ? row : source.condition, exactCondition },
  }
}

/** Finds all books, or all up to a named price, if the search contains nothing else. */
async function findAnything(
  db: Db,
  query: ListQuery,
  request: PageQuery,
  { words }: SearchTerms,
): Promise<FoundBooks | undefined> {
  const named = findNamedPrice(query.search ?? '')
  if (!named && !areFillers(words)) return undefined
  const maxPrice = Math.min(named?.maxPrice ?? Infinity, query.maxPrice ?? Infinity)
  return findBooks(db, { ...query, search: named?.search, ...(named && { maxPrice }) }, request)
}

/**
 * Finds a page of books. `relaxedTo` contains the words that were used if no book has all of them.
 */
export async function findBooks(db: Db, query: ListQuery, request: PageQuery): Promise<FoundBooks> {
  const search = readSearch(query.search)
  const { lookUp } = request
  const find = async (words: readonly TypedWord[]) => {
    const terms = await findTerms(db, words, { lookUp })
    const found = await findByTerms(db, query, request, { ...search, words: [...words] }, terms)
    return { ...found, terms }
  }
  const { terms, ...found } = await find(search.words)
  if (found.total > 0 || request.isStrict || search.isbn !== undefined || isEmpty(search))
    return found
  return (
    (await findAnything(db, query, request, search)) ??
    (await findRelaxed(db, terms, find)) ??
    found
  )
}
