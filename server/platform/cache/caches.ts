import type { Topic } from '#contract/common/endpoint.ts'
import { createPageCache, type PageCache, responseTag } from '#server/platform/pages/page-cache.ts'
import { type Cache, createCache, estimateCachedBytes } from './cache.ts'
import type { ApplyOptions } from './cached-values.ts'
import type { Changes, NotedChanges } from './changes.ts'
import { createLruCache } from './lru-cache.ts'
import { maxCachedBytes, maxRememberedCommits } from './policy.ts'

export type Caches = {
  cache: Cache
  pageCache: PageCache
  apply: (topics: readonly Topic[], changes: Changes) => void
  /** Calls the listener after each change, in every process. */
  subscribe: (listener: (changes: Changes) => void) => void
  /** Returns what takes it back. */
  expectCommit: (transaction: string) => () => void
  applyOwn: (topics: readonly Topic[], noted: NotedChanges) => void
  /** Of a commit of any process; those of this one are applied by `applyOwn`. */
  applyNotified: (noted: NotedChanges) => void
}

/**
 * Cached responses and pages; a page is invalidated with the responses that it shows. `now` returns
 * milliseconds.
 */
export function createCaches(now = () => Date.now()): Caches {
  const listeners: ((changes: Changes) => void)[] = []
  const pageCache = createPageCache(now)
  const cache = createCache({
    maxWeight: maxCachedBytes,
    now,
    weigh: estimateCachedBytes,
    onInvalidate: (key, options) =>
      pageCache.applyChanges([], [{ tags: [responseTag(key)] }], options),
  })
  const ownCommits = createLruCache<true>(maxRememberedCommits)
  const apply = (topics: readonly Topic[], changes: Changes, options?: ApplyOptions) => {
    cache.applyChanges(topics, changes, options)
    pageCache.applyChanges(topics, changes, options)
    for (const listener of listeners) listener(changes)
  }
  return {
    cache,
    pageCache,
    apply,
    subscribe: (listener) => void listeners.push(listener),
    // It may be heard of before it has its response.
    expectCommit: (transaction) => {
      ownCommits.set(transaction, true)
      return () => void ownCommits.delete(transaction)
    },
    // Only here is it known who wrote, and must see it at once.
    applyOwn: (topics, { changes }) => apply(topics, changes, { mayBeStale: true }),
    applyNotified: ({ transaction, changes }) => {
      if (!ownCommits.has(transaction)) apply([], changes)
    },
  }
}
