// What tests of the browser's side stand on, where Node has no browser: storage, a window and a page that is being looked at.
import { vi } from 'vitest'

export function memoryStorage(entries: Record<string, string> = {}): Storage {
  const kept = new Map(Object.entries(entries))
  return {
    get length() {
      return kept.size
    },
    key: (place) => [...kept.keys()][place] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}

/** A browser's globals, until `vi.unstubAllGlobals`. */
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

/** Says to this tab that another one has changed what is kept under the key. */
export const tellOfStorage = (window: EventTarget, key: string): void =>
  void window.dispatchEvent(Object.assign(new Event('storage'), { key }))
