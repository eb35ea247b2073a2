import { outboxPrefix } from '#web/session/drafts.ts'
import { randomId } from '#web/session/random-id.ts'
import { createStoredRecords } from '#web/session/stored-records.ts'

// Older messages aren't sent until their sender presses Retry.
const maxUnsentMs = 86_400_000

type StoredMessage = {
  clientId: string
  /** The id of a chat, or of the exchange of a ring, whose members share one chat. */
  chatId: string
  isOfRing?: true | undefined
  text: string
  /** When the message was written, ISO 8601. Always later than the person's previous message. */
  at: string
  /** Why the server refused the message. The sender has to decide what to do with it. */
  refused?: string | undefined
}

export type UnsentMessage = StoredMessage & { failures: number }

const isOld = ({ at }: StoredMessage) => Date.now() - Date.parse(at) > maxUnsentMs

export function createUnsentMessages(writer: string) {
  const records = createStoredRecords<StoredMessage>(`${outboxPrefix}${writer}.`)
  const failures = new Map<string, number>()
  const listeners = new Set<() => void>()
  const readAll = () =>
    records
      .all()
      .sort((a, b) => (a.at < b.at ? -1 : 1))
      .map((message) => ({
        ...message,
        refused: message.refused ?? (isOld(message) ? 'Not sent for over a day.' : undefined),
        failures: failures.get(message.clientId) ?? 0,
      }))
  let messages: readonly UnsentMessage[] = readAll()
  const reload = () => {
    messages = readAll()
    for (const notify of listeners) notify()
  }
  return {
    /** Returns all messages, oldest first. Returns the same array until something changes. */
    all: () => messages,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    reload,
    /** Reloads if a `storage` event is about these messages. Returns whether it was. */
    reloadIfChanged: (key: string | null): boolean => {
      if (!records.isKey(key)) return false
      reload()
      return true
    },
    add: (chatId: string, text: string, isOfRing?: true) => {
      const clientId = randomId()
      // Each message gets a later time than the one before, even within one millisecond or after
      // the clock was set back, because messages are sorted by time.
      const atMs = Math.max(Date.now(), Date.parse(messages.at(-1)?.at ?? '') + 1 || 0)
      records.set(clientId, { clientId, chatId, isOfRing, text, at: new Date(atMs).toISOString() })
      reload()
    },
    countFailure: ({ clientId }: UnsentMessage) => {
      failures.set(clientId, (failures.get(clientId) ?? 0) + 1)
      reload()
    },
    /**
     * Marks a message as refused for this reason. If the reason is undefined, the message is ready
     * to be sent again.
     */
    setRefused: ({ failures: _, ...message }: UnsentMessage, refused: string | undefined) => {
      // An old message that is retried counts as written now.
      const at = isOld(message) ? new Date().toISOString() : message.at
      // Another tab may have sent or discarded the message.
      if (records.get(message.clientId)) records.set(message.clientId, { ...message, at, refused })
      reload()
    },
    remove: (clientIds: readonly string[]) => {
      for (const clientId of clientIds) {
        failures.delete(clientId)
        records.delete(clientId)
      }
      reload()
    },
  }
}

export type UnsentMessages = ReturnType<typeof createUnsentMessages>
