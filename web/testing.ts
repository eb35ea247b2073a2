// Stubs of browser globals, for tests that run in Node.
import { vi } from 'vitest'

export function memoryStorage(entries: Record<string, string> = {}): Storage {
  const entriesByKey = new Map(Object.entries(entries))
  return {
    get length() {
      return entriesByKey.size
    },
    key: (index) => [...entriesByKey.keys()][index] ?? null,
    getItem: (key) => entriesByKey.get(key) ?? null,
    setItem: (key, text) => void entriesByKey.set(key, text),
    removeItem: (key) => void entriesByKey.delete(key),
    clear: () => entriesByKey.clear(),
  }
}

/** Stubs storage, window and a visible document until the test ends. */
export function stubBrowser(entries: Record<string, string> = {}): {
  storage: Storage
  window: EventTarget
} {
  const browser = { storage: memoryStorage(entries), window: new EventTarget() }
  vi.stubGlobal('localStorage', browser.storage)
  vi.stubGlobal('window', browser.window)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  return browser
}

/** Storage that can be read but is too full for a write. */
export const fullStorage = (): Storage => ({
  ...memoryStorage(),
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError')
  },
})

/** Returns the server's response to a buyer's login. */
export const loginOf = (userId: string) =>
  ({ token: `token of ${userId}`, userId, role: 'buyer', name: userId, message: '' }) as const

/** Simulates that another tab has changed the stored value of a key. */
export const dispatchStorageEvent = (window: EventTarget, key: string): void =>
  void window.dispatchEvent(Object.assign(new Event('storage'), { key }))
