// The filters of Explore Books, which are stored in the URL.
import type { listBooks } from '#contract/books/books.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'
import { changeParams, readParams } from '#web/ui/hooks/use-url-filters.ts'

/** How many titles of a search are loaded at a time: two rows on a wide screen. */
const titlesPageSize = 12

export const filterNames = [
  'search',
  'branch',
  'bookType',
  'condition',
  'minPrice',
  'maxPrice',
  'rentable',
  'handOver',
  'openToExchange',
  'class',
  'exam',
  'language',
  'near',
  'within',
  'city',
  'sort',
] as const
export type Filters = Partial<Record<(typeof filterNames)[number], string>>

export const listInput = (filters: Filters) => filters as EndpointInput<typeof listBooks>

export const titlesInput = (filters: Filters) => ({
  ...listInput(filters),
  limit: titlesPageSize,
})

/** If one of these filters is set, a list replaces the shelves, as for a search. */
const listFilterNames = filterNames.filter(
  (name) => name !== 'search' && name !== 'branch' && name !== 'near',
)

export const hasListFilter = (filters: Filters): boolean =>
  listFilterNames.some((name) => filters[name] !== undefined)

/** A change that clears all of these filters. */
export const noListFilters: Filters = Object.fromEntries(listFilterNames.map((name) => [name, '']))

/**
 * Returns the changes to the filters after the viewer has chosen another location, or undefined if
 * no filter depends on the location.
 */
export function filtersFrom(
  { near, city }: Filters,
  userLocation: { from: string; city?: string | undefined } | undefined,
): Filters | undefined {
  if (near === undefined && city === undefined) return undefined
  const { from = '', city: own = '' } = userLocation ?? {}
  return { ...(near && { near: from }), ...(city && { city: own }) }
}

/**
 * Reads the filters from a URL. Ignores empty values; a distance, or sorting by distance, without a
 * starting point; and a starting point that no other filter uses.
 */
export function readFilters(params: URLSearchParams): { filters: Filters; isList: boolean } {
  const filters: Filters = readParams(params, filterNames)
  if (filters.near === undefined) {
    delete filters.within
    if (filters.sort === 'near') delete filters.sort
  }
  if (filters.within === undefined && filters.sort !== 'near') delete filters.near
  return { filters, isList: hasListFilter(filters) }
}

/** Returns the URL parameters with these changes, and without filters that have no effect. */
export function changeFilters(params: URLSearchParams, changes: Filters): URLSearchParams {
  const changed = changeParams(params, changes)
  const { filters } = readFilters(changed)
  for (const name of filterNames) if (filters[name] === undefined) changed.delete(name)
  return changed
}

/** Whether the changes come from typing on in a field that already has text. */
export const isFurtherTyping = (filters: Filters, changes: Filters): boolean =>
  ('search' in changes && filters.search !== undefined) ||
  (['minPrice', 'maxPrice'] as const).some((name) => changes[name] && filters[name] !== undefined)
