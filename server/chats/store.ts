// Chats and their messages. Whoever writes to a chat locks its row first, so that messages are numbered as they commit.
import { type Selectable, sql } from 'kysely'
import type { Message, SenderModel } from '#contract/chats.ts'
import type { Side } from '#contract/endpoint.ts'
import { insertMessageNotification, updateNotificationsRead } from '#server/notifications/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { MessagesTable } from '#server/platform/database/tables.ts'

/** One side of a chat: stands in every `where`, so that nobody reaches the chats of others. */
export type Participant = { personId: string; side: Side }
export type Channel = 'http' | 'socket'

const otherId = { buyer: 'seller_id', seller: 'buyer_id' } as const
const unread = { buyer: 'buyer_unread', seller: 'seller_unread' } as const
const read = { buyer: 'buyer_read', seller: 'seller_read' } as const

/** The most messages that one reading of a chat gives. */
export const messagePageSize = 200

const messageColumns = [
  'id',
  'chat_id',
  'number',
  'sender_model',
  'sender_id',
  'body',
  'client_id',
  'created_at',
] as const

/** Both people of one's own chat, and how far one has read it. */
export function findParticipants(db: Db, { personId, side }: Participant, chatId: string) {
  return db
    .selectFrom('chats')
    .select(['buyer_id', 'seller_id', `${read[side]} as readUpTo`])
    .where('id', '=', chatId)
    .where(`chats.${side}_id`, '=', personId)
    .executeTakeFirst()
}

