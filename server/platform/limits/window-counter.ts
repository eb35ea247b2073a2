import { createLruCache } from '#server/platform/cache/lru-cache.ts'
import { maxTokenBuckets, minSharedUse, windowMs } from './policy.ts'

export type KeyUses = [key: string, uses: number]

export type WindowCounter = {
  /** Counts one; returns 0, or the seconds that are left of a minute that had its `max`. */
  count: (key: string) => number
  /** Uses that another process has counted. */
  add: (key: string, uses: number) => void
  /**
   * What was counted here since it was last asked, of keys that are used a lot: the others are far
   * from the limit, and too many to be told of.
   */
  takeHeavy: () => KeyUses[]
}

type Window = { uses: number; unshared: number; endsAt: number }

/** The minute of a key begins with its first use. */
export function createWindowCounter(max: number): WindowCounter {
  const windows = createLruCache<Window>(maxTokenBuckets)
  const heavy = new Set<string>()
  const windowOf = (key: string): Window => {
    const found = windows.get(key)
    if (found && found.endsAt > Date.now()) return found
    const begun = { uses: 0, unshared: 0, endsAt: Date.now() + windowMs }
    windows.set(key, begun)
    return begun
  }
  return {
    count(key) {
      const window = windowOf(key)
      window.uses++
      window.unshared++
      if (window.uses >= max * minSharedUse) heavy.add(key)
      return window.uses > max ? (window.endsAt - Date.now()) / 1000 : 0
    },
    add(key, uses) {
      windowOf(key).uses += uses
    },
    takeHeavy() {
      const taken: KeyUses[] = []
      for (const key of heavy) {
        const window = windows.peek(key)
        if (window && window.unshared > 0) taken.push([key, window.unshared])
        if (window) window.unshared = 0
      }
      heavy.clear()
      return taken
    },
  }
}
