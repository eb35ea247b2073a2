import { createLruCache } from '#server/platform/cache/lru-cache.ts'

const maxKeys = 20_000

/**
 * Returns a function that counts one use of a key. It returns 0 within the limit, or else the
 * seconds until the minute ends. `takeBack` takes one use back.
 */
export function createCounter(maxPerMinute: number) {
  const windows = createLruCache<{ uses: number; endsAt: number }>(maxKeys)
  const count = (key: string): number => {
    let window = windows.get(key)
    if (!window || window.endsAt <= Date.now()) {
      window = { uses: 0, endsAt: Date.now() + 60_000 }
      windows.set(key, window)
    }
    if (window.uses++ < maxPerMinute) return 0
    return (window.endsAt - Date.now()) / 1000
  }
  const takeBack = (key: string) => {
    const window = windows.get(key)
    if (window) window.uses--
  }
  return Object.assign(count, { takeBack })
}
