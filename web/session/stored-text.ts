// Stores texts in the browser's storage. If storage is full or forbidden, they are kept in memory
// for as long as the page is open.
import { useSyncExternalStore } from 'react'

type StorageName = 'localStorage' | 'sessionStorage'

const memory = new Map<string, string>()
const changeEvent = 'dobara:stored'

export function readStored(key: string, storage: StorageName = 'localStorage'): string | undefined {
  try {
    return memory.get(key) ?? globalThis[storage].getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

export function writeStored(
  key: string,
  text: string | undefined,
  storage: StorageName = 'localStorage',
): void {
  memory.delete(key)
  try {
    if (text === undefined) globalThis[storage].removeItem(key)
    else globalThis[storage].setItem(key, text)
  } catch {
    if (text !== undefined) memory.set(key, text)
  }
}

export function storedKeys(prefix: string): string[] {
  const keys = [...memory.keys()]
  try {
    for (let index = 0; index < localStorage.length; index++)
      keys.push(localStorage.key(index) ?? '')
  } catch {
    // If storage is forbidden, all keys are in memory.
  }
  return [...new Set(keys)].filter((key) => key.startsWith(prefix))
}

/** Notifies the listeners in this tab. The browser notifies other tabs. */
export const announceStored = (): boolean => window.dispatchEvent(new Event(changeEvent))

/** Calls `listener` after a change in any tab. Returns a function to stop. */
export function onStoredChange(listener: () => void): () => void {
  window.addEventListener(changeEvent, listener)
  window.addEventListener('storage', listener)
  return () => {
    window.removeEventListener(changeEvent, listener)
    window.removeEventListener('storage', listener)
  }
}

/**
 * Creates a value that is stored as JSON. `parse` must check its argument, because anything may be
 * stored. If nothing is stored, the argument is undefined.
 */
export function createStoredValue<T>(
  key: string,
  parse: (json: unknown) => T,
  storage: StorageName = 'localStorage',
) {
  const absent = parse(undefined)
  let cached = { text: undefined as string | undefined, value: absent }
  const read = (text: string | undefined): T => {
    try {
      return text === undefined ? absent : parse(JSON.parse(text))
    } catch {
      return absent
    }
  }
  const get = (): T => {
    const text = readStored(key, storage)
    if (cached.text !== text) cached = { text, value: read(text) }
    return cached.value
  }
  const set = (value: T | undefined) => {
    writeStored(key, value === undefined ? undefined : JSON.stringify(value), storage)
    announceStored()
  }
  /** On the server and during hydration, returns the value for nothing stored. */
  const use = (): T => useSyncExternalStore(onStoredChange, get, () => absent)
  return { get, set, use }
}
