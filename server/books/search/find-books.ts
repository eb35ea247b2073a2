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
import { findTerms, isUnknown, type LookUp, type Term } from '#server/books/search/words/terms.ts'
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
  ofSeller,
  priceFilters,
  rowFilters,
} from './conditions.ts'
import { findRelaxed } from './fewer-words.ts'
import { isWithin, type ListQuery, startOf } from './filters.ts'
import { readAndSort, readInIndexOrder, type SortedPage, type Source } from './list-queries.ts'
import { rankBy } from './ranking.ts'
import { nearest, orderIn, type SortableRow, type Sorting, sortings } from './sorting.ts'

/** The shelves of a search with more matches show only those among the newest books. */
const maxShelvedMatches = 10_000

/**
 * The limit of ranked books on later pages, because the list may have grown since its first page.
 * Anyone can ask for a later page by forging a cursor, so the number is small.
 */
const maxCountedLater = 2000

/** How many of the newest books are sampled to estimate whether a list has many books. */
const sampledBooks = 2000

/**
 * If the rarest word is in more books than this, an index of prices or places replaces the index of
 * keys, and more common words are checked on each book.
 */
const maxBooksBesideIndex = 10_000

type Cursor = readonly (string | number | null)[]

export type PageQuery = Omit<SortedPage, 'sorting' | 'after'> & {
  /** The name of the order in which the last row was found, and the row's position in it. */
  cursor?: Cursor | undefined
  /** Whether no word may be left out. */
  isStrict?: boolean | undefined
  /**
   * Looks up words; by default in the database. In a transaction, don't pass a function that uses a
   * connection of its own.
   */
  lookUp?: LookUp | undefined
}
/** For counting books and building their condition. Reads no books. */
export const countOnly: PageQuery = { limit: 0 }

type FoundBooks = {
  rows: SortableRow[]
  cursorOf: (row: SortableRow) => Cursor
  total: number
  isMinimum: boolean
  /** Matches all books that were found. If `isVeryMany` is set, the condition uses no index. */
  condition: Condition
  isVeryMany: boolean
}

type OrderName = keyof typeof sortings | 'near'
const isOrderName = (name: unknown): name is OrderName =>
  name === 'near' || Object.hasOwn(sortings, String(name))
const sortingOf = (name: OrderName, query: ListQuery): Sorting =>
  name === 'near' ? nearest(startOf(query)) : sortings[name]

/** Whether a scan in list order soon finds a full page. A small market is always scanned. */
async function fitOften(db: Db, { branch }: ListQuery, fits: Condition): Promise<boolean> {
  const { rows } = await sql<{ isOften: boolean }>`
    select count(*) < ${sql.lit(sampledBooks)} or count(*) filter (where fits) * 10 >= count(*) as "isOften"
    from (select ${fits} as fits from books where ${allOf([isForSale, ...inBranch(branch)])}
      order by ${orderIn(branch, sortings.newest)} limit ${sql.lit(sampledBooks)}) as newest`.execute(
    db,
  )
  return rows[0]?.isOften === true
}

/** Chooses the index that finds the fewest books, and the filters to check on these books. */
async function chooseSource(db: Db, query: ListQuery, terms: readonly Term[]): Promise<Source> {
  const { branch, within } = query
  const prices = priceFilters(query)
  const words = terms.length > 0 ? [containsTerms(terms, true)] : []
  const isChosen = hideFromPlanner(conditionOf(query, words))
  if (query.seller !== undefined)
    return { condition: allOf([isForSale, ...ofSeller(query.seller), isChosen]) }
  const inOrder = {
    condition: allOf([isForSale, ...inBranch(branch), ...prices, isChosen]),
    orderBy: orderIn(branch, prices.length > 0 ? sortings.price : sortings.newest),
  }
  const usable = terms.filter(isInKeys)
  const fewest = Math.min(...usable.map(({ books }) => books))
  const hasOtherIndex = within !== undefined || prices.length > 0
  const isRare = fewest <= (hasOtherIndex ? maxBooksBesideIndex : maxBooksOfKey)
  const hasOrder = terms.length === 0 && within === undefined
  if (hasOrder && keyFilters({ ...query, branch: undefined }).length === 0) return inOrder
  if (!isRare && (await fitOften(db, query, allOf([...rowFilters(query), ...words]))))
    return inOrder
  if (!isRare && within !== undefined)
    return { condition: allOf([isForSale, ...isWithin(query), isChosen]) }
  // If even the rarest word is in many books, checking these books until a page is full is faster
  // than finding the books of a much more common word.
  const isCheckedLater = isRare && fewest > maxBooksBesideIndex
  const most = isCheckedLater ? Math.max(maxBooksOfKey, 10 * fewest) : Number.POSITIVE_INFINITY
  const isByKey = (term: Term) => usable.includes(term) && term.books <= most
  const keys = keyFilters(query)
  if (keys.length === 0 && !terms.some(isByKey)) return inOrder
  const found = [isForSale, ...keys, ...hasTerms(terms, isByKey), ...prices]
  return { condition: allOf([...found, hideFromPlanner(allOf(rowFilters(query)))]) }
}

