// Chats. Every write to a chat first locks its row, so messages are numbered in the order of their
// commits.
import { type RawBuilder, sql } from 'kysely'
import { otherSide, type Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { areBlocked, personOf } from '#server/moderation/are-blocked.ts'
import { updateNotificationsRead } from '#server/notifications/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { lockKey } from '#server/platform/database/locks.ts'
import { availableTo } from '#server/wishlist/queue/conditions.ts'

/**
 * One side of a chat. Queries contain it in `where`, so that nobody can access other people's
 * chats. `helper` is the name of the shop's helper who acts for the seller.
 */
export type Participant = {
  accountId: string
  side: Side
  /** The name and id of the shop's helper who acts. */
  helper?: string
  helperId?: string
}

const unreadColumn = { buyer: 'buyer_unread', seller: 'seller_unread' } as const
const readColumn = { buyer: 'buyer_read_up_to', seller: 'seller_read_up_to' } as const

/** Finds both accounts of a chat that the given account is in. Throws chat_not_found. */
export async function findParticipants(db: Db, { accountId, side }: Participant, chatId: string) {
  const chat = await db
    .selectFrom('chats')
    .innerJoin('books', 'books.id', 'chats.book_id')
    .select(['buyer_id', 'chats.seller_id', 'book_id', `${readColumn[side]} as readUpTo`])
    .select(availableTo(sql`chats.buyer_id`).as('available'))
    .select(
      areBlocked(personOf(sql`chats.buyer_id`), personOf(sql`chats.seller_id`)).as('is_blocked'),
    )
    .where('chats.id', '=', chatId)
    .where(`chats.${side}_id`, '=', accountId)
    .executeTakeFirst()
  if (!chat) throw new AppError('chat_not_found')
  return chat
}

/** Locks an account's quotas, so that concurrent uses are counted exactly. */
export async function lockAccountQuota(db: Db, accountId: string): Promise<void> {
  await lockKey(db, `sender ${accountId}`)
}

/**
 * Locks one of the account's chats until the transaction ends, and returns it with the id of the
 * other account. Throws chat_not_found.
 */
export async function lockOwnChat(db: Db, { accountId, side }: Participant, chatId: string) {
  const chat = await db
    .selectFrom('chats')
    .select(['id', 'book_id', 'buyer_id', 'seller_id'])
    .where('id', '=', chatId)
    .where(`${side}_id`, '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!chat) throw new AppError('chat_not_found')
  return { ...chat, otherId: chat[`${otherSide(side)}_id`] }
}

/**
 * Selects whether the caller's account has ended, and whether they may write to the other account.
 */
export const selectStateOfChat = (
  db: Db,
  accountId: string,
  otherId: string | RawBuilder<string>,
) =>
  db
    .selectFrom('accounts as me')
    .innerJoin('accounts as other', (on) => on.onTrue())
    .select([
      sql<boolean>`(me.status <> 'active' or me.deleted_at is not null)`.as('isEnded'),
      sql<boolean>`(other.status <> 'active' or other.deleted_at is not null
        or ${areBlocked(sql`me.person_id`, sql`other.person_id`)})`.as('isReadOnly'),
    ])
    .where('me.id', '=', accountId)
    .where('other.id', '=', otherId)

/** Locks one of the account's chats, then reads its state. Throws chat_not_found, session_ended. */
export async function lockChat(db: Db, me: Participant, chatId: string) {
  const chat = await lockOwnChat(db, me, chatId)
  const state = selectStateOfChat(db, me.accountId, chat.otherId)
  const { isEnded, isReadOnly } = await state.executeTakeFirstOrThrow()
  if (isEnded) throw new AppError('session_ended')
  return { ...chat, isReadOnly }
}

type BookChats = { bookId: string; ids: readonly string[] }

/** Locks chats by id until the transaction ends. Returns their ids. */
export async function lockChats(
  db: Db,
  filter:
    | { id: string }
    | { ids: readonly string[] }
    | { buyer_id: string }
    | { seller_id: string }
    | BookChats,
): Promise<string[]> {
  const rows = await db
    .selectFrom('chats')
    .select('id')
    .where((where) => {
      if (!('ids' in filter)) return where.and(filter)
      return where.or([
        ...('bookId' in filter ? [where('book_id', '=', filter.bookId)] : []),
        ...filter.ids.map((id) => where('id', '=', id)),
      ])
    })
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Locks all chats between two people by id, and returns their ids. `accountIds` are all of their
 * accounts.
 */
export async function lockChatsBetween(db: Db, accountIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('chats')
    .select('id')
    .where('buyer_id', 'in', accountIds)
    .where('seller_id', 'in', accountIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Writes locked chats, so that messages that wait for them are checked again: see `storeMessage`.
 * Call it if the transaction changes who may write in them.
 */
export async function recheckMessages(db: Db, chatIds: readonly string[]): Promise<void> {
  await sql`update chats set message_count = message_count
    where id = any(${chatIds}::uuid[])`.execute(db)
}

/**
 * Notes that an offer or proposed times of a locked chat need no answer any more. If the buyer has
 * written nothing since, the seller needn't write.
 */
export async function clearUnanswered(
  db: Db,
  chatId: string,
  subject: 'offer_id' | 'meeting_id',
  id: string,
): Promise<void> {
  await sql`update chats set is_unanswered = false
    where id = ${chatId} and is_unanswered and ${id} = (
      select ${sql.ref(subject)} from messages
      where chat_id = chats.id and sender_model = 'Buyer' order by number desc limit 1
    )`.execute(db)
}

export async function countUnread(db: Db, { accountId, side }: Participant): Promise<number> {
  const sum = sql<number>`coalesce(sum(${sql.ref(unreadColumn[side])}), 0)::integer`.as('unread')
  const { unread } = await db
    .selectFrom('chats')
    .select(sum)
    .where(`${side}_id`, '=', accountId)
    .executeTakeFirstOrThrow()
  return unread
}

/**
 * Marks a chat's messages and notifications as read by one side. Returns undefined if nothing was
 * unread.
 */
export async function markRead(
  db: Db,
  { accountId, side }: Participant,
  chatId: string,
  now: Date,
) {
  const unread = unreadColumn[side]
  const read = readColumn[side]
  const changed = await db
    .updateTable('chats')
    .set((set) => ({ [unread]: 0, [read]: set.ref('message_count') }))
    .where('id', '=', chatId)
    .where(`chats.${side}_id`, '=', accountId)
    .where((where) =>
      where.or([where(unread, '>', 0), where(read, '<', where.ref('message_count'))]),
    )
    .returning(['buyer_id', 'seller_id', 'message_count as readUpTo'])
    .returning(areBlocked(personOf(sql`buyer_id`), personOf(sql`seller_id`)).as('is_blocked'))
    .executeTakeFirst()
  if (changed) await updateNotificationsRead(db, { accountId }, now, { chatId })
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

type NewChat = { bookId: string; buyerId: string; sellerId: string; now: Date }

const chatRow = ({ bookId, buyerId, sellerId, now }: NewChat) => ({
  id: newId(now.getTime()),
  book_id: bookId,
  buyer_id: buyerId,
  seller_id: sellerId,
  created_at: now,
  updated_at: now,
})

export async function insertChat(db: Db, chat: NewChat): Promise<string> {
  const row = chatRow(chat)
  await db.insertInto('chats').values(row).execute()
  return row.id
}

/** Opens a buyer's chat about a book. Returns undefined if the chat exists. */
export async function insertMissingChat(db: Db, chat: NewChat): Promise<string | undefined> {
  const inserted = await db
    .insertInto('chats')
    .values(chatRow(chat))
    .onConflict((conflict) => conflict.columns(['book_id', 'buyer_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}
