// Answers that many visitors ask for, kept until a topic they show is changed.
import type { Topic } from '#contract/endpoint.ts'

type Entry = { value: Promise<unknown>; topics: readonly Topic[]; dies: number }

export type Cache = {
  /** The kept value of `key`, or what `make` gives; simultaneous askers share one `make`. `seconds` bounds its age. */
  through: <T>(key: string, topics: readonly Topic[], seconds: number, make: () => Promise<T>) => Promise<T>
  /** Forgets everything that shows one of the topics. */
  drop: (topics: readonly Topic[]) => void
}

/** A bounded cache; the entry longest unused goes first. `now` gives milliseconds. */
export function createCache(most = 500, now = Date.now): Cache {
  const entries = new Map<string, Entry>()
  return {
    through(key, topics, seconds, make) {
      const found = entries.get(key)
      if (found && found.dies > now()) {
        entries.delete(key)
        entries.set(key, found)
        return found.value as ReturnType<typeof make>
      }
      const value = make()
      const entry: Entry = { value, topics, dies: now() + seconds * 1000 }
      entries.delete(key)
      entries.set(key, entry)
      value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key)
      })
      for (const oldest of entries.keys()) {
        if (entries.size <= most) break
        entries.delete(oldest)
      }
      return value
    },
    drop(topics) {
      for (const [key, entry] of entries) if (entry.topics.some((topic) => topics.includes(topic))) entries.delete(key)
    },
  }
}
