// The live connection, typed in both directions. Path /socket.io, handshake auth { token }.
import { z } from 'zod'
import { type Message, MessageInput, type UnreadCounts } from './chats.ts'
import { Id } from './common.ts'
import type { Side } from './endpoint.ts'

/** Every client event is answered by one of these; too_many_requests says after how many seconds to try again. */
export type Ack<Extra extends object = object> =
  | ({ ok: true } & Extra)
  | { ok: false; message: string; code: string; retryAfter?: number }

export const JoinInput = z.string({ error: 'join takes your own id.' })
export const JoinChatInput = Id
export const TypingInput = z.object({ chatId: Id })
export { type Message, MessageInput, type UnreadCounts }

export type ClientEvents = {
  /** Says that one listens, and asks how much one has missed. */
  join: (userId: string, answer: (ack: Ack<UnreadCounts>) => void) => void
  join_chat: (chatId: string, answer: (ack: Ack) => void) => void
  send_message: (
    input: z.input<typeof MessageInput>,
    answer: (ack: Ack<{ message: Message }>) => void,
  ) => void
  typing: (input: { chatId: string }, answer: (ack: Ack) => void) => void
}

export type ServerEvents = {
  receive_message: (message: Message) => void
  order_placed: (notice: { message: string; chatId: string; orderId: string }) => void
  order_updated: (notice: {
    message: string
    chatId: string
    orderId: string
    status: string
  }) => void
  messages_read: (notice: { chatId: string; reader: Side; readUpTo: number }) => void
  typing: (notice: { chatId: string; who: Side }) => void
  /** Something that nothing else here tells of: a listing was taken off the market. */
  notice: (notice: { message: string }) => void
  /** On one of one's own devices notices were read, or kinds of them switched off or on. */
  notices_changed: (nothing: object) => void
  /** The session has ended (logout, block, deletion); the connection closes after it. */
  session_ended: (notice: { message: string }) => void
}
