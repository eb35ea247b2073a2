import { createLruCache } from '#server/platform/cache/lru-cache.ts'
import { maxTokenBuckets } from './policy.ts'

/** Takes a token of the key (with 0 only checks); returns 0, or the seconds until there is one. */
type TokenBucket = (key: string, take?: 0 | 1) => number

const minuteMs = 60_000

/** Each key starts with `capacity` tokens and regains `perMinute`. `now` returns milliseconds. */
export function createTokenBucket(
  perMinute: number,
  now: () => number = () => Date.now(),
  capacity = perMinute,
): TokenBucket {
  const ttl = (capacity / perMinute) * minuteMs
  const buckets = createLruCache<{ tokens: number; at: number }>(maxTokenBuckets, {
    ttl,
    perf: { now },
  })
  return (key, take = 1) => {
    const at = now()
    const { tokens, at: lastAt } = buckets.get(key) ?? { tokens: capacity, at }
    const available = Math.min(capacity, tokens + ((at - lastAt) / minuteMs) * perMinute)
    if (available >= 1) {
      buckets.set(key, { tokens: available - take, at })
      return 0
    }
    buckets.set(key, { tokens: available, at })
    return ((1 - available) / perMinute) * (minuteMs / 1000)
  }
}
