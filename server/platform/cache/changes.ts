// What commits have changed of what caches hold, told to the caches of all processes.
import { randomUUID } from 'node:crypto'
import { topics as allTopics, type Topic } from '#contract/common/endpoint.ts'
import { type Cache, defaultMaxStaleMs } from './cache.ts'
import { createLruCache } from './lru-cache.ts'

export const changesChannel = 'dobara_changes'
const maxNotedWriters = 10_000

/**
 * `by` is the address of whoever made it; `movedBooks` are those that came to the market or left it.
 */
export type Change = {
  topics: readonly Topic[]
  by?: string | undefined
  movedBooks?: readonly string[]
}

/** More than anybody knows, as after a lost connection. */
export const unknownChange: Change = { topics: allTopics }

export type Changes = {
  apply: (change: Change) => void
  /** Applies what another process has sent. */
  applyNotification: (payload: string) => void
  /** What tells other processes of a change, as `applyNotification` reads it. */
  toNotification: (change: Change) => string
  /** Whether somebody at this address has just changed something, and must see it. */
  isWriter: (address: string) => boolean
  /** Calls the listener after each change that is applied here. */
  subscribe: (listener: (change: Change) => void) => void
}

export function createChanges(cache: Pick<Cache, 'outdate'>): Changes {
  const self = randomUUID()
  const listeners: ((change: Change) => void)[] = []
  const writers = createLruCache<true>(maxNotedWriters, { ttl: defaultMaxStaleMs })
  const apply = (change: Change) => {
    cache.outdate(change.topics)
    if (change.by !== undefined) writers.set(change.by, true)
    for (const listener of listeners) listener(change)
  }
  return {
    apply,
    toNotification: (change) => JSON.stringify({ ...change, from: self }),
    applyNotification: (payload) => {
      const { from, ...change } = JSON.parse(payload) as Change & { from: string }
      if (from !== self) apply(change)
    },
    isWriter: (address) => writers.has(address),
    subscribe: (listener) => void listeners.push(listener),
  }
}
