import { LRUCache } from 'lru-cache'

/**
 * Keeps the `maxEntries` values that were used last, `ttl` milliseconds each where it is given. It
 * takes memory for those that it has: LRUCache's own `max` takes it for all of them at once, which
 * were 8 MB and 50 ms for the limits of a server.
 */
export const createLruCache = <Value extends object | true>(
  maxEntries: number,
  options: Pick<LRUCache.OptionsSizeLimit<string, Value, unknown>, 'ttl' | 'perf'> = {},
): LRUCache<string, Value> =>
  new LRUCache({ ...options, maxSize: maxEntries, sizeCalculation: () => 1 })
