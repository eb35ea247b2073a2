import type { Message } from '#contract/chats.ts'
import { AppError } from '#contract/common/errors.ts'
import { retryDelaysMs } from './policy.ts'
import type { UnsentMessage, UnsentMessages } from './unsent-messages.ts'

export type Delivery = {
  /** Sends a message to the server. Throws AppError, or any other error without a response. */
  deliver: (message: { chatId: string; message: string; clientId: string }) => Promise<Message>
  onSent: (message: Message) => void
}

export type ChatQueue = {
  send: () => Promise<void>
  sendLater: (delayMs: number) => void
  end: () => void
}

/** The minimum delay before a retry; undefined if the sender has to decide, as after a refusal. */
function retryDelayMs(error: unknown): number | undefined {
  if (!(error instanceof AppError)) return 0
  return error.status >= 500 || error.code === 'too_many_requests'
    ? (error.retryAfter ?? 0) * 1000
    : undefined
}

/** Sends one chat's messages in order. A failing one blocks the rest, a refused one doesn't. */
export function createChatQueue(
  chatId: string,
  unsent: UnsentMessages,
  { deliver, onSent }: Delivery,
): ChatQueue {
  let isSending = false
  /** Sending was requested again while a message was on its way: its first retry comes soon. */
  let wasRequested = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasEnded = false

  const sendLater = (delayMs: number) => {
    if (!hasEnded && !isSending && timer === undefined)
      timer = setTimeout(() => void send(), delayMs)
  }
  /** Returns the delay until the next one may be sent, or undefined to stop. */
  const sendOne = async (unsentMessage: UnsentMessage): Promise<number | undefined> => {
    const { clientId, text } = unsentMessage
    try {
      const message = await deliver({ chatId, message: text, clientId })
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
      // Offline: `send` is called again when the connection is back.
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