/**
 * Up to 200 messages in their order, and whether there are more beyond them: the newest, those before a number, or the
 * ones that follow a number.
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
  if (after !== undefined) query = query.where('number', '>', after)
  const rows = await query.execute()
  const messages = rows.slice(0, messagePageSize).map(messageView)
  return {
    messages: after === undefined ? messages.reverse() : messages,
    hasMore: rows.length > messagePageSize,
  }
}

/** Lets one person's transactions of this kind through one after the other, so that what they count stays counted. */
export async function lockPersonQuota(db: Db, personId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${personId}, 0))`.execute(db)
}

/** Locks one's own chat until the transaction ends; tells how the other person stands once nobody else holds it. */
export async function lockChat(db: Db, { personId, side }: Participant, chatId: string) {
  const chat = await db
    .selectFrom('chats')
    .select(['id', 'book_id', 'buyer_id', 'seller_id'])
    .where('id', '=', chatId)
    .where(`${side}_id`, '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!chat) return undefined
  const other = db
    .selectFrom('people')
    .select(['status', 'deleted_at'])
    .where('id', '=', chat[otherId[side]])
  return { ...chat, other: await other.executeTakeFirstOrThrow() }
}

type Which = { id: string } | { book_id: string } | { buyer_id: string } | { seller_id: string }
/** Locks one chat, or all about a book or of a person in the order of their ids, until the transaction ends; gives their ids. */
export async function lockChats(db: Db, which: Which): Promise<string[]> {
  const rows = await db
    .selectFrom('chats')
    .select('id')
    .where((where) => where.and(which))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => row.id)
}

/** The stored message of a sender with this clientId. */
export function findByClientId(db: Db, senderId: string, clientId: string) {
  return db
    .selectFrom('messages')
    .select(messageColumns)
    .where('sender_id', '=', senderId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

/** The newest message of a sender with this text that came into the chat by the other door since a moment. */
export function findOnOtherChannel(
  db: Db,
  said: { chatId: string; senderId: string; text: string; door: Channel; since: Date },
) {
  return db
    .selectFrom('messages')
    .select(messageColumns)
    .where('sender_id', '=', said.senderId)
    .where('created_at', '>', said.since)
    .where('chat_id', '=', said.chatId)
    .where('body', '=', said.text)
    .where('door', '=', said.door === 'http' ? 'socket' : 'http')
    .orderBy('number', 'desc')
    .executeTakeFirst()
}

/** When a person sent messages since a moment, the newest first. */
export async function findSendTimes(db: Db, senderId: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('messages')
    .select('created_at')
    .where('sender_id', '=', senderId)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => row.created_at)
}

type NewMessage = {
  chatId: string
  sender: { id: string; model: Exclude<SenderModel, 'System'> } | undefined
  text: string
  clientId?: string | undefined
  door: Channel | 'system'
  /** The sides that have not read it. */
  unreadFor: readonly Side[]
  now: Date
}

/** The unread messages of all of one's chats. */
export async function countUnread(db: Db, { personId, side }: Participant): Promise<number> {
  const sum = sql<number>`coalesce(sum(${sql.ref(unread[side])}), 0)::integer`.as('unread')
  return (
    await db
      .selectFrom('chats')
      .select(sum)
      .where(`${side}_id`, '=', personId)
      .executeTakeFirstOrThrow()
  ).unread
}

/** Adds a message to a chat, takes the next number for it, and counts it as unread; a person's words stand at the bell too. */
export async function insertMessage(
  db: Db,
  { chatId, sender, text, clientId, door, unreadFor, now }: NewMessage,
): Promise<Message> {
  const chat = await db
    .updateTable('chats')
    .set((set) => ({
      messages: set('messages', '+', 1),
      updated_at: now,
      ...(unreadFor.includes('buyer') && { buyer_unread: set('buyer_unread', '+', 1) }),
      ...(unreadFor.includes('seller') && { seller_unread: set('seller_unread', '+', 1) }),
    }))
    .where('id', '=', chatId)
    .returning(['messages as number', 'buyer_id', 'seller_id'])
    .executeTakeFirstOrThrow()
  const row: MessageRow = {
    id: newId(now.getTime()),
    chat_id: chatId,
    number: chat.number,
    sender_model: sender?.model ?? 'System',
    sender_id: sender?.id ?? null,
    body: text,
    client_id: clientId ?? null,
    created_at: now,
  }
  await db
    .insertInto('messages')
    .values({ ...row, door })
    .execute()
  if (sender)
    for (const side of unreadFor)
      await insertMessageNotification(db, { personId: chat[`${side}_id`], chatId, now })
  return messageView(row)
}

/** Adds a System message inside the caller's transaction; `unreadFor` are the sides that didn't cause it. */
export function insertSystemMessage(
  db: Db,
  said: { chatId: string; text: string; unreadFor: readonly Side[]; now: Date },
): Promise<Message> {
  return insertMessage(db, { ...said, sender: undefined, door: 'system' })
}

/** Cuts the System messages of a buyer's chats off where `mark` stands in them, in the caller's transaction. */
export async function truncateSystemMessages(db: Db, buyerId: string, mark: string): Promise<void> {
  await db
    .updateTable('messages')
    .set({ body: sql`split_part(body, ${mark}, 1)` })
    .where('sender_model', '=', 'System')
    .where(sql<boolean>`position(${mark} in body) > 1`)
    .where('chat_id', 'in', db.selectFrom('chats').select('id').where('buyer_id', '=', buyerId))
    .execute()
}

/** Marks all messages as read by one side, and the notices of the chat with them; undefined when they were. */
export async function markRead(db: Db, { personId, side }: Participant, chatId: string, now: Date) {
  const changed = await db
    .updateTable('chats')
    .set((set) => ({ [unread[side]]: 0, [read[side]]: set.ref('messages') }))
    .where('id', '=', chatId)
    .where(`chats.${side}_id`, '=', personId)
    .where((where) =>
      where.or([where(unread[side], '>', 0), where(read[side], '<', where.ref('messages'))]),
    )
    .returning(['buyer_id', 'seller_id', 'messages as readUpTo'])
    .executeTakeFirst()
  if (changed) await updateNotificationsRead(db, personId, now, { chatId })
  return changed
}

export function findChatAbout(db: Db, buyerId: string, bookId: string) {
  return db
    .selectFrom('chats')
    .select(['id', 'seller_id'])
    .where('book_id', '=', bookId)
    .where('buyer_id', '=', buyerId)
    .executeTakeFirst()
}

/** When a buyer started chats since a moment, the newest first. */
export async function findStartTimes(db: Db, buyerId: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('chats')
    .select('created_at')
    .where('buyer_id', '=', buyerId)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => row.created_at)
}

/** Opens the buyer's chat about a book and gives its id. */
export async function insertChat(
  db: Db,
  chat: { bookId: string; buyerId: string; sellerId: string; now: Date },
): Promise<string> {
  const id = newId(chat.now.getTime())
  await db
    .insertInto('chats')
    .values({
      id,
      book_id: chat.bookId,
      buyer_id: chat.buyerId,
      seller_id: chat.sellerId,
      created_at: chat.now,
      updated_at: chat.now,
    })
    .execute()
  return id
}

type MessageRow = Pick<Selectable<MessagesTable>, (typeof messageColumns)[number]>

/** A stored message as the contract shows it. */
export function messageView(row: MessageRow): Message {
  return {
    _id: row.id,
    chatId: row.chat_id,
    number: row.number,
    sender: row.sender_id,
    senderModel: row.sender_model,
    message: row.body,
    timestamp: row.created_at.toISOString(),
    ...(row.client_id !== null && { clientId: row.client_id }),
  }
}
