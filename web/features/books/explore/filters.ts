// The filters of Explore Books, which are kept in the URL.
import type { listBooks } from '#contract/books/books.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'

const filterNames = [
  'search',
  'branch',
  'bookType',
  'condition',
  'minPrice',
  'maxPrice',
  'rentable',
  'handOver',
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

/** These filters replace the shelves with one list. */
export const listFilterNames = filterNames.filter((name) => name !== 'search' && name !== 'branch')

/** Where somebody is chooses no books by itself. */
const isChoosing = (name: string) => name !== 'near'

/** What of the filters changes with where somebody is; undefined where they have none of that. */
export function filtersFrom(
  filters: Filters,
  whereabouts: { from: string; city?: string | undefined } | undefined,
): Filters | undefined {
  const { near, city, sort } = filters
  if (near === undefined && city === undefined) return undefined
  if (whereabouts)
    return {
      near: near && whereabouts.from,
      city: city && (whereabouts.city ?? ''),
    } as Filters
  return { near: '', within: '', city: '', ...(sort === 'near' && { sort: '' }) }
}

/** Reads the filters from a URL; empty values count as absent. */
export function readFilters(params: URLSearchParams): { filters: Filters; isList: boolean } {
  const filters: Filters = {}
  for (const name of filterNames) {
    const value = params.get(name)?.trim()
    if (value) filters[name] = value
  }
  return {
    filters,
    isList: listFilterNames.some((name) => isChoosing(name) && filters[name] !== undefined),
  }
}

/** An address with these filters changed; empty values remove theirs. */
export function withFilters(params: URLSearchParams, changes: Filters): string {
  const changed = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes))
    value ? changed.set(name, value) : changed.delete(name)
  return changed.toString()
}
