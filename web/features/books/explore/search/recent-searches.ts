// The last searches made in this browser. No server knows of them, and they go when a session ends,
// so that whoever uses the device next doesn't read them.
import { useSyncExternalStore } from 'react'
import { recentSearches as limits } from '#web/features/books/policy.ts'
import { seenPrefix } from '#web/session/offline-data.ts'
import { onSessionChange } from '#web/session/session.ts'

const key = `${seenPrefix}searches`
const changeEvent = 'dobara:searches'
const none: readonly string[] = []

const read = (): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function parse(text: string | null): readonly string[] {
  try {
    const searches: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(searches)
      ? searches.filter((search) => typeof search === 'string').slice(0, limits.max)
      : none
  } catch {
    return none
  }
}

let cached: { text: string | null; searches: readonly string[] } | undefined
function current(): readonly string[] {
  const text = read()
  if (cached?.text !== text) cached = { text, searches: parse(text) }
  return cached?.searches ?? none
}

function save(searches: readonly string[]): void {
  try {
    if (searches.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(searches.slice(0, limits.max)))
  } catch {
    // Full or forbidden: then there are none.
  }
  window.dispatchEvent(new Event(changeEvent))
}

const isSame = (one: string, other: string | undefined) =>
  one.toLowerCase() === other?.toLowerCase()

/** The newest first. `replaced` is what it has been typed on from. */
export function rememberSearch(search: string, replaced?: string): void {
  const others = current().filter((other) => !isSame(other, search) && !isSame(other, replaced))
  save([search, ...others])
}
export const forgetSearch = (search: string): void =>
  save(current().filter((other) => other !== search))
export const forgetSearches = (): void => save([])

function subscribe(listener: () => void): () => void {
  const stop = onSessionChange(listener)
  window.addEventListener(changeEvent, listener)
  return () => {
    stop()
    window.removeEventListener(changeEvent, listener)
  }
}

/** None on the server and during hydration. */
export const useRecentSearches = (): readonly string[] =>
  useSyncExternalStore(subscribe, current, () => none)
