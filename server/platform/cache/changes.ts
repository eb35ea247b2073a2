// Announces committed changes to the caches of all processes.
import { randomUUID } from 'node:crypto'
import { topics as allTopics, type Topic } from '#contract/common/endpoint.ts'
import { type Cache, defaultMaxStaleMs } from './cache.ts'
import { createLruCache } from './lru-cache.ts'

export const changesChannel = 'dobara_changes'
const maxNotedWriters = 10_000

/** `by` is the network address of the client that changed something. */
export type Change = { topics: readonly Topic[]; by?: string | undefined }

/** Used if it isn't known what changed, for example after a lost connection. */
export const unknownChange: Change = { topics: allTopics }

export function createChanges(cache: Pick<Cache, 'outdate'>) {
  const self = randomUUID()
  const writers = createLruCache<true>(maxNotedWriters, { ttl: defaultMaxStaleMs })
  const apply = (change: Change) => {
    cache.outdate(change.topics)
    if (change.by !== undefined) writers.set(change.by, true)
  }
  return {
    apply,
    /** Returns the payload that other processes pass to `applyNotification`. */
    toNotification: (change: Change) => JSON.stringify({ ...change, from: self }),
    applyNotification: (payload: string) => {
      const { from, ...change } = JSON.parse(payload) as Change & { from: string }
      if (from !== self) apply(change)
    },
    /**
     * Whether a client at this address has just changed something, so that its requests must not get
     * the former state.
     */
    isWriter: (address: string) => writers.has(address),
  }
}

export type Changes = ReturnType<typeof createChanges>
