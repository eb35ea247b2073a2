// What isn't in the store: asked for again and again, it isn't looked for each time.
import { LRUCache } from 'lru-cache'
import type { Storage } from './storage.ts'

/** For so many milliseconds a name is remembered as missing; another process may have written it meanwhile. */
const missingMs = 5000
const mostMissing = 10_000

/** The store, which remembers for a short time what it doesn't have. What is written here is found at once. */
export function withMissCache(storage: Storage): Storage {
  const missing = new LRUCache<string, true>({ max: mostMissing, ttl: missingMs })
  let writes = 0
  return {
    ...storage,
    write: async (name, bytes) => {
      writes++
      await storage.write(name, bytes).finally(() => {
        writes++
        missing.delete(name)
      })
    },
    open: async (name) => {
      if (missing.has(name)) return undefined
      const before = writes
      const found = await storage.open(name)
      // It may have been written while it was looked for.
      if (!found && writes === before) missing.set(name, true)
      return found
    },
  }
}
