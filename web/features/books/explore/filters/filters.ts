// The filters of Explore Books, which are kept in the URL.
import type { listBooks } from '#contract/books/books.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'

/** Results of a search that are loaded at a time: two rows where the screen is wide. */
const titlesPageSize = 12

const filterNames = [
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

/** These filters replace the shelves with one list, as a search does. */
const listFilterNames = filterNames.filter(
  (name) => name !== 'search' && name !== 'branch' && name !== 'near',
)

/** What clears all of them. */
export const noListFilters: Filters = Object.fromEntries(listFilterNames.map((name) => [name, '']))

/** What of the filters changes with where somebody is; undefined where they have none of that. */
export function filtersFrom(
  { near, city }: Filters,
  userLocation: { from: string; city?: string | undefined } | undefined,
): Filters | undefined {
  if (near === undefined && city === undefined) return undefined
  const { from = '', city: own = '' } = userLocation ?? {}
  return { ...(near && { near: from }), ...(city && { city: own }) }
}

/**
 * Reads the filters from a URL; empty values count as absent. So do a distance and an order from
 * nowhere in particular, and a place that neither needs.
 */
export function readFilters(params: URLSearchParams): { filters: Filters; isList: boolean } {
  const filters: Filters = {}
  for (const name of filterNames) {
    const value = params.get(name)?.trim()
    if (value) filters[name] = value
  }
  if (filters.near === undefined) {
    delete filters.within
    if (filters.sort === 'near') delete filters.sort
  }
  if (filters.within === undefined && filters.sort !== 'near') delete filters.near
  return { filters, isList: listFilterNames.some((name) => filters[name] !== undefined) }
}

/** A URL with these changes, and without filters that mean nothing. */
export function changeFilters(params: URLSearchParams, changes: Filters): URLSearchParams {
  const changed = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes))
    value ? changed.set(name, value) : changed.delete(name)
  const { filters } = readFilters(changed)
  for (const name of filterNames) if (filters[name] === undefined) changed.delete(name)
  return changed
}

/** Whether somebody goes on typing what they have begun, or deletes it. */
export const isTypedOn = (filters: Filters, changes: Filters): boolean =>
  ('search' in changes && filters.search !== undefined) ||
  (['minPrice', 'maxPrice'] as const).some((name) => changes[name] && filters[name] !== undefined)
