// The last searches made in this browser. The server never sees them, and they are deleted when a
// session ends, so that the next person on the device doesn't read them.
import { useSyncExternalStore } from 'react'
import { seenPrefix } from '#web/session/offline-data.ts'
import { onSessionChange } from '#web/session/session.ts'

const key = `${seenPrefix}searches`
const maxSearches = 8
const changeEvent = 'dobara:searches'

/** Returns JSON, which `useSyncExternalStore` can compare. */
function read(): string {
  try {
    return localStorage.getItem(key) ?? '[]'
  } catch {
    return '[]'
  }
}

function parse(text: string): string[] {
  try {
    const searches: unknown = JSON.parse(text)
    return Array.isArray(searches) ? searches.filter((search) => typeof search === 'string') : []
  } catch {
    return []
  }
}

function save(searches: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(searches.slice(0, maxSearches)))
  } catch {
    // If storage is full or forbidden, recent searches aren't saved.
  }
  window.dispatchEvent(new Event(changeEvent))
}

/** Puts a search first. If its text continues the previous search, it replaces that search. */
export function rememberSearch(search: string): void {
  const [last = '', ...older] = parse(read())
  const others = last !== '' && !search.startsWith(last) ? [last, ...older] : older
  const isSame = (other: string) => other.toLowerCase() === search.toLowerCase()
  save([search, ...others.filter((other) => !isSame(other))])
}
export const forgetSearch = (search: string): void =>
  save(parse(read()).filter((other) => other !== search))
export const forgetSearches = (): void => save([])

function subscribe(listener: () => void): () => void {
  const stop = onSessionChange(listener)
  window.addEventListener(changeEvent, listener)
  return () => {
    stop()
    window.removeEventListener(changeEvent, listener)
  }
}

/** Returns the newest first, or none on the server and during hydration. */
export const useRecentSearches = (): string[] =>
  parse(useSyncExternalStore(subscribe, read, () => '[]'))
