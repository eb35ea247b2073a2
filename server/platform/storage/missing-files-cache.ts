import { createLruCache } from '#server/platform/cache/lru-cache.ts'
import { maxMissingNames, missingMs } from './policy.ts'
import type { Storage } from './storage.ts'

/** Remembers for a short time which names don't exist; another process may write them meanwhile. */
export function withMissingFilesCache(storage: Storage): Storage {
  const missing = createLruCache<true>(maxMissingNames, { ttl: missingMs })
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
      const writesBefore = writes
      const file = await storage.open(name)
      if (!file && writes === writesBefore) missing.set(name, true)
      return file
    },
  }
}
