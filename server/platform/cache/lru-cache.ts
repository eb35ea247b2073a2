import { LRUCache } from 'lru-cache'

/**
 * Caches the `maxEntries` most recently used values, each for at most `ttl` milliseconds. Uses
 * LRUCache's `maxSize`, because its `max` allocates memory for all entries at once: 8 MB and 50 ms
 * for a server's rate limits.
 */
export const createLruCache = <Value extends object | true>(
  maxEntries: number,
  options: Pick<LRUCache.OptionsSizeLimit<string, Value, unknown>, 'ttl' | 'perf'> = {},
): LRUCache<string, Value> =>
  new LRUCache({ ...options, maxSize: maxEntries, sizeCalculation: () => 1 })
