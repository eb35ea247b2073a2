import { type ChatQueue, createChatQueue, type Delivery } from './chat-queue.ts'
import { retryDelaysMs } from './policy.ts'
import { createUnsentMessages, type UnsentMessage } from './unsent-messages.ts'

export type Outbox = {
  /** This person's unsent messages of all chats, oldest first; the same array until one changes. */
  unsent: () => readonly UnsentMessage[]
  subscribe: (listener: () => void) => () => void
  send: (chatId: string, text: string) => void
  /** Sends a message again now, even a refused one. */
  retry: (clientId: string) => void
  discard: (clientId: string) => void
  discardAll: () => void
  /** Sends all that is waiting; called when the page opens and when the connection is back. */
  flush: () => void
  /** Stops sending. Unsent messages stay stored for this person's next session. */
  end: () => void
}

/** Sends one session's messages, each chat's in order, whoever is signed in by then. */
export function createOutbox({ userId, ...delivery }: Delivery & { userId: string }): Outbox {
  const unsent = createUnsentMessages(userId)
  const queues = new Map<string, ChatQueue>()
  let hasEnded = false
  const queueOf = (chatId: string): ChatQueue => {
    const queue = queues.get(chatId) ?? createChatQueue(chatId, unsent, delivery)
    if (hasEnded) queue.end()
    queues.set(chatId, queue)
    return queue
  }
  const waitingChats = () =>
    new Set(unsent.all().flatMap(({ chatId, refused }) => (refused === undefined ? chatId : [])))
  const onStorage = ({ key }: StorageEvent) => {
    // If the tab that wrote a message closes before it has sent it, this one does.
    if (unsent.reloadIfChanged(key))
      for (const chatId of waitingChats()) queueOf(chatId).sendLater(retryDelaysMs[0])
  }
  window.addEventListener('storage', onStorage)
  return {
    unsent: unsent.all,
    subscribe: unsent.subscribe,
    send: (chatId, text) => {
      unsent.add(chatId, text)
      void queueOf(chatId).send()
    },
    retry: (clientId) => {
      const message = unsent.all().find((candidate) => candidate.clientId === clientId)
      if (!message) return
      unsent.setRefused(message, undefined)
      void queueOf(message.chatId).send()
    },
    discard: (clientId) => unsent.remove([clientId]),
    discardAll: () => unsent.remove(unsent.all().map(({ clientId }) => clientId)),
    flush: () => {
      for (const chatId of waitingChats()) void queueOf(chatId).send()
    },
    end: () => {
      hasEnded = true
      window.removeEventListener('storage', onStorage)
      for (const queue of queues.values()) queue.end()
    },
  }
}
