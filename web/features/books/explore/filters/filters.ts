// The filters of Explore Books, which are kept in the URL.
import type { listBooks } from '#contract/books/books.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'
import { resultsPreviewSize } from '#web/features/books/policy.ts'

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

/** A list sorted by it has what fits a search best first, as the API sorts when it isn't told. */
export const bestMatch = 'match'

export function listInput({ sort, ...filters }: Filters): EndpointInput<typeof listBooks> {
  const asked = sort === undefined || sort === bestMatch ? filters : { ...filters, sort }
  return asked as EndpointInput<typeof listBooks>
}

/** What is asked of a search: all of its list, or the best of it above the shelves. */
export const titlesInput = (filters: Filters, isList: boolean) =>
  isList ? listInput(filters) : { ...listInput(filters), limit: resultsPreviewSize }

/** These filters replace the shelves with one list. */
const listFilterNames = filterNames.filter(
  (name) => name !== 'search' && name !== 'branch' && name !== 'near',
)

/** What clears all of them. */
export const noListFilters: Filters = Object.fromEntries(listFilterNames.map((name) => [name, '']))

/** What of the filters changes with where somebody is; undefined where they have none of that. */
export function filtersFrom(
  { near, city }: Filters,
  whereabouts: { from: string; city?: string | undefined } | undefined,
): Filters | undefined {
  if (near === undefined && city === undefined) return undefined
  const { from = '', city: own = '' } = whereabouts ?? {}
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

/** The order of a list that is shown: without a sorting, the API's own. */
export const shownSort = ({ search, sort }: Filters): string =>
  sort !== undefined && sort !== bestMatch ? sort : search ? bestMatch : 'newest'