/**
 * Finds books that have all words, followed by those with similar words. If there are too many to
 * rank, the books with the words as typed are ranked, and the others follow unranked, the newest
 * first.
 */
async function findByTerms(
  db: Db,
  query: ListQuery,
  request: PageQuery,
  search: SearchTerms,
  terms: readonly Term[],
): Promise<FoundBooks> {
  const isByIsbn = search.isbn !== undefined
  const hasWords = isByIsbn || terms.length > 0
  const words = isByIsbn ? [containsAll(search)] : hasWords ? [containsTerms(terms, true)] : []
  const [name, ...position] = request.cursor ?? []
  const order = isOrderName(name) ? name : (query.sort ?? (hasWords ? 'rank' : 'newest'))
  const after = name === undefined ? undefined : position
  const page = { ...request, sorting: sortingOf(order, query), after }
  const condition = conditionOf(query, words)
  const cursorOf = (row: SortableRow) => [order, ...page.sorting.positionOf(row)]
  const none = { rows: [], total: 0, isVeryMany: false, isMinimum: false, condition, cursorOf }
  if (terms.some(isUnknown)) return none
  const source = isByIsbn ? { condition } : await chooseSource(db, query, terms)
  const isRanked = order === 'rank'
  const ranking = isRanked ? rankBy(terms, search) : undefined
  // Later pages of a ranked list have a higher limit, in case the list has grown.
  const max = isRanked && after ? maxCountedLater : maxCountedMatches
  const { exceedsLimit, ...few } = await readAndSort(db, source, page, { ranking, max })
  if (!exceedsLimit) return { ...none, ...few, condition: source.condition }
  const exact = terms.some(({ similar }) => similar.length > 0) && containsTerms(terms)
  const typed = terms.map((term) => ({ ...term, similar: [], meantTags: [] }))
  const first =
    exact && isRanked
      ? await readAndSort(db, await chooseSource(db, query, typed), page, { ranking })
      : none
  const later = isRanked ? 'newest' : order
  const sorting = sortingOf(later, query)
  const limit = page.limit - first.rows.length
  const rest = { sorting, after: isRanked ? undefined : after, limit }
  const isOther = exact && query.sort === undefined ? [sql<boolean>`not (${exact})`] : []
  const { indexOrder, isByPrice } = sorting
  const located = indexOrder && [sql<boolean>`books.location is not null`]
  const many = {
    branch: located ? undefined : query.branch,
    inIndex: [...ofSeller(query.seller), ...(located ?? (isByPrice ? priceFilters(query) : []))],
    filters: [condition, ...isOther],
  }
  const others = await readInIndexOrder(db, many, rest)
  const isVeryMany = !isByIsbn && !terms.some(({ books }) => books <= maxShelvedMatches)
  return {
    rows: [...first.rows, ...others],
    cursorOf: (row) => (row.rank > 0 ? cursorOf(row) : [later, ...sorting.positionOf(row)]),
    total: maxCountedMatches,
    isMinimum: true,
    isVeryMany,
    condition: isVeryMany ? condition : source.condition,
  }
}

/**
 * If the search contains nothing but words such as 'book' or a price, finds all books up to that
 * price.
 */
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

/** Finds a page of books that have all words or, if there are none, all words but one. */
export async function findBooks(db: Db, query: ListQuery, request: PageQuery): Promise<FoundBooks> {
  const search = readSearch(query.search)
  const { lookUp, isStrict = false } = request
  const find = async (words: readonly TypedWord[]) => {
    const terms = await findTerms(db, words, { lookUp })
    const found = await findByTerms(db, query, request, { ...search, words: [...words] }, terms)
    return { ...found, terms }
  }
  const { terms, ...found } = await find(search.words)
  if (found.total > 0 || search.isbn !== undefined || isEmpty(search)) return found
  return (
    (await findAnything(db, query, request, search)) ??
    (await findRelaxed(db, terms, isStrict, find)) ??
    found
  )
}
