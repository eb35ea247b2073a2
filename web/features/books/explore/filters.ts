// The filters of Explore Books, which are kept in the URL.
const filterNames = [
  'search',
  'branch',
  'bookType',
  'condition',
  'minPrice',
  'maxPrice',
  'rentable',
  'sort',
] as const
export type Filters = Partial<Record<(typeof filterNames)[number], string>>

/** These filters replace the shelves with one list. */
export const listFilterNames = filterNames.filter((name) => name !== 'search' && name !== 'branch')

/** Reads the filters from a URL; empty values count as absent. */
export function readFilters(params: URLSearchParams): { filters: Filters; isList: boolean } {
  const filters: Filters = {}
  for (const name of filterNames) {
    const value = params.get(name)?.trim()
    if (value) filters[name] = value
  }
  return { filters, isList: listFilterNames.some((name) => filters[name] !== undefined) }
}
