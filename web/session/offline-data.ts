// What a person has read, saved to be shown offline, here and by the service worker. It is deleted
// when their session ends.
import { createStoredRecords, type StoredRecords } from './stored-records.ts'

/** `atMs`: when it was read, in milliseconds since 1970. */
type SavedData = { atMs: number; data: unknown }

/** Of all keys in localStorage that go when a session ends. */
export const seenPrefix = 'dobara.seen.'
const privateCachePrefix = 'seen '
const recordsOf = (userId: string): StoredRecords<SavedData> =>
  createStoredRecords(`${seenPrefix}${userId}.`)

/** Saves what a person has read. Call it only while they are signed in. */
export const saveOfflineData = (userId: string, name: string, saved: SavedData): void =>
  recordsOf(userId).set(name, saved)

export const findOfflineData = (userId: string, name: string): SavedData | undefined =>
  recordsOf(userId).get(name)

/** Deletes what everybody has read: this page's records at once, the caches as soon as possible. */
export async function clearOfflineData(): Promise<void> {
  createStoredRecords(seenPrefix).clear()
  if (typeof caches === 'undefined') return
  try {
    // The worker also drops responses under way. This page deletes the caches itself as well,
    // because it may be closed before the worker answers.
    navigator.serviceWorker?.controller?.postMessage({ forget: true })
    for (const name of await caches.keys())
      if (name.startsWith(privateCachePrefix)) await caches.delete(name)
  } catch {
    // Forbidden: nothing was cached either.
  }
}
