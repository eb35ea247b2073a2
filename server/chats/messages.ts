import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Message, SenderModel } from '#contract/chats.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { MessagesTable } from '#db/tables.ts'
import { notificationsInsert } from '#server/notifications/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { type Param, precompile } from '#server/platform/database/precompile.ts'
import { createCounter } from '#server/platform/limits/counter.ts'
import { messagesPerMinute } from './rules.ts'
import type { Participant } from './store.ts'

const messagePageSize = 200

export type Channel = 'http' | 'socket'

export const messageColumns = [
  'id',
  'chat_id',
  'number',
  'sender_model',
  'sender_id',
  'helper',
  'body',
  'client_id',
  'offer_id',
  'order_id',
  'meeting_id',
  'created_at',
] as const
export type MessageRow = Pick<Selectable<MessagesTable>, (typeof messageColumns)[number]>
type InsertedMessage = MessageRow & { buyer_id: string; seller_id: string }

export function messageView(row: MessageRow): Message {
  return {
    _id: row.id,
    chatId: row.chat_id,
    number: row.number,
    sender: row.sender_id,
    senderModel: row.sender_model,
    ...(row.helper !== null && { helper: row.helper }),
    message: row.body,
    timestamp: row.created_at.toISOString(),
    ...(row.client_id !== null && { clientId: row.client_id }),
    ...(row.offer_id !== null && { offerId: row.offer_id }),
    ...(row.order_id !== null && { orderId: row.order_id }),
    ...(row.meeting_id !== null && { meetingId: row.meeting_id }),
  }
}

/**
 * Returns a page of messages, oldest first, and whether there are more: the newest messages, or
 * those before or after a number.
 */
export async function listMessages(
  db: Db,
  chatId: string,
  { before, after }: { before?: number | undefined; after?: number | undefined },
) {
  let query = db
    .selectFrom('messages')
    .select(messageColumns)
    .where('chat_id', '=', chatId)
    .orderBy('number', after === undefined ? 'desc' : 'asc')
    .limit(messagePageSize + 1)
  if (before !== undefined) query = query.where('number', '<', before)
  // Numbers have no gaps, so the range limits how many of a long chat's messages are read.
  if (after !== undefined)
    query = query.where('number', '>', after).where('number', '<=', after + messagePageSize + 1)
  const rows = await query.execute()
  const messages = rows.slice(0, messagePageSize).map(messageView)
  return {
    messages: after === undefined ? messages.reverse() : messages,
    hasMore: rows.length > messagePageSize,
  }
}

const sentMessages = createCounter(messagesPerMinute)
const senderKey = ({ accountId, helperId }: Participant): string => helperId ?? accountId

/**
 * Counts a message to any chat, in this process. Returns the seconds until the sender may send
 * another one, or 0.
 */
export const countMessage = (sender: Participant): number => sentMessages(senderKey(sender))
export const takeBackMessage = (sender: Participant): void =>
  sentMessages.takeBack(senderKey(sender))

/** Counts a message. Throws too_many_messages. */
export function countSentMessage(sender: Participant): void {
  const retryAfter = countMessage(sender)
  if (retryAfter > 0) throw new AppError('too_many_messages', { retryAfter })
}

type NewMessage = {
  chatId: string
  sender: { id: string; model: Exclude<SenderModel, 'System'>; helper?: string } | undefined
  text: string
  clientId?: string | undefined
  channel: Channel | 'system'
  unreadFor: readonly Side[]
  now: Date
} & MessageSubject

type MessageSubject = {
  offerId?: string | undefined
  orderId?: string | undefined
  meetingId?: string | undefined
}

type MessageValues = ReturnType<typeof messageValues>

export function messageValues({ sender, unreadFor, ...message }: NewMessage) {
  const { clientId = null, offerId = null, orderId = null, meetingId = null } = message
  const createId = () => newId(message.now.getTime())
  return {
    ...message,
    clientId,
    offerId,
    orderId,
    meetingId,
    id: createId(),
    buyerNotificationId: createId(),
    sellerNotificationId: createId(),
    senderId: sender?.id ?? null,
    senderModel: sender?.model ?? ('System' as const),
    helper: sender?.helper ?? null,
    mutedAs: sender ? ('message' as const) : ('status' as const),
    buyerUnread: Number(unreadFor.includes('buyer')),
    sellerUnread: Number(unreadFor.includes('seller')),
  }
}

/**
 * Builds a statement that inserts a message under the chat's next number, unread for `unreadFor`,
 * and returns it with the people of the chat. Inserts nothing if `condition` is false.
 */
