/** Records of one kind in the browser's storage, by their ids. */
export type StoredRecords<T> = {
  all: () => T[]
  find: (id: string) => T | undefined
  keep: (id: string, record: T) => void
  forget: (id: string) => void
  clear: () => void
  /** Whether a `storage` event with this key, or null where all was cleared, is about one of them. */
  isKey: (key: string | null) => boolean
}

/**
 * Keeps records in localStorage under `prefix`, each with a key of its own: two tabs that write at the same time lose
 * nothing of each other's. Where storage is full or forbidden, a record lasts as long as the page.
 */
export function storedRecords<T>(prefix: string): StoredRecords<T> {
  const memory = new Map<string, T>()
  const stored = (key: string): T | undefined => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
    } catch {
      return undefined
    }
  }
  const keys = (): string[] => {
    try {
      return Array.from(
        { length: localStorage.length },
        (_, place) => localStorage.key(place) ?? '',
      )
    } catch {
      return []
    }
  }
  const isKey = (key: string | null) => key === null || key.startsWith(prefix)
  return {
    isKey,
    all: () => [
      ...keys().flatMap((key) => (isKey(key) ? (stored(key) ?? []) : [])),
      ...memory.values(),
    ],
    find: (id) => memory.get(id) ?? stored(prefix + id),
    keep: (id, record) => {
      try {
        localStorage.setItem(prefix + id, JSON.stringify(record))
        memory.delete(id)
      } catch {
        memory.set(id, record)
      }
    },
    forget: (id) => {
      memory.delete(id)
      try {
        localStorage.removeItem(prefix + id)
      } catch {
        // Forbidden: then nothing was stored either.
      }
    },
    clear: () => {
      memory.clear()
      for (const key of keys()) if (isKey(key)) localStorage.removeItem(key)
    },
  }
}
