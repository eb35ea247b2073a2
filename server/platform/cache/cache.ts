import type { Topic } from '#contract/common/endpoint.ts'
import { type ApplyOptions, createCachedValues, haveChanged } from './cached-values.ts'
import type { Change, Changes } from './changes.ts'
import { areChangedBy, type Dependencies } from './dependencies.ts'
import { estimateBodyBytes } from './prepared-response.ts'

type EntryOptions<T> = {
  /** Without `dependenciesOf`, any change of one of these makes it anew. */
  topics: readonly Topic[]
  maxAgeSeconds: number
  dependenciesOf?: ((value: T) => Dependencies) | undefined
}

export type CacheUse = {
  /** Asked for: found, waited for with others, or made. */
  hits: number
  joined: number
  misses: number
  entries: number
  /** Estimated. */
  bytes: number
}

export type Cache<Value = unknown> = {
  /** Returns the cached value, or computes it once for all simultaneous callers. */
  getOrCompute: <T extends Value>(
    key: string,
    options: EntryOptions<T>,
    compute: () => Promise<T>,
  ) => Promise<T>
  /**
   * The cached value, without computing it. One that has changed just now is found by those who may
   * get it as it was, except for the first of them, who is to make it anew.
   */
  find: (key: string, options?: { mayBeStale?: boolean }) => Value | undefined
  /** All that depends on one of these topics, also what says its dependencies more exactly. */
  invalidate: (topics: readonly Topic[]) => void
  /**
   * Invalidates what a commit has changed: by its dependencies, or else by its topics.
   * `mayBeStale`: it is found as it was for a moment.
   */
  applyChanges: (topics: readonly Topic[], changes: Changes, options?: ApplyOptions) => void
  use: () => CacheUse
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

/** Of a value with its key and what it is found and invalidated by. */
export const estimateCachedBytes = (value: unknown, key: string): number =>
  entryBytes + estimateBytes(key) + estimateBytes(value)

type Pending = {
  value: Promise<unknown>
  topics: readonly Topic[]
  isExact: boolean
  start: number
  changes: (Change & { at: number; mayBeStale: boolean })[]
}

type Options<Value> = {
  maxWeight?: number
  /** Returns milliseconds. */
  now?: () => number
  /** Values that it returns undefined for, or more than `maxWeight`, aren't cached. */
  weigh?: (value: Value, key: string) => number | undefined
  /** Also of values that are evicted, or were computed and aren't cached. */
  onInvalidate?: ((key: string, options?: ApplyOptions) => void) | undefined
}

type PendingChange = Pending['changes'][number]
type Meanwhile = { state: 'unchanged' | 'changed' } | { state: 'stale'; since: number }

/**
 * What became of a value while it was computed, by the changes since then: it may be found as it is
 * for a moment if all who changed it allow that.
 */
export function changedMeanwhile(
  dependencies: Dependencies | undefined,
  changes: readonly PendingChange[],
): Meanwhile {
  const own = dependencies ? changes.filter((change) => areChangedBy(dependencies, change)) : []
  if (own.length === 0) return { state: 'unchanged' }
  if (!own.every(({ mayBeStale }) => mayBeStale)) return { state: 'changed' }
  return { state: 'stale', since: Math.min(...own.map(({ at }) => at)) }
}

function createPending() {
  const joinable = new Map<string, Pending>()
  const outdated = new Set<Pending>()
  return {
    find: (key: string) => joinable.get(key),
    add: (key: string, entry: Pending) => void joinable.set(key, entry),
    /** After a change of its topic it may be older than that. */
    mayBeCached: (key: string, entry: Pending) =>
      joinable.get(key) === entry || outdated.has(entry),
    remove: (key: string, entry: Pending) => {
      if (joinable.get(key) === entry) joinable.delete(key)
      outdated.delete(entry)
    },
    dropByTopics(changed: readonly Topic[], includesExact: boolean) {
      for (const [key, { topics, isExact }] of joinable)
        if ((includesExact || !isExact) && haveChanged(topics, changed)) joinable.delete(key)
      if (includesExact) outdated.clear()
    },
    dropExact() {
      for (const [key, { isExact }] of joinable) if (isExact) joinable.delete(key)
      outdated.clear()
    },
    /** Whoever asks from now on must see the changes; who asked before gets what is on its way. */
    noteChanges(changes: readonly PendingChange[]) {
      for (const [key, entry] of joinable)
        if (entry.isExact) {
          outdated.add(entry)
          joinable.delete(key)
        }
      for (const entry of outdated) entry.changes.push(...changes)
    },
  }
}

export function createCache<Value = unknown>({
  maxWeight = 500,
  now = () => Date.now(),
  weigh = () => 1,
  onInvalidate = () => {},
}: Options<Value> = {}): Cache<Value> {
  const cached = createCachedValues<Value>({ maxWeight, now, onInvalidate })
  const pending = createPending()
  const asked = { hits: 0, joined: 0, misses: 0 }

  const finish = <T extends Value>(
    key: string,
    value: T,
    { topics, dependenciesOf, maxAgeSeconds }: EntryOptions<T>,
    entry: Pending,
  ) => {
    const dependencies = dependenciesOf?.(value)
    const meanwhile = changedMeanwhile(dependencies, entry.changes)
    const hasNewer = !pending.mayBeCached(key, entry) || cached.findFresh(key) !== undefined
    const weight = weigh(value, key)
    const ttl = maxAgeSeconds * 1000
    const isCached =
      !hasNewer &&
      weight !== undefined &&
      cached.store(key, { value, topics, dependencies }, { weight, start: entry.start, ttl })
    if (isCached && meanwhile.state === 'stale') cached.markStale(key, meanwhile.since)
    else if (isCached && meanwhile.state === 'changed') cached.invalidate(key)
    // What depends on it wouldn't hear that it has changed, or will.
    else if (!isCached && meanwhile.state === 'stale')
      onInvalidate(key, { mayBeStale: true, since: meanwhile.since })
    else if (!isCached && (meanwhile.state === 'changed' || !hasNewer)) onInvalidate(key)
  }
  const invalidateByTopics = (changed: readonly Topic[], includesExact: boolean) => {
    if (changed.length === 0) return
    cached.invalidateByTopics(changed, includesExact)
    pending.dropByTopics(changed, includesExact)
  }
  return {
    use: () => ({ ...asked, ...cached.size() }),
    async getOrCompute<T extends Value>(
      key: string,
      options: EntryOptions<T>,
      compute: () => Promise<T>,
    ) {
      const fresh = cached.findFresh(key)
      const found = fresh ?? pending.find(key)
      asked[fresh ? 'hits' : found ? 'joined' : 'misses']++
      if (found) return found.value as T | Promise<T>
      const { topics, dependenciesOf } = options
      const start = now()
      const value = compute()
      const entry = { value, topics, isExact: dependenciesOf !== undefined, start, changes: [] }
      pending.add(key, entry)
      try {
        const computed = await value
        finish(key, computed, options, entry)
        return computed
      } finally {
        pending.remove(key, entry)
      }
    },
    find: (key, { mayBeStale = false } = {}) =>
      mayBeStale ? cached.findMaybeStale(key) : cached.findFresh(key)?.value,
    invalidate: (topics) => invalidateByTopics(topics, true),
    applyChanges(topics, changes, { mayBeStale = false, since: at = now() } = {}) {
      invalidateByTopics(topics, false)
      if (changes === 'all') {
        cached.invalidateExact()
        pending.dropExact()
        return
      }
      if (changes.length === 0) return
      for (const key of changes.flatMap((change) => cached.keysChangedBy(change)))
        if (mayBeStale) cached.markStale(key, at)
        else cached.invalidate(key)
      pending.noteChanges(changes.map((change) => ({ ...change, at, mayBeStale })))
    },
  }
}
