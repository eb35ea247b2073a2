// The live connection, typed in both directions. Path /socket.io, handshake auth { token }.
import { z } from 'zod'
import { type Message, MessageInput } from './chats.ts'
import { Id } from './common.ts'
import type { Side } from './endpoint.ts'

/** Every client event is answered by one of these. */
export type Ack<Extra extends object = object> = ({ ok: true } & Extra) | { ok: false; message: string; code: string }

export const JoinInput = z.string()
export const JoinChatInput = Id
export const TypingInput = z.object({ chatId: Id })
export { type Message, MessageInput }

export type ClientEvents = {
  /** Says that one listens; `unread` counts all of one's unread messages, so that a page sees whether it missed any. */
  join: (userId: string, answer: (ack: Ack<{ unread: number }>) => void) => void
  join_chat: (chatId: string, answer: (ack: Ack) => void) => void
  send_message: (input: z.input<typeof MessageInput>, answer: (ack: Ack<{ message: Message }>) => void) => void
  typing: (input: { chatId: string }, answer: (ack: Ack) => void) => void
}

export type ServerEvents = {
  receive_message: (message: Message) => void
  order_placed: (notice: { message: string; chatId: string; orderId: string }) => void
  order_updated: (notice: { message: string; chatId: string; orderId: string; status: string }) => void
  messages_read: (notice: { chatId: string; reader: Side; readUpTo: number }) => void
  typing: (notice: { chatId: string; who: Side }) => void
  /** The session has ended (logout, block, deletion); the connection closes after it. */
  session_ended: (notice: { message: string }) => void
}
