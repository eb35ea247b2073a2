// What many people ask for, kept until something that it shows changes.
import { LRUCache } from 'lru-cache'
import type { Topic } from '#contract/common/endpoint.ts'
import type { Change, Changes } from './changes.ts'

/** What a kept value shows, and so what it is forgotten by. */
export type Shows = {
  /** Names of what it shows, as changes have them: 'book 01a2…', 'seller 01a2…'. */
  tags: readonly string[]
  /**
   * Whether something that it doesn't show changes it too: of a list, a book that belongs there.
   */
  isChangedBy?: (change: Change) => boolean
}

export type KeepOptions<T> = {
  /** Without `shows`, any change of one of these makes it anew. */
  topics: readonly Topic[]
  maxAgeSeconds: number
  shows?: ((value: T) => Shows) | undefined
}

export type Cache<Value = unknown> = {
  /** Returns the kept value, or computes it once for all simultaneous callers. */
  getOrCompute: <T extends Value>(
    key: string,
    options: KeepOptions<T>,
    compute: () => Promise<T>,
  ) => Promise<T>
  /** The kept value, without computing it. */
  find: (key: string) => Value | undefined
  /** Forgets all that depends on one of these topics, also what says more exactly what it shows. */
  invalidate: (topics: readonly Topic[]) => void
  /** Forgets what a commit has changed: by what it shows, or else by its topics. */
  applyChanges: (topics: readonly Topic[], changes: Changes) => void
}

const [objectBytes, fieldBytes] = [56, 16]

export function estimateBytes(value: unknown): number {
  if (typeof value === 'string') return 2 * value.length
  if (typeof value !== 'object' || value === null) return 0
  if (ArrayBuffer.isView(value)) return value.byteLength
  let bytes = objectBytes
  for (const field of Object.values(value)) bytes += fieldBytes + estimateBytes(field)
  return bytes
}

type Entry<Value> = { value: Value; topics: readonly Topic[]; shows: Shows | undefined }

/** Keys of kept values by the tags of what they show. */
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
    keysOf: (tag: string): ReadonlySet<string> | undefined => keysByTag.get(tag),
  }
}

const isShown = ({ tags, isChangedBy }: Shows, change: Change): boolean =>
  change.tags.some((tag) => tags.includes(tag)) || isChangedBy?.(change) === true

type Options<Value> = {
  maxWeight?: number
  /** Returns milliseconds. */
  now?: () => number
  /** Values that it returns undefined for, or more than `maxWeight`, aren't kept. */
  weigh?: (value: Value) => number | undefined
  /** Also of values that are dropped because of their age or for others. */
  onForget?: ((key: string) => void) | undefined
}

/** A cache that drops the least recently used values above `maxWeight`. */
export function createCache<Value = unknown>({
  maxWeight = 500,
  now = Date.now,
  weigh = () => 1,
  onForget,
}: Options<Value> = {}): Cache<Value> {
  type Pending = {
    value: Promise<unknown>
    topics: readonly Topic[]
    isExact: boolean
    /** Of those that came while it was computed. */
    changes: Change[]
  }
  const index = createTagIndex()
  /** Keys of values that may be changed by what they don't show. */
  const open = new Set<string>()
  const kept = new LRUCache<string, Entry<Value>>({
    maxSize: maxWeight,
    ttlResolution: 0,
    perf: { now },
    dispose: ({ shows }, key, reason) => {
      if (shows) {
        index.remove(key, shows.tags)
        open.delete(key)
      }
      if (reason !== 'set') onForget?.(key)
    },
  })
  const pending = new Map<string, Pending>()
  /** Being computed, but not to be joined any more: something has changed since. */
  const outdated = new Set<Pending>()

  const forget = (key: string) => void kept.delete(key)
  const keep = <T extends Value>(key: string, value: T, start: number, options: KeepOptions<T>) => {
    const weight = weigh(value)
    if (weight === undefined) return undefined
    const shows = options.shows?.(value)
    const entry = { value, topics: options.topics, shows }
    kept.set(key, entry, {
      size: Math.max(1, Math.ceil(weight)),
      start,
      ttl: options.maxAgeSeconds * 1000,
    })
    if (!shows || kept.peek(key) !== entry) return undefined
    index.add(key, shows.tags)
    if (shows.isChangedBy) open.add(key)
    return shows
  }
  /** Leaves out those that say more exactly what they show, unless `isWhole`. */
  const forgetByTopics = (changed: readonly Topic[], isWhole: boolean) => {
    if (changed.length === 0) return
    const hasChanged = (topics: readonly Topic[]) => topics.some((topic) => changed.includes(topic))
    kept.purgeStale()
    for (const [key, { topics, shows }] of kept.entries())
      if ((isWhole || !shows) && hasChanged(topics)) forget(key)
    for (const [key, { topics, isExact }] of pending)
      if ((isWhole || !isExact) && hasChanged(topics)) pending.delete(key)
    if (isWhole) outdated.clear()
  }
  const forgetExact = () => {
    for (const [key, { shows }] of kept.entries()) if (shows) forget(key)
    for (const [key, { isExact }] of pending) if (isExact) pending.delete(key)
    outdated.clear()
  }
  const forgetShown = (change: Change) => {
    for (const tag of change.tags) for (const key of [...(index.keysOf(tag) ?? [])]) forget(key)
    for (const key of open)
      if (kept.peek(key, { allowStale: true })?.shows?.isChangedBy?.(change)) forget(key)
  }
  return {
    async getOrCompute<T extends Value>(
      key: string,
      options: KeepOptions<T>,
      compute: () => Promise<T>,
    ) {
      const found = kept.get(key) ?? pending.get(key)
      if (found) return found.value as T | Promise<T>
      const start = now()
      const value = compute()
      const isExact = options.shows !== undefined
      const entry: Pending = { value, topics: options.topics, isExact, changes: [] }
      pending.set(key, entry)
      try {
        const computed = await value
        // After a change of a topic it may be older than that.
        const isCurrent = pending.get(key) === entry || outdated.has(entry)
        if (isCurrent && !kept.has(key)) {
          const shows = keep(key, computed, start, options)
          if (shows && entry.changes.some((change) => isShown(shows, change))) forget(key)
        }
        return computed
      } finally {
        if (pending.get(key) === entry) pending.delete(key)
        outdated.delete(entry)
      }
    },
    find: (key) => kept.get(key)?.value,
    invalidate: (topics) => forgetByTopics(topics, true),
    applyChanges(topics, changes) {
      forgetByTopics(topics, false)
      if (changes === 'all') return forgetExact()
      if (changes.length === 0) return
      for (const change of changes) forgetShown(change)
      // Whoever asks from now on must see the changes; who asked before gets what is on its way.
      for (const [key, entry] of pending)
        if (entry.isExact) {
          outdated.add(entry)
          pending.delete(key)
        }
      for (const entry of outdated) entry.changes.push(...changes)
    },
  }
}
