// Answers that many visitors ask for, kept until a topic they show is changed.
import type { Topic } from '#contract/endpoint.ts'

type Entry = {
  value: Promise<unknown>
  topics: readonly Topic[]
  dies: number
  weight: number
  end: NodeJS.Timeout
}

export type Cache<Value = unknown> = {
  /** The kept value of `key`, or what `make` gives; simultaneous askers share one `make`. `seconds` bounds its age. */
  getOrCompute: <T extends Value>(
    key: string,
    topics: readonly Topic[],
    seconds: number,
    make: () => Promise<T>,
  ) => Promise<T>
  /** Forgets everything that shows one of the topics. */
  invalidate: (topics: readonly Topic[]) => void
}

/** What V8 takes for an object and for one of its fields, roughly. */
const [objectBytes, fieldBytes] = [56, 16]

/**
 * Roughly how many bytes of memory a value takes. A letter counts two, as many as it takes in a text where one of them is
 * no Latin one.
 */
export function estimateBytes(value: unknown): number {
  if (typeof value === 'string') return 2 * value.length
  if (typeof value !== 'object' || value === null) return 0
  let bytes = objectBytes
  for (const part of Object.values(value)) bytes += fieldBytes + estimateBytes(part)
  return bytes
}

/**
 * A bounded cache; the entry longest unused goes first. `now` gives milliseconds. `weigh` tells how much of `most` a value
 * takes, or undefined for one that isn't to be kept; each counts 1 while it is being made. What takes more than `most`
 * isn't kept either, and pushes nothing out.
 */
export function createCache<Value = unknown>(
  most = 500,
  now = Date.now,
  weigh: (value: Value) => number | undefined = () => 1,
): Cache<Value> {
  const entries = new Map<string, Entry>()
  let total = 0
  const remove = (key: string, entry: Entry) => {
    if (entries.get(key) !== entry) return
    entries.delete(key)
    clearTimeout(entry.end)
    total -= entry.weight
  }
  const count = (entry: Entry, weight: number) => {
    total += weight - entry.weight
    entry.weight = weight
    for (const [oldest, other] of entries) {
      if (total <= most) break
      remove(oldest, other)
    }
  }
  return {
    getOrCompute(key, topics, seconds, make) {
      const found = entries.get(key)
      if (found && found.dies > now()) {
        entries.delete(key)
        entries.set(key, found)
        return found.value as ReturnType<typeof make>
      }
      if (found) remove(key, found)
      const value = make()
      // What nobody asks for again takes no room after its time.
      const end = setTimeout(() => remove(key, entry), seconds * 1000).unref()
      const entry: Entry = { value, topics, dies: now() + seconds * 1000, weight: 0, end }
      entries.set(key, entry)
      count(entry, 1)
      value.then(
        (made) => {
          const weight = weigh(made)
          if (weight === undefined || weight > most) remove(key, entry)
          else if (entries.get(key) === entry) count(entry, weight)
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
