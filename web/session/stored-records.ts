export type StoredRecords<T> = {
  all: () => T[]
  get: (id: string) => T | undefined
  set: (id: string, record: T) => void
  delete: (id: string) => void
  /** Deletes all records, or those for which `which` is true. */
  clear: (which?: (id: string, record: T | undefined) => boolean) => void
  /** Whether a `storage` event is about these records. The key is null if all were cleared. */
  isKey: (key: string | null) => boolean
}

/**
 * Stores each record in localStorage under its own key, so that two tabs never overwrite each
 * other's records. If storage is full or forbidden, records last as long as the page.
 */
export function createStoredRecords<T>(prefix: string): StoredRecords<T> {
  const memory = new Map<string, T>()
  const read = (key: string): T | undefined => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
    } catch {
      return undefined
    }
  }
  const allKeys = (): string[] => {
    try {
      return Array.from(
        { length: localStorage.length },
        (_, index) => localStorage.key(index) ?? '',
      )
    } catch {
      return []
    }
  }
  const isKey = (key: string | null) => key === null || key.startsWith(prefix)
  return {
    isKey,
    all: () => [
      ...allKeys().flatMap((key) => (isKey(key) ? (read(key) ?? []) : [])),
      ...memory.values(),
    ],
    get: (id) => memory.get(id) ?? read(prefix + id),
    set: (id, record) => {
      try {
        localStorage.setItem(prefix + id, JSON.stringify(record))
        memory.delete(id)
      } catch {
        memory.set(id, record)
      }
    },
    delete: (id) => {
      memory.delete(id)
      try {
        localStorage.removeItem(prefix + id)
      } catch {
        // If storage is forbidden, nothing was stored either.
      }
    },
    clear: (which = () => true) => {
      for (const [id, record] of memory) if (which(id, record)) memory.delete(id)
      for (const key of allKeys())
        if (isKey(key) && which(key.slice(prefix.length), read(key))) localStorage.removeItem(key)
    },
  }
}
