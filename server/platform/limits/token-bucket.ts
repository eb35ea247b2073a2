// Counting that doesn't wait: a token bucket for each key, in bounded memory.
import { LRUCache } from 'lru-cache'

/** Takes a token of the key, or with 0 only looks for one; gives 0, or the seconds until there is one where none is left. */
export type TokenBucket = (key: string, take?: 0 | 1) => number

const minuteMs = 60_000
/** Beyond so many keys those longest unused begin anew. */
const mostKeys = 20_000

/** Gives each key `full` tokens at once and `perMinute` again a minute. `now` gives milliseconds. */
export function createTokenBucket(
  perMinute: number,
  now: () => number = Date.now,
  full = perMinute,
): TokenBucket {
  // Whatever was unused for so long is full again.
  const ttl = (full / perMinute) * minuteMs
  const buckets = new LRUCache<string, { tokens: number; at: number }>({
    max: mostKeys,
    ttl,
    perf: { now },
  })
  return (key, take = 1) => {
    const at = now()
    const { tokens, at: since } = buckets.get(key) ?? { tokens: full, at }
    const left = Math.min(full, tokens + ((at - since) / minuteMs) * perMinute)
    if (left >= 1) {
      buckets.set(key, { tokens: left - take, at })
      return 0
    }
    buckets.set(key, { tokens: left, at })
    return ((1 - left) / perMinute) * (minuteMs / 1000)
  }
}
