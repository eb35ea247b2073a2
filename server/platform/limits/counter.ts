import { createLruCache } from '#server/platform/cache/lru-cache.ts'

const maxKeys = 20_000

export type Counter = (key: string) => number

/**
 * Returns a function that counts one use of a key. Within the limit it returns 0, otherwise the
 * seconds until the minute ends.
 */
export function createCounter(maxPerMinute: number): Counter {
  const windows = createLruCache<{ uses: number; endsAt: number }>(maxKeys)
  return (key) => {
    let window = windows.get(key)
    if (!window || window.endsAt <= Date.now()) {
      window = { uses: 0, endsAt: Date.now() + 60_000 }
      windows.set(key, window)
    }
    if (window.uses++ < maxPerMinute) return 0
    return (window.endsAt - Date.now()) / 1000
  }
}
