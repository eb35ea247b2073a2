import type { Message } from '#contract/chats.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { RingMessage } from '#contract/exchanges/rings.ts'
import { createUnsentMessages, type UnsentMessage, type UnsentMessages } from './unsent-messages.ts'

const retryMs = 5000

/** After this time, other tabs send a message that the tab in which it was written hasn't sent. */
const takeOverMs = 5000

export type OutgoingMessage = { chatId: string; message: string; clientId: string }
type SentMessage = Message | (RingMessage & { exchangeId: string })

export type Delivery = {
  /** Sends a message to the server. Throws AppError, or another error if there was no response. */
  deliver: (message: OutgoingMessage, isOfRing?: true) => Promise<SentMessage>
  onSent: (message: SentMessage) => void
}

type ChatQueue = { send: () => Promise<void>; end: () => void }

/** Returns the delay before a retry, or undefined if the sender has to decide what to do. */
function retryDelayMs(error: unknown): number | undefined {
  if (!(error instanceof AppError)) return retryMs
  return error.status >= 500 || error.code === 'too_many_requests'
    ? Math.max(retryMs, (error.retryAfter ?? 0) * 1000)
    : undefined
}

/**
 * Sends one chat's messages in order. A message that fails is retried before the next one is sent.
 * A message that the server refuses is skipped.
 */
function createChatQueue(
  chatId: string,
  unsent: UnsentMessages,
  { deliver, onSent }: Delivery,
): ChatQueue {
  let isSending = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasEnded = false

  /** Sends one message. Returns the delay until the next one may be sent, or undefined to stop. */
  const sendOne = async (unsentMessage: UnsentMessage): Promise<number | undefined> => {
    const { clientId, text, isOfRing } = unsentMessage
    try {
      const message = await deliver({ chatId, message: text, clientId }, isOfRing)
      if (!hasEnded) onSent(message)
      unsent.remove([clientId])
      return 0
    } catch (error) {
      const isSessionOver = error instanceof AppError && error.code === 'session_ended'
      if (hasEnded || isSessionOver) return undefined
      const delayMs = retryDelayMs(error)
      if (delayMs === undefined) {
        unsent.setRefused(unsentMessage, (error as AppError).message)
        return 0
      }
      // If the browser is offline, `send` is called again when the connection is back.
      if (!(error instanceof AppError) && navigator.onLine === false) return undefined
      unsent.countFailure(unsentMessage)
      return delayMs
    }
  }
  const send = async (): Promise<void> => {
    if (isSending || hasEnded) return
    clearTimeout(timer)
    isSending = true
    let delayMs: number | undefined = 0
    while (delayMs === 0 && !hasEnded) {
      const next = unsent
        .all()
        .find((message) => message.chatId === chatId && message.refused === undefined)
      delayMs = next && (await sendOne(next))
    }
    isSending = false
    if (delayMs !== undefined && !hasEnded) timer = setTimeout(() => void send(), delayMs)
  }
  const end = () => {
    hasEnded = true
    clearTimeout(timer)
  }
  return { send, end }
}

export type Outbox = {
  /**
   * Returns this person's unsent messages of all chats, oldest first. Returns the same array until
   * a message changes.
   */
  unsent: () => readonly UnsentMessage[]
  subscribe: (listener: () => void) => () => void
  /** For a ring, `chatId` is the id of its exchange. */
  send: (chatId: string, text: string, isOfRing?: true) => void
  /** Sends a message again now, even a refused one. */
  retry: (clientId: string) => void
  discard: (clientId: string) => void
  discardAll: () => void
  flush: () => void
  /** Stops sending. Unsent messages are kept for this person's next session. */
  end: () => void
}

/**
 * Sends one session's messages, in order within each chat. They keep this session even if somebody
 * else logs in.
 */
export function createOutbox({ writer, ...delivery }: Delivery & { writer: string }): Outbox {
  const unsent = createUnsentMessages(writer)
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
  const flush = () => {
    // Reloads, because some messages may be too old now.
    unsent.reload()
    for (const chatId of waitingChats()) void queueOf(chatId).send()
  }
  let takeOver: ReturnType<typeof setTimeout> | undefined
  const onStorage = ({ key }: StorageEvent) => {
    if (!unsent.reloadIfChanged(key)) return
    // Sends another tab's message after a while, because that tab may have been closed.
    clearTimeout(takeOver)
    takeOver = setTimeout(flush, takeOverMs)
  }
  window.addEventListener('storage', onStorage)
  return {
    unsent: unsent.all,
    subscribe: unsent.subscribe,
    send: (chatId, text, isOfRing) => {
      unsent.add(chatId, text, isOfRing)
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
    flush,
    end: () => {
      hasEnded = true
      clearTimeout(takeOver)
      window.removeEventListener('storage', onStorage)
      for (const queue of queues.values()) queue.end()
    },
  }
}
