// Messages that aren't on the server yet, kept in the browser under their sender's id.

import { randomId } from '#web/session/random-id.ts'
import { storedRecords } from '#web/session/stored-records.ts'

type Kept = {
  clientId: string
  chatId: string
  text: string
  /** When it was written, ISO 8601; later than everything this person wrote before. */
  at: string
  /** The server's sentence, when it refused the message: it waits for a decision, not for the network. */
  refused?: string | undefined
}

/** A message that isn't stored on the server yet; `failures` counts how often this page tried to send it in vain. */
export type UnsentMessage = Kept & { failures: number }

const keyOf = (userId: string) => `dobara.outbox.${userId}.`

/** Moves the list in which an earlier version kept the messages of all people to keys of their own. */
function splitOldList(): void {
  try {
    const old = JSON.parse(localStorage.getItem('dobara.outbox') ?? '[]') as (Kept & {
      userId: string
    })[]
    for (const { clientId, chatId, userId, text, at, refused } of old)
      storedRecords<Kept>(keyOf(userId)).keep(clientId, { clientId, chatId, text, at, refused })
    localStorage.removeItem('dobara.outbox')
  } catch {
    // Forbidden or unreadable: there is nothing to save.
  }
}

/** What one person has written and the server hasn't stored yet, as this page shows it and all their tabs keep it. */
export function createUnsent(userId: string) {
  splitOldList()
  const store = storedRecords<Kept>(keyOf(userId))
  const failures = new Map<string, number>()
  const listeners = new Set<() => void>()
  const read = () =>
    store
      .all()
      .sort((one, other) => (one.at < other.at ? -1 : 1))
      .map((one) => ({ ...one, failures: failures.get(one.clientId) ?? 0 }))
  let shown: readonly UnsentMessage[] = read()
  const look = () => {
    shown = read()
    for (const tell of listeners) tell()
  }
  return {
    /** Looks again, where a `storage` event with this key is about them; says whether it is. */
    follow: (key: string | null): boolean => {
      if (!store.isKey(key)) return false
      look()
      return true
    },
    shown: () => shown,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    add: (chatId: string, text: string) => {
      const clientId = randomId()
      // The order must hold for two messages of the same millisecond, and when the clock is set back.
      const atMs = Math.max(Date.now(), Date.parse(shown.at(-1)?.at ?? '') + 1 || 0)
      store.keep(clientId, { clientId, chatId, text, at: new Date(atMs).toISOString() })
      look()
    },
    /** Counts one more attempt in vain; gives how many there were. */
    fail: ({ clientId }: UnsentMessage): number => {
      const count = (failures.get(clientId) ?? 0) + 1
      failures.set(clientId, count)
      look()
      return count
    },
    /** Says of a message why it was refused, or with undefined that it may be sent again. */
    refuse: ({ failures: _, ...kept }: UnsentMessage, refused: string | undefined) => {
      // Another tab may have thrown it away, or sent it.
      if (store.find(kept.clientId)) store.keep(kept.clientId, { ...kept, refused })
      look()
    },
    forget: (clientIds: readonly string[]) => {
      for (const clientId of clientIds) {
        failures.delete(clientId)
        store.forget(clientId)
      }
      look()
    },
  }
}

export type UnsentMessages = ReturnType<typeof createUnsent>
