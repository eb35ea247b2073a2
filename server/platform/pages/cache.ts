// Responses that many visitors ask for, cached until a topic they show changes.
import { LRUCache } from 'lru-cache'
import type { Topic } from '#contract/common/endpoint.ts'

export type Cache<Value = unknown> = {
  /** Returns the cached value, or computes it once for all simultaneous callers. */
  getOrCompute: <T extends Value>(
    key: string,
    topics: readonly Topic[],
    maxAgeSeconds: number,
    compute: () => Promise<T>,
  ) => Promise<T>
  invalidate: (topics: readonly Topic[]) => void
}

const [objectBytes, fieldBytes] = [56, 16]

export function estimateBytes(value: unknown): number {
  if (typeof value === 'string') return 2 * value.length
  if (typeof value !== 'object' || value === null) return 0
  let bytes = objectBytes
  for (const field of Object.values(value)) bytes += fieldBytes + estimateBytes(field)
  return bytes
}

/**
 * A cache that drops the least recently used values above `maxWeight`. Values that `weigh` returns
 * undefined for, or more than `maxWeight`, aren't cached. `now` returns milliseconds.
 */
export function createCache<Value = unknown>(
  maxWeight = 500,
  now = Date.now,
  weigh: (value: Value) => number | undefined = () => 1,
): Cache<Value> {
  type Cached = { value: Value; topics: readonly Topic[] }
  type Pending = { value: Promise<unknown>; topics: readonly Topic[] }
  const cached = new LRUCache<string, Cached>({
    maxSize: maxWeight,
    ttlResolution: 0,
    perf: { now },
  })
  const pending = new Map<string, Pending>()
  return {
    async getOrCompute<T extends Value>(
      key: string,
      topics: readonly Topic[],
      maxAgeSeconds: number,
      compute: () => Promise<T>,
    ) {
      const found = cached.get(key) ?? pending.get(key)
      if (found) return found.value as T | Promise<T>
      const start = now()
      const value = compute()
      const entry = { value, topics }
      pending.set(key, entry)
      try {
        const computed = await value
        const weight = weigh(computed)
        // A change meanwhile has removed the entry: what was computed may be older than it.
        if (pending.get(key) === entry && weight !== undefined)
          cached.set(
            key,
            { value: computed, topics },
            { size: Math.max(1, weight), start, ttl: maxAgeSeconds * 1000 },
          )
        return computed
      } finally {
        if (pending.get(key) === entry) pending.delete(key)
      }
    },
    invalidate(changed) {
      for (const entries of [cached, pending])
        for (const [key, { topics }] of entries.entries())
          if (topics.some((topic) => changed.includes(topic))) entries.delete(key)
    },
  }
}
