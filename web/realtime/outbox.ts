import type { Message } from '#contract/chats.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { RingMessage } from '#contract/exchanges/rings.ts'
import { createUnsentMessages, type UnsentMessage, type UnsentMessages } from './unsent-messages.ts'

// The pauses before a message is sent again; the last one repeats.
const retryDelaysMs = [2000, 5000, 15_000, 30_000] as const

export type OutgoingMessage = { chatId: string; message: string; clientId: string }
type SentMessage = Message | (RingMessage & { exchangeId: string })

export type Delivery = {
  /** Sends a message to the server. Throws AppError, or another error if there was no response. */
  deliver: (message: OutgoingMessage, isOfRing?: true) => Promise<SentMessage>
  onSent: (message: SentMessage) => void
}

type ChatQueue = {
  send: () => Promise<void>
  sendLater: (delayMs: number) => void
  end: () => void
}

/** Returns the minimum delay before a retry, or undefined if the sender has to decide. */
function retryDelayMs(error: unknown): number | undefined {
  if (!(error instanceof AppError)) return 0
  return error.status >= 500 || error.code === 'too_many_requests'
    ? (error.retryAfter ?? 0) * 1000
    : undefined
}

/**
 * Sends one chat's messages in order. A message that fails is retried before the next one is sent;
 * a message that the server refuses is skipped.
 */
function createChatQueue(
  chatId: string,
  unsent: UnsentMessages,
  { deliver, onSent }: Delivery,
): ChatQueue {
  let isSending = false
  /**
   * Whether sending was requested again during a send. If that send fails, its first retry comes
   * soon.
   */
  let wasRequested = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasEnded = false

  const sendLater = (delayMs: number) => {
    if (!hasEnded && !isSending && timer === undefined)
      timer = setTimeout(() => void send(), delayMs)
  }
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
      const minDelayMs = retryDelayMs(error)
      if (minDelayMs === undefined) {
        unsent.setRefused(unsentMessage, (error as AppError).message)
        return 0
      }
      // When the browser is offline, `send` is called again once the connection is back.
      if (!(error instanceof AppError) && navigator.onLine === false) return undefined
      const failures = unsent.countFailure(unsentMessage)
      const delayIndex = wasRequested ? 0 : Math.min(failures, retryDelaysMs.length) - 1
      return Math.max(retryDelaysMs[delayIndex] ?? 0, minDelayMs)
    }
  }
  const send = async (): Promise<void> => {
    wasRequested = isSending
    if (isSending || hasEnded) return
    clearTimeout(timer)
    timer = undefined
    isSending = true
    let delayMs: number | undefined = 0
    while (delayMs === 0 && !hasEnded) {
      const next = unsent
        .all()
        .find((message) => message.chatId === chatId && message.refused === undefined)
      delayMs = next && (await sendOne(next))
    }
    isSending = false
    if (delayMs !== undefined) sendLater(delayMs)
  }
  const end = () => {
    hasEnded = true
    clearTimeout(timer)
  }
  return { send, sendLater, end }
}

export type Outbox = {
  /**
   * Returns this person's unsent messages of all chats, oldest first, as the same array until one
   * of them changes.
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
  /** Stops sending. Unsent messages stay stored for this person's next session. */
  end: () => void
}

/** Sends one session's messages, in order within each chat, even if somebody else signs in. */
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
    // If the tab that wrote a message closes before sending it, this tab sends it.
    if (unsent.reloadIfChanged(key))
      for (const chatId of waitingChats()) queueOf(chatId).sendLater(retryDelaysMs[0])
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
    flush: () => {
      // Some messages may be too old now.
      unsent.reload()
      for (const chatId of waitingChats()) void queueOf(chatId).send()
    },
    end: () => {
      hasEnded = true
      window.removeEventListener('storage', onStorage)
      for (const queue of queues.values()) queue.end()
    },
  }
}
