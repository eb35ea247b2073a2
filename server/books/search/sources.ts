// Where the books of a list are read from: from the index of keys, or from one that has the list's
// order.
import { canonicalBranch } from '#contract/books/branches.ts'
import type { Term } from '#server/books/search/words/vocabulary.ts'
import { isOnMarketExcept } from '#server/books/views.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  allMarkFilters,
  allOf,
  branchFilter,
  type Condition,
  columnFilters,
  findByKeys,
  isMarketed,
  isMarkFilter,
  type KeyOptions,
  markFilter,
  priceFilters,
  unplanned,
} from './conditions.ts'
import type { ListQuery } from './filters.ts'
import { inBranch, orderIn, readMany, type SortedPage, type Source } from './read-books.ts'
import { type SortableRow, sortings } from './sorting.ts'

const branchOf = ({ branch }: ListQuery) =>
  branch === undefined ? undefined : canonicalBranch(branch)

export function readInOrder(
  db: Db,
  query: ListQuery,
  page: SortedPage,
  words: Condition[] = [],
): Promise<SortableRow[]> {
  const byPrice = page.sorting === sortings.price || page.sorting === sortings['-price']
  const prices = priceFilters(query)
  return readMany(
    db,
    {
      branch: branchOf(query),
      inIndex: byPrice ? prices : [],
      filters: [...columnFilters(query), ...(byPrice ? [] : prices), ...words],
    },
    page,
  )
}

export const conditionOf = (query: ListQuery, words: Condition[] = []): Condition =>
  allOf([...columnFilters(query), ...branchFilter(query), ...priceFilters(query), ...words])

/** From the index of keys; undefined where that would find too many. */
function sourceByKeys(
  query: ListQuery,
  terms: readonly Term[],
  options: KeyOptions,
): Source | undefined {
  const byKeys = findByKeys(terms, query, options)
  const { hiddenSellers } = query
  return (
    byKeys && {
      condition: allOf([
        byKeys,
        isOnMarketExcept(hiddenSellers),
        ...allMarkFilters(query).map(unplanned),
        ...priceFilters(query),
      ]),
    }
  )
}

function sourceInOrder(query: ListQuery, words: Condition[] = []): Source {
  const [branch, prices] = [branchOf(query), priceFilters(query)]
  const filters = unplanned(allOf([...columnFilters(query), ...words]))
  return {
    condition: allOf([isMarketed, ...inBranch(branch), ...prices, filters]),
    orderBy: orderIn(branch, prices.length > 0 ? sortings.price : sortings.newest),
  }
}

/** From the index that finds the fewest books; `words` are what `terms` ask of each book. */
export function sourceOf(
  query: ListQuery,
  terms: readonly Term[],
  words: Condition[],
  options: KeyOptions,
): Source {
  const { leavesFew } = options
  if (!isMarkFilter(leavesFew))
    return sourceByKeys(query, terms, options) ?? sourceInOrder(query, words)
  const others = unplanned(conditionOf(query, words))
  return {
    condition: allOf([isMarketed, ...markFilter(leavesFew, query), others]),
    orderBy: sortings.newest.orderBy,
  }
}
