import { z } from 'zod'
import { BookFilters } from '#contract/books/book-forms.ts'
import { chosenFilters } from '#contract/books/filter-labels.ts'
import { endpoint } from '#contract/common/endpoint.ts'
import { Id, IsoDateTime, MessageResponse, pagingFields } from '#contract/common/schemas.ts'

/** How many searches a person can save. All of them fit on one page of the list. */
export const maxSavedSearches = 30
/** The screen shows larger numbers as '99+'. */
export const maxNewCopies = 99

/** The filters of a search, with the names and values of a book list's URL. */
export type SearchFilters = Readonly<Record<string, string>>

/**
 * Returns the filters that select books. Sorting isn't one of them, nor is `near` without a
 * distance.
 */
export function choosingFilters(filters: SearchFilters): SearchFilters {
  const { sort: _, near, within, ...others } = filters
  const chosen = near && within ? { ...others, near, within } : others
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value.trim() !== ''))
}

/**
 * Returns the same key for searches whose filters differ only in extra spaces, case and the order
 * of the filters. Sorting is ignored.
 */
export const searchKey = (filters: SearchFilters): string =>
  JSON.stringify(
    Object.entries(choosingFilters(filters))
      .map(([name, value]) => [name, value.replace(/\s+/g, ' ').trim().toLowerCase()])
      .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  )

/**
 * Returns a saved search's name (its words, or else its branch, or else its first filter);
 * `details` are its other filters.
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

/** Returns the query string of a saved search's list, newest first. */
export const newestFirst = (filters: SearchFilters): string =>
  `${new URLSearchParams({ ...filters, sort: 'newest' })}`

export const SavedSearch = z.object({
  _id: Id,
  filters: z.record(z.string(), z.string()),
  savedAt: IsoDateTime,
  /** When new copies were last found. */
  foundAt: IsoDateTime.optional(),
  /** New copies since the list was last opened; `maxNewCopies` + 1 if there are more. */
  newCopies: z.number(),
})
export type SavedSearch = z.output<typeof SavedSearch>

export const listSavedSearches = endpoint({
  method: 'GET',
  path: '/saved/searches',
  summary: 'Lists the buyer’s saved searches, most recently saved first.',
  access: ['buyer'],
  input: z.object({ ...pagingFields }),
  response: z.array(SavedSearch),
  paged: true,
  reads: ['searches'],
})

export const saveSearch = endpoint({
  method: 'PUT',
  path: '/saved/searches',
  summary:
    'Saves a search, so that the buyer is notified of new copies at most once a day. The same search is saved once. For a position, only the nearest PIN code is stored. A search that was removed in the last ten minutes is restored unchanged.',
  access: ['buyer'],
  input: BookFilters.omit({ sort: true }),
  response: SavedSearch,
  changes: ['searches'],
})

export const openSavedSearch = endpoint({
  method: 'PUT',
  path: '/saved/searches/{id}/opened',
  summary: 'Marks the new copies of a saved search as seen.',
  access: ['buyer'],
  input: z.object({ id: Id }),
  response: MessageResponse,
  changes: ['searches'],
})

export const removeSavedSearch = endpoint({
  method: 'DELETE',
  path: '/saved/searches/{id}',
  summary: 'Removes a saved search.',
  access: ['buyer'],
  input: z.object({ id: Id }),
  response: MessageResponse,
  changes: ['searches'],
})
