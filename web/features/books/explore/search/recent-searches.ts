// The last searches made in this browser. The list is never sent to the server, and is deleted when
// a session ends, so that the next person on the device doesn't see it.
import { seenPrefix } from '#web/session/offline-data.ts'
import { createStoredValue } from '#web/session/stored-text.ts'

const maxSearches = 8

const searches = createStoredValue(`${seenPrefix}searches`, (json): readonly string[] =>
  Array.isArray(json) ? json.filter((search) => typeof search === 'string') : [],
)

/** The newest search is first. */
export const useRecentSearches = searches.use

/** Puts a search first. If it begins with the previous search, it replaces that one. */
export function rememberSearch(search: string): void {
  const [last = '', ...older] = searches.get()
  const others = last !== '' && !search.startsWith(last) ? [last, ...older] : older
  const isSame = (other: string) => other.toLowerCase() === search.toLowerCase()
  searches.set([search, ...others.filter((other) => !isSame(other))].slice(0, maxSearches))
}
export const forgetSearch = (search: string): void =>
  searches.set(searches.get().filter((other) => other !== search))
export const forgetSearches = (): void => searches.set([])
