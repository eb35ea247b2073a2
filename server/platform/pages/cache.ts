// Responses that many visitors ask for, cached until a topic they show changes.
import type { Topic } from '#contract/common/endpoint.ts'

type Entry = {
  value: Promise<unknown>
  topics: readonly Topic[]
  expiresAt: number
  weight: number
  timer: NodeJS.Timeout
}

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
 * A cache that drops the least recently used entries above `maxWeight`. Values that `weigh` returns
 * undefined for, or more than `maxWeight`, aren't cached. `now` returns milliseconds.
 */
export function createCache<Value = unknown>(
  maxWeight = 500,
  now = Date.now,
  weigh: (value: Value) => number | undefined = () => 1,
): Cache<Value> {
  const entries = new Map<string, Entry>()
  let totalWeight = 0
  const remove = (key: string, entry: Entry) => {
    if (entries.get(key) !== entry) return
    entries.delete(key)
    clearTimeout(entry.timer)
    totalWeight -= entry.weight
  }
  const setWeight = (entry: Entry, weight: number) => {
    totalWeight += weight - entry.weight
    entry.weight = weight
    for (const [key, oldest] of entries) {
      if (totalWeight <= maxWeight) break
      remove(key, oldest)
    }
  }
  return {
    getOrCompute(key, topics, maxAgeSeconds, compute) {
      const cached = entries.get(key)
      if (cached && cached.expiresAt > now()) {
        entries.delete(key)
        entries.set(key, cached)
        return cached.value as ReturnType<typeof compute>
      }
      if (cached) remove(key, cached)
      const maxAgeMs = maxAgeSeconds * 1000
      const value = compute()
      const timer = setTimeout(() => remove(key, entry), maxAgeMs).unref()
      const entry: Entry = { value, topics, expiresAt: now() + maxAgeMs, weight: 0, timer }
      entries.set(key, entry)
      setWeight(entry, 1)
      value.then(
        (computed) => {
          const weight = weigh(computed)
          if (weight === undefined || weight > maxWeight) remove(key, entry)
          else if (entries.get(key) === entry) setWeight(entry, weight)
        },
        () => remove(key, entry),
      )
      return value
    },
    invalidate(topics) {
      for (const [key, entry] of entries)
        if (entry.topics.some((topic) => topics.includes(topic))) remove(key, entry)
    },
  }
}
