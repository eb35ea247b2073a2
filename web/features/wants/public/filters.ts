// The filters of what is wanted, which are kept in the URL.
const filterNames = ['branch', 'class', 'city'] as const
export type FilterName = (typeof filterNames)[number]
export type WantedFilters = Partial<Record<FilterName, string>>

/** Empty values count as absent. */
export function readWantedFilters(params: URLSearchParams): WantedFilters {
  const filters: WantedFilters = {}
  for (const name of filterNames) {
    const value = params.get(name)?.trim()
    if (value) filters[name] = value
  }
  return filters
}
