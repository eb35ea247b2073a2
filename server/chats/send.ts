import { sql } from 'kysely'
import type { Message, MessageInput } from '#contract/chats.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { hashToBytes } from '#server/accounts/auth/token-hash.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { type Db, transact, violatesConstraint } from '#server/platform/database/database.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import {
  type Channel,
  countSentMessage,
  insertMessageIf,
  type MessageRow,
  messageColumns,
  messageView,
} from './messages.ts'
import { participantOf, rejectForgedSender, rejectReadOnly, senderModelOf } from './rules.ts'
import { lockOwnChat, type OwnChat, selectStateOfChat } from './store.ts'

/**
 * Two messages with the same text and without clientId count as one if one arrives by HTTP and one
 * by socket within this time.
 */
const duplicateWindowMs = 5000

type SentMessage = {
  text: string
  clientId: string | undefined
  channel: Channel
  now: Date
}

/**
 * Selects what decides whether a message is stored, including a stored message that it repeats: one
 * with the same clientId or, without one, with the same text from the other channel.
 */
const selectStateForMessage = (
  db: Db,
  viewer: Viewer,
  chat: OwnChat,
  { text, clientId, channel, now }: SentMessage,
) =>
  selectStateOfChat(db, participantOf(viewer), chat)
    .leftJoin('sessions', (on) =>
      on
        .onRef('sessions.account_id', '=', 'me.id')
        .on('token_hash', '=', hashToBytes(viewer.session))
        .on('expires_at', '>', now),
    )
    .leftJoin('messages', (on) =>
      clientId !== undefined
        ? on.onRef('sender_id', '=', 'me.id').on('client_id', '=', clientId)
        : on
            .onRef('sender_id', '=', 'me.id')
            .on('messages.created_at', '>', new Date(now.getTime() - duplicateWindowMs))
            .on('chat_id', '=', chat.id)
            .on('body', '=', text)
            .on('transport', '=', channel === 'http' ? 'socket' : 'http'),
    )
    .select('token_hash')
    .select(messageColumns.map((column) => `messages.${column}` as const))
    .orderBy('number', 'desc')
    .limit(1)

/**
 * Returns the stored message that a rejected one repeats, or throws the reason for the rejection.
 */
async function findRepeated(
  state: ReturnType<typeof selectStateForMessage>,
  { chatId, text }: { chatId: string; text: string },
): Promise<Message> {
  const { isEnded, isReadOnly, token_hash, ...repeated } = await state.executeTakeFirstOrThrow()
  if (isEnded || token_hash === null) throw new AppError('session_ended')
  if (repeated.id === null) {
    rejectReadOnly({ isReadOnly })
    throw new Error('A message was not stored.')
  }
  if (repeated.chat_id !== chatId || repeated.body !== text) throw new AppError('key_reused')
  return messageView(repeated as MessageRow)
}

/**
 * Stores a message and sends it to both people, except to the socket that it came from. A repeated
 * message isn't sent; the stored one is returned. Throws not_you, chat_not_found, session_ended,
 * chat_read_only, key_reused or too_many_messages.
 */
export async function storeMessage(
  { db, live, config, now: clock }: AppContext,
  viewer: Viewer,
  input: MessageInput,
  { channel, socketId }: { channel: Channel; socketId?: string },
): Promise<Message> {
  const me = participantOf(viewer)
  rejectForgedSender(me, input)
  const now = clock()
  const text = input.message
  // In the format of the database.
  const clientId = input.clientId?.toLowerCase()
  const sent = { text, clientId, channel, now }
  const { message, people } = await transact(db, async (db) => {
    const chat = await lockOwnChat(db, me, input.chatId)
    if (!chat) throw new AppError('chat_not_found')
    const state = selectStateForMessage(db, viewer, chat, sent)
    const isAllowed = sql<boolean>`exists (select from (${state}) as state
      where not "isEnded" and not "isReadOnly" and token_hash is not null and id is null)`
    const message = await insertMessageIf(db, isAllowed, {
      ...sent,
      chatId: chat.id,
      sender: { id: me.accountId, model: senderModelOf[me.side] },
      unreadFor: [me.side === 'buyer' ? 'seller' : 'buyer'],
    })
    if (!message)
      return { message: await findRepeated(state, { chatId: chat.id, text }), people: [] }
    // A repeated message isn't counted, and one above the limit is rolled back.
    if (config.rateLimit) countSentMessage(me.accountId)
    return { message, people: [chat.buyer_id, chat.seller_id] }
  }).catch((error: unknown) => {
    // The same clientId was used in two chats concurrently.
    throw violatesConstraint(error, 'messages_client') ? new AppError('key_reused') : error
  })
  if (people.length > 0) live.emit(people, 'receive_message', message, socketId)
  return message
}
