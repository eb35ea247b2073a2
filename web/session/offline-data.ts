// Data that a person has read. The page and the service worker save it to show it offline. It is
// deleted when the person's session ends.
import { createStoredRecords, type StoredRecords } from './stored-records.ts'

/** `atMs` is when the data was read, in milliseconds since 1970. */
type SavedData = { atMs: number; data: unknown }

/** The prefix of all keys in localStorage that are deleted when a session ends. */
export const seenPrefix = 'dobara.seen.'
const privateCachePrefix = 'seen '
const recordsOf = (userId: string): StoredRecords<SavedData> =>
  createStoredRecords(`${seenPrefix}${userId}.`)

/** Saves what a person has read. Call it only while this person is logged in. */
export const saveOfflineData = (userId: string, name: string, saved: SavedData): void =>
  recordsOf(userId).set(name, saved)

export const findOfflineData = (userId: string, name: string): SavedData | undefined =>
  recordsOf(userId).get(name)

/**
 * Deletes everything that people have read on this device: the records at once, the caches as soon
 * as possible.
 */
export async function clearOfflineData(): Promise<void> {
  createStoredRecords(seenPrefix).clear()
  if (typeof caches === 'undefined') return
  try {
    // The service worker deletes the caches, too, and drops pending responses. This page doesn't
    // wait for it, because the page may be closed soon.
    navigator.serviceWorker?.controller?.postMessage({ forget: true })
    for (const name of await caches.keys())
      if (name.startsWith(privateCachePrefix)) await caches.delete(name)
  } catch {
    // If caches are forbidden, nothing was cached either.
  }
}