export const insertMessageIf = <More extends object>(
  condition: (param: Param<MessageValues & More>, db: Db) => RawBuilder<boolean>,
) =>
  precompile<MessageValues & More, InsertedMessage>((param: Param<MessageValues>, db) => {
    const now = param('now')
    const chatId = param('chatId')
    const readers = sql`(select id, account_id from counted, lateral (values
        (${param('buyerNotificationId')}::uuid, buyer_id, ${param('buyerUnread')}::integer),
        (${param('sellerNotificationId')}::uuid, seller_id, ${param('sellerUnread')}::integer)
      ) as reader (id, account_id, unread) where unread = 1)`
    const notification = { kind: 'message', chatId, inChat: true, now } as const
    return sql`
      with counted as (
        update chats set message_count = message_count + 1, updated_at = ${now},
          buyer_unread = buyer_unread + ${param('buyerUnread')},
          seller_unread = seller_unread + ${param('sellerUnread')},
          is_unanswered = case ${param('senderModel')} when 'Seller' then false
            when 'Buyer' then true else is_unanswered end
        where id = ${chatId} and ${condition(param as Param<MessageValues & More>, db)}
        returning message_count, buyer_id, seller_id
      ), stored as (
        insert into messages (id, chat_id, number, sender_model, sender_id, helper, body, client_id,
          transport, offer_id, order_id, meeting_id, created_at)
        select ${param('id')}, ${chatId}, message_count, ${param('senderModel')},
          ${param('senderId')}, ${param('helper')}, ${param('text')}, ${param('clientId')}, ${param('channel')},
          ${param('offerId')}, ${param('orderId')}, ${param('meetingId')}, ${now} from counted
        returning ${sql.join(messageColumns.map((column) => sql.ref(column)))}
      ), notified as (
        ${notificationsInsert(readers, notification, param('mutedAs'))}
      ) select stored.*, buyer_id, seller_id from stored, counted`
  })

const insertAlways = insertMessageIf(() => sql`true`)

/** Inserts a message under the chat's next number, unread for `unreadFor`. */
export async function insertMessage(db: Db, message: NewMessage): Promise<Message> {
  const [stored] = await insertAlways(db, messageValues(message))
  if (!stored) throw new Error(`There is no chat ${message.chatId}.`)
  return messageView(stored)
}

export function insertSystemMessage(
  db: Db,
  message: Pick<NewMessage, 'chatId' | 'text' | 'unreadFor' | 'now'> & MessageSubject,
): Promise<Message> {
  return insertMessage(db, { ...message, sender: undefined, channel: 'system' })
}

export async function truncateSystemMessages(
  db: Db,
  buyerId: string,
  marker: string,
): Promise<void> {
  await db
    .updateTable('messages')
    .set({ body: sql`split_part(body, ${marker}, 1)` })
    .where('sender_model', '=', 'System')
    .where(sql<boolean>`position(${marker} in body) > 1`)
    .where('chat_id', 'in', db.selectFrom('chats').select('id').where('buyer_id', '=', buyerId))
    .execute()
}

/** Truncates a chat's System messages that begin with `start` at `marker`. */
export async function cutSystemMessages(
  db: Db,
  { chatId, start, marker }: { chatId: string; start: string; marker: string },
): Promise<void> {
  await db
    .updateTable('messages')
    .set({ body: sql`split_part(body, ${marker}, 1)` })
    .where('chat_id', '=', chatId)
    .where('sender_model', '=', 'System')
    .where(sql<boolean>`starts_with(body, ${start})`)
    .execute()
}

/**
 * Removes places from an account's own messages and from System messages in its chats. System
 * messages about meetings are cut at the first colon, those about offers at `marker`.
 */
export async function erasePlaces(
  db: Db,
  { accountId, side }: Participant,
  marker: string,
): Promise<void> {
  const chats = db.selectFrom('chats').select('id').where(`${side}_id`, '=', accountId)
  const own = db
    .updateTable('messages')
    .where('chat_id', 'in', chats)
    .where((where) =>
      where.or([where('sender_model', '=', 'System'), where('sender_id', '=', accountId)]),
    )
  await own
    .set({ body: sql`split_part(body, ': ', 1) || '.'` })
    .where('meeting_id', 'is not', null)
    .where(sql<boolean>`position(': ' in body) > 0`)
    .execute()
  await own
    .set({ body: sql`split_part(body, ${marker}, 1)` })
    .where('offer_id', 'is not', null)
    .where(sql<boolean>`position(${marker} in body) > 1`)
    .execute()
}

/** Removes the names of a seller's helpers from their messages. */
export async function eraseHelperNames(db: Db, sellerId: string): Promise<void> {
  await db
    .updateTable('messages')
    .set({ helper: null })
    .where('sender_id', '=', sellerId)
    .where('helper', 'is not', null)
    .execute()
}
