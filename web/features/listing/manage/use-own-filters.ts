import type { listOwnBooks } from '#contract/books/books.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'
import { useUrlFilters } from '#web/ui/hooks/use-url-filters.ts'

const filterNames = ['state', 'bookType', 'branch', 'withoutPhotos', 'minDays', 'maxDays'] as const
const names = ['search', ...filterNames, 'sort'] as const
type Name = (typeof names)[number]
export type OwnFilters = Partial<Record<Name, string>>

export const noFilters: OwnFilters = Object.fromEntries(filterNames.map((name) => [name, '']))

/** Reads and changes the filters of Manage Books in the URL. */
export function useOwnFilters() {
  const { filters, setFilters } = useUrlFilters(names)
  const { sort, ...found } = filters
  return {
    filters,
    /** The filters without the sort order, for changes of all books that were found. */
    found: found as Omit<EndpointInput<typeof listOwnBooks>, 'sort'>,
    input: filters as EndpointInput<typeof listOwnBooks>,
    isFiltered: filterNames.some((name) => filters[name] !== undefined),
    setFilters,
  }
}
