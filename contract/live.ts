// Socket.IO events in both directions. Path /socket.io, handshake auth { token }.
import { z } from 'zod'
import type { Side } from '#contract/common/endpoint.ts'
import { Id } from '#contract/common/schemas.ts'
import { type Message, MessageInput, type UnreadCounts } from './chats.ts'

/**
 * The acknowledgement of every client event. `retryAfter` is in seconds; `requestId` means the same
 * as in `ErrorBody`.
 */
export type Ack<Extra extends object = object> =
  | ({ ok: true } & Extra)
  | { ok: false; message: string; code: string; retryAfter?: number; requestId?: string }

export const JoinInput = z.string({ error: 'join takes your own id.' })
export const JoinChatInput = Id
export const TypingInput = z.object({ chatId: Id })
export { type Message, MessageInput, type UnreadCounts }

export type ClientEvents = {
  join: (userId: string, callback: (ack: Ack<UnreadCounts>) => void) => void
  /**
   * `isFree` says whether a copy of the chat's book is free. After this call, the client is
   * notified when that book, or another one that is offered in the chat, becomes free or taken.
   */
  join_chat: (chatId: string, callback: (ack: Ack<{ isFree: boolean }>) => void) => void
  send_message: (
    input: z.input<typeof MessageInput>,
    callback: (ack: Ack<{ message: Message }>) => void,
  ) => void
  typing: (input: { chatId: string }, callback: (ack: Ack) => void) => void
}

export type ServerEvents = {
  receive_message: (message: Message) => void
  order_placed: (event: {
    message: string
    chatId: string
    orderId: string
    /** Set if the order is part of an exchange. */
    exchangeId?: string
  }) => void
  order_updated: (event: {
    message: string
    chatId: string
    orderId: string
    status: string
    /** The sides that see a toast. The other side's tabs only read again. */
    notifies: readonly Side[]
    exchangeId?: string
    problem?: true
  }) => void
  offer_changed: (event: { chatId: string; offerId: string }) => void
  meeting_changed: (event: { chatId: string; meetingId: string }) => void
  exchange_changed: (event: { exchangeId: string }) => void
  /** A copy was reserved for the person who waits for it, or the reservation ended. */
  reservation_changed: (event: { bookId: string }) => void
  payment_changed: (event: { orderId: string }) => void
  messages_read: (event: { chatId: string; reader: Side; readUpTo: number }) => void
  typing: (event: { chatId: string; who: Side }) => void
  notice: (event: { message: string }) => void
  /** The right to write in a chat changed, or the book of an open chat became free or taken. */
  chats_changed: (event: object) => void
  /** The notifications or their settings changed. */
  notices_changed: (event: object) => void
  session_ended: (event: { message: string }) => void
}
