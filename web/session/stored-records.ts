import { readStored, storedKeys, writeStored } from './stored-text.ts'

export type StoredRecords<T> = ReturnType<typeof createStoredRecords<T>>

/**
 * Stores each record in localStorage under its own key, so that two tabs never overwrite each
 * other's records.
 */
export function createStoredRecords<T>(prefix: string) {
  const read = (key: string): T | undefined => {
    try {
      return JSON.parse(readStored(key) ?? 'null') ?? undefined
    } catch {
      return undefined
    }
  }
  return {
    /** Whether a `storage` event is about these records. The key is null if all were cleared. */
    isKey: (key: string | null): boolean => key === null || key.startsWith(prefix),
    all: (): T[] => storedKeys(prefix).flatMap((key) => read(key) ?? []),
    get: (id: string): T | undefined => read(prefix + id),
    set: (id: string, record: T): void => writeStored(prefix + id, JSON.stringify(record)),
    delete: (id: string): void => writeStored(prefix + id, undefined),
    /** Deletes the records for which `which` is true; by default, all records. */
    clear: (which: (id: string, record: T | undefined) => boolean = () => true): void => {
      for (const key of storedKeys(prefix))
        if (which(key.slice(prefix.length), read(key))) writeStored(key, undefined)
    },
  }
}
