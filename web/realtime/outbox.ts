// Sends one session's messages, each chat's in the order in which they were written, until the server has stored them.
import type { Message } from '#contract/chats.ts'
import { AppError } from '#contract/errors.ts'
import { createUnsent, type UnsentMessage, type UnsentMessages } from './unsent-messages.ts'

export type Outbox = {
  /** This person's unsent messages of all chats, oldest first; the same array as long as nothing changes. */
  unsent: () => readonly UnsentMessage[]
  /** Calls back on every change, until the returned function is called. */
  subscribe: (listener: () => void) => () => void
  /** Keeps a message and sends it as soon as it can be. */
  send: (chatId: string, text: string) => void
  /** Tries a message again at once, whatever stopped it. */
  retry: (clientId: string) => void
  discard: (clientId: string) => void
  /** Throws away everything that is unsent, for a person who leaves for good. */
  discardAll: () => void
  /** Sends what waits: to be called when the page opens and whenever the connection is back. */
  flush: () => void
  /** Sends nothing more. What is unsent stays kept for this person's next session. */
  end: () => void
}

type Options = {
  userId: string
  /** Hands a message to the server. Throws a Refusal, or anything else when the server couldn't be reached. */
  deliver: (message: { chatId: string; message: string; clientId: string }) => Promise<Message>
  onSent: (message: Message) => void
}

/** The pauses before a message that couldn't be sent is tried again; the last one repeats. */
const pausesMs = [2000, 5000, 15_000, 30_000] as const

/**
 * How many seconds at least a message has to wait that can be sent later, because the server couldn't be reached, is in
 * trouble or is busy. Undefined where a person has to decide.
 */
function waitsFor(error: unknown): number | undefined {
  if (!(error instanceof AppError)) return 0
  return error.status >= 500 || error.code === 'too_many_requests'
    ? (error.retryAfter ?? 0)
    : undefined
}

type Queue = { send: () => Promise<void>; sendLater: (pauseMs: number) => void; end: () => void }

/** One chat's queue. A message that can't be sent holds up those after it, one that was refused doesn't. */
function createQueue(chatId: string, unsent: UnsentMessages, { deliver, onSent }: Options): Queue {
  let sending = false
  /** Somebody wrote, or the connection came back, while a message was on its way. */
  let wanted = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false

  const sendLater = (pauseMs: number) => {
    if (!ended && !sending && timer === undefined) timer = setTimeout(() => void send(), pauseMs)
  }
  /** Sends one; gives the pause until the next one may be sent, in milliseconds, or undefined to stop here. */
  const settle = async (one: UnsentMessage): Promise<number | undefined> => {
    try {
      const message = await deliver({ chatId, message: one.text, clientId: one.clientId })
      if (!ended) onSent(message)
      unsent.forget([one.clientId])
      return 0
    } catch (error) {
      const isOver = error instanceof AppError && error.code === 'session_ended'
      if (ended || isOver) return undefined
      const seconds = waitsFor(error)
      if (seconds === undefined) {
        unsent.refuse(one, (error as AppError).message)
        return 0
      }
      // Without a connection nothing is tried in vain: `flush` goes on once it is back.
      if (!(error instanceof AppError) && navigator.onLine === false) return undefined
      const failures = unsent.fail(one)
      const pauseMs = pausesMs[wanted ? 0 : Math.min(failures, pausesMs.length) - 1] ?? 0
      return Math.max(pauseMs, seconds * 1000)
    }
  }
  const send = async (): Promise<void> => {
    wanted = sending
    if (sending || ended) return
    clearTimeout(timer)
    timer = undefined
    sending = true
    let pauseMs: number | undefined = 0
    while (pauseMs === 0 && !ended) {
      const next = unsent.shown().find((one) => one.chatId === chatId && one.refused === undefined)
      pauseMs = next && (await settle(next))
    }
    sending = false
    if (pauseMs !== undefined) sendLater(pauseMs)
  }
  const end = () => {
    ended = true
    clearTimeout(timer)
  }
  return { send, sendLater, end }
}

/** The outbox of one session: it sends as that session until it is ended, whoever is signed in by then. */
export function createOutbox(options: Options): Outbox {
  const unsent = createUnsent(options.userId)
  const queues = new Map<string, Queue>()
  let ended = false
  const queueOf = (chatId: string): Queue => {
    const queue = queues.get(chatId) ?? createQueue(chatId, unsent, options)
    if (ended) queue.end()
    queues.set(chatId, queue)
    return queue
  }
  const waiting = () =>
    new Set(unsent.shown().flatMap((one) => (one.refused === undefined ? one.chatId : [])))
  const onStorage = ({ key }: StorageEvent) => {
    // What was written in another tab is sent here if that one is closed before it does so.
    if (unsent.follow(key)) for (const chatId of waiting()) queueOf(chatId).sendLater(pausesMs[0])
  }
  window.addEventListener('storage', onStorage)
  return {
    unsent: unsent.shown,
    subscribe: unsent.subscribe,
    send: (chatId, text) => {
      unsent.add(chatId, text)
      void queueOf(chatId).send()
    },
    retry: (clientId) => {
      const one = unsent.shown().find((one) => one.clientId === clientId)
      if (!one) return
      unsent.refuse(one, undefined)
      void queueOf(one.chatId).send()
    },
    discard: (clientId) => unsent.forget([clientId]),
    discardAll: () => unsent.forget(unsent.shown().map(({ clientId }) => clientId)),
    flush: () => {
      for (const chatId of waiting()) void queueOf(chatId).send()
    },
    end: () => {
      ended = true
      window.removeEventListener('storage', onStorage)
      for (const queue of queues.values()) queue.end()
    },
  }
}
