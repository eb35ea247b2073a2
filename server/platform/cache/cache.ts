// Caches shared responses by URL until the data in them changes.
import { LRUCache } from 'lru-cache'
import type { Topic } from '#contract/common/endpoint.ts'
import { estimateBodyBytes } from './prepared-response.ts'

export const cacheLimits = { maxBytes: 96 * 1024 * 1024 }
/**
 * How long viewers may see a former state: one second, minus the time until other processes learn
 * of a change.
 */
export const defaultMaxStaleMs = 800
/** After a change of one of these topics, nobody may see the former state. */
const urgentTopics: readonly Topic[] = ['profiles', 'blocks', 'removals']

type Options<Value> = {
  topics: readonly Topic[]
  maxAgeSeconds: number
  /**
   * Whether an outdated value may be used briefly. Clients that have just changed something must
   * not get one.
   */
  mayBeStale?: boolean
  isCacheable?: (value: Value) => boolean
}

const [objectBytes, fieldBytes, entryBytes] = [56, 16, 1000]

export function estimateBytes(value: unknown): number {
  if (typeof value === 'string') return 2 * value.length
  if (typeof value !== 'object' || value === null) return 0
  if (ArrayBuffer.isView(value)) return estimateBodyBytes(value)
  let bytes = objectBytes
  for (const field of Object.values(value)) bytes += fieldBytes + estimateBytes(field)
  return bytes
}

/** `madeAt` and `age` are those at the start of the value's computation. */
type Entry<Value> = { value: Value; topics: readonly Topic[]; madeAt: number; age: number }

/**
 * `count` is called with how each value was found: in the cache, by joining a running computation,
 * or by a new computation. `maxStaleMs` is for how long people who didn't make a change may see the
 * state before it.
 */
export function createCache(
  count: (result: 'hit' | 'joined' | 'miss') => void,
  maxStaleMs = defaultMaxStaleMs,
) {
  const cached = new LRUCache<string, Entry<unknown>>({
    maxSize: cacheLimits.maxBytes,
    sizeCalculation: ({ value }, key) =>
      Math.ceil(entryBytes + 2 * key.length + estimateBytes(value)),
    ttlResolution: 0,
    perf: Date,
  })
  const pending = new Map<string, Entry<Promise<unknown>>>()
  let age = 0
  const outdatedAt = new Map<Topic, number>()

  function findUsable<Value>(entry: Entry<Value> | undefined, mayBeStale: boolean) {
    if (!entry) return undefined
    const changed = entry.topics.filter((topic) => (outdatedAt.get(topic) ?? 0) > entry.age)
    if (changed.length === 0) return entry
    // The value was current less than `maxStaleMs` ago, so it may still be used.
    const isRecent = Date.now() - entry.madeAt < maxStaleMs
    const isUrgent = changed.some((topic) => urgentTopics.includes(topic))
    return mayBeStale && isRecent && !isUrgent ? entry : undefined
  }

  return {
    /** Returns the cached value, or computes it once for all concurrent requests. */
    async getOrCompute<Value>(
      key: string,
      { topics, maxAgeSeconds, mayBeStale = false, isCacheable = () => true }: Options<Value>,
      compute: () => Promise<Value>,
    ): Promise<Value> {
      const hit = findUsable(cached.get(key), mayBeStale)
      const found = hit ?? findUsable(pending.get(key), mayBeStale)
      count(hit ? 'hit' : found ? 'joined' : 'miss')
      if (found) return found.value as Value | Promise<Value>
      const start = { topics, madeAt: Date.now(), age }
      const computation = { ...start, value: compute() }
      pending.set(key, computation)
      try {
        const value = await computation.value
        const isNewest = start.age >= (cached.peek(key)?.age ?? 0)
        if (isNewest && isCacheable(value))
          cached.set(key, { ...start, value }, { ttl: maxAgeSeconds * 1000, start: start.madeAt })
        return value
      } finally {
        if (pending.get(key) === computation) pending.delete(key)
      }
    },
    outdate: (topics: readonly Topic[]) => {
      age++
      for (const topic of topics) outdatedAt.set(topic, age)
    },
    /** The estimated size of all values. */
    bytes: () => cached.calculatedSize,
  }
}

export type Cache = ReturnType<typeof createCache>
