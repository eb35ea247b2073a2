import { LRUCache } from 'lru-cache'
import type { Topic } from '#contract/common/endpoint.ts'
import type { Change } from './changes.ts'
import { createCheckedKeys } from './checked-keys.ts'
import type { Dependencies } from './dependencies.ts'
import { maxCheckedKeys, maxStaleMs } from './policy.ts'

/**
 * `mayBeStale`: what a change makes anew may be found as it was for a moment. `since`: when it
 * changed, if that is longer ago, in milliseconds.
 */
export type ApplyOptions = { mayBeStale?: boolean; since?: number }

type Entry<Value> = {
  value: Value
  topics: readonly Topic[]
  dependencies: Dependencies | undefined
  stale?: { since: number; isBeingMade: boolean }
}

function createTagIndex() {
  const keysByTag = new Map<string, Set<string>>()
  return {
    add: (key: string, tags: readonly string[]) => {
      for (const tag of tags) {
        const keys = keysByTag.get(tag)
        if (keys) keys.add(key)
        else keysByTag.set(tag, new Set([key]))
      }
    },
    remove: (key: string, tags: readonly string[]) => {
      for (const tag of tags) {
        const keys = keysByTag.get(tag)
        keys?.delete(key)
        if (keys?.size === 0) keysByTag.delete(tag)
      }
    },
    keysOf: (tag: string): readonly string[] => [...(keysByTag.get(tag) ?? [])],
  }
}

export const haveChanged = (topics: readonly Topic[], changed: readonly Topic[]): boolean =>
  topics.some((topic) => changed.includes(topic))

type Options = {
  maxWeight: number
  now: () => number
  /** Also of values that are dropped because of their age or for others. */
  onInvalidate: (key: string, options?: ApplyOptions) => void
}

/** Drops the least recently used values above `maxWeight`. */
export function createCachedValues<Value>({ maxWeight, now, onInvalidate }: Options) {
  const index = createTagIndex()
  const checked = createCheckedKeys(maxCheckedKeys)
  const keysWithoutDependencies = new Set<string>()
  const cached = new LRUCache<string, Entry<Value>>({
    maxSize: maxWeight,
    ttlResolution: 0,
    perf: { now },
    dispose: ({ dependencies }, key, reason) => {
      index.remove(key, dependencies?.tags ?? [])
      keysWithoutDependencies.delete(key)
      // It's asked for as often as the value that takes its place.
      if (reason === 'set') return
      checked.remove(key)
      onInvalidate(key)
    },
  })
  const invalidate = (key: string) => void cached.delete(key)
  return {
    invalidate,
    size: () => ({ entries: cached.size, bytes: cached.calculatedSize }),
    markStale(key: string, since: number): void {
      const entry = cached.peek(key)
      // One over its age may be shown by a page that is younger.
      if (!entry) invalidate(key)
      else if (entry.stale) entry.stale.since = Math.min(entry.stale.since, since)
      else {
        entry.stale = { since, isBeingMade: false }
        onInvalidate(key, { mayBeStale: true, since })
      }
    },
    findFresh(key: string): { value: Value } | undefined {
      const entry = cached.get(key)
      if (entry) checked.noteAsked(key)
      return entry?.stale ? undefined : entry
    },
    /** Of a stale one the first asker gets nothing: they make it anew. */
    findMaybeStale(key: string): Value | undefined {
      const entry = cached.get(key)
      if (entry) checked.noteAsked(key)
      if (!entry?.stale) return entry?.value
      const { since, isBeingMade } = entry.stale
      entry.stale.isBeingMade = true
      return isBeingMade && now() - since < maxStaleMs ? entry.value : undefined
    },
    /** Returns whether it is cached: there may be no room for it, or it is over its age already. */
    store(
      key: string,
      { value, topics, dependencies }: Omit<Entry<Value>, 'stale'>,
      { weight, start, ttl }: { weight: number; start: number; ttl: number },
    ): boolean {
      const entry = { value, topics, dependencies }
      cached.set(key, entry, { size: Math.max(1, Math.ceil(weight)), start, ttl })
      const isCached = cached.peek(key) === entry
      if (!isCached || !dependencies?.isChangedBy) checked.remove(key)
      if (!isCached) return false
      if (!dependencies) keysWithoutDependencies.add(key)
      index.add(key, dependencies?.tags ?? [])
      const excess = dependencies?.isChangedBy && checked.add(key)
      if (excess !== undefined) invalidate(excess)
      return true
    },
    /** Invalidates those over their age, so that they slow down only one commit. */
    keysChangedBy(change: Change): string[] {
      const keys = change.tags.flatMap((tag) => index.keysOf(tag))
      for (const key of checked.all()) {
        const entry = cached.peek(key)
        if (!entry) invalidate(key)
        else if (entry.dependencies?.isChangedBy?.(change)) keys.push(key)
      }
      return keys
    },
    /** Leaves out those that say their dependencies, unless `includesExact`. */
    invalidateByTopics(changed: readonly Topic[], includesExact: boolean): void {
      if (includesExact) cached.purgeStale()
      for (const key of includesExact ? [...cached.keys()] : keysWithoutDependencies) {
        const entry = cached.peek(key, { allowStale: true })
        if (entry && haveChanged(entry.topics, changed)) invalidate(key)
      }
    },
    invalidateExact(): void {
      for (const [key, { dependencies }] of cached.entries()) if (dependencies) invalidate(key)
    },
  }
}
