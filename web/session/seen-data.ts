// What one person has seen, kept to be read without a connection: here under their id, and by the service worker. It goes with their session.
import { type StoredRecords, storedRecords } from './stored-records.ts'

/** Something that was read, and when, in milliseconds since 1970. */
type Seen = { atMs: number; data: unknown }

const prefix = 'dobara.seen.'
const seenBy = (userId: string): StoredRecords<Seen> => storedRecords(`${prefix}${userId}.`)

/** Keeps what a person has read under a name. Call it only while they are signed in. */
export const saveSeen = (userId: string, name: string, seen: Seen): void =>
  seenBy(userId).keep(name, seen)

/** What a person read last under a name. */
export const findSeen = (userId: string, name: string): Seen | undefined =>
  seenBy(userId).find(name)

/** Forgets all that was seen here: what this page keeps at once, what the service worker keeps as soon as can be. */
export async function clearSeen(): Promise<void> {
  storedRecords(prefix).clear()
  if (typeof caches === 'undefined') return
  try {
    // The worker forgets what is still on its way; the page doesn't wait for it, because its tab may be closed the next second.
    navigator.serviceWorker?.controller?.postMessage({ forget: true })
    for (const name of await caches.keys()) if (name.startsWith('seen ')) await caches.delete(name)
  } catch {
    // Forbidden here: then nothing is kept either.
  }
}
