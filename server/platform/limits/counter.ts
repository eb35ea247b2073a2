import { createLruCache } from '#server/platform/cache/lru-cache.ts'
import { maxCountedKeys } from './policy.ts'

export type Counter = (key: string, uses?: 0 | 1) => number

/** Counts a use, or only looks with 0; returns 0, or the seconds until a full minute ends. */
export function createCounter(maxPerMinute: number): Counter {
  const windows = createLruCache<{ uses: number; endsAt: number }>(maxCountedKeys)
  return (key, uses = 1) => {
    let window = windows.get(key)
    if (!window || window.endsAt <= Date.now()) {
      window = { uses: 0, endsAt: Date.now() + 60_000 }
      windows.set(key, window)
    }
    const secondsLeft = (window.endsAt - Date.now()) / 1000
    if (window.uses >= maxPerMinute) return secondsLeft
    window.uses += uses
    return 0
  }
}
