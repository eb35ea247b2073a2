import type { SearchFilters } from '#contract/books/saved-searches.ts'
import { chosenFilters } from '#web/features/books/explore/filter-labels.ts'

/**
 * A saved search as people read it: its words, or else its first filter, and all that narrows it.
 */
export function searchName(filters: SearchFilters): { name: string; details: string[] } {
  const { search, branch, near } = filters
  const labels = chosenFilters(filters).map(({ name, label }) =>
    name === 'within' && near ? `${label} of ${near}` : label,
  )
  const parts = [...(search ? [`“${search}”`] : []), ...(branch ? [branch] : []), ...labels]
  const [name = 'Saved search', ...details] = parts
  return { name, details }
}

/** The list of a saved search, the newest first. */
export const newestFirst = (filters: SearchFilters): string =>
  `?${new URLSearchParams({ ...filters, sort: 'newest' })}`
