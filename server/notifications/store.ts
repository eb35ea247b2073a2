import { type RawBuilder, sql } from 'kysely'
import type {
  MutableNotificationKind,
  NotificationKind,
  UserNotification,
} from '#contract/accounts/notifications.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { findAccountsOfPerson } from '#server/accounts/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { newestFirst, type PageRequest, readPage } from '#server/platform/http/paging.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { isSentToAway, isUnderBell, kinds, type Subject } from './kinds.ts'

const maxPageSize = 1000

const keptDays = 90

const dayMs = 86_400_000

/** `part` is 'state', 'chat', or the key of one payment or case of the exchange. */
type AboutExchange = { id: string; part: string }

type NewNotification = {
  kind: NotificationKind
  /** The text under the bell. Messages have none. */
  text?: string
  chatId?: string
  orderId?: string
  bookId?: string
  exchange?: AboutExchange
  /** The query string of the linked list of books. */
  listQuery?: string | undefined
  /**
   * Whether the notification is about a chat whose unread count includes it. The bell doesn't list
   * it.
   */
  inChat?: boolean
  /** Whether the bell lists it even if it is in a chat, because the reader must act. */
  needsAction?: boolean
  now: Date
}

/**
 * The kinds that an account has muted. The query must contain `accounts` and
 * `notification_settings`.
 */
export const mutedKinds = sql<
  MutableNotificationKind[]
>`coalesce(case accounts.role when 'seller' then muted_as_seller else muted_as_buyer end, '{}')`

export const selectChoices = (db: Db, accountId: string) =>
  db
    .selectFrom('accounts')
    .leftJoin('notification_settings', 'notification_settings.person_id', 'accounts.person_id')
    .where('accounts.id', '=', accountId)
    .where('accounts.deleted_at', 'is', null)

/**
 * Returns the statement that inserts notifications, to be run in the event's transaction. Skips
 * people who muted this kind or `mutedAs`. A new notification replaces an unread one about the same
 * thing, and the bell lists it if the bell listed that one. `people` are rows of a new id and an
 * account.
 */
export function notificationsInsert(
  people: RawBuilder<unknown>,
  { kind, text, chatId, orderId, bookId, exchange, listQuery, now, ...more }: NewNotification,
  mutedAs: NotificationKind = kind,
): RawBuilder<unknown> {
  const { inChat = false, needsAction = false } = more
  return sql`insert into notifications (id, account_id, kind, text, chat_id, order_id, book_id,
      exchange_id, dedupe_key, list_query, in_chat, needs_action, created_at, unread_since)
    select people.id, accounts.id, ${kind}, ${text ?? null}, ${chatId ?? null}::uuid,
      ${orderId ?? null}::uuid, ${bookId ?? null}::uuid, ${exchange?.id ?? null}::uuid,
      ${exchange?.part ?? null}, ${listQuery ?? null}, ${inChat}, ${needsAction},
      ${now}::timestamptz, ${now}::timestamptz
    from ${people} as people (id, account_id) join accounts on accounts.id = people.account_id
      left join notification_settings using (person_id)
    where deleted_at is null and ${mutedAs} <> all (${mutedKinds})
    on conflict (account_id, about) where read_at is null
    do update set id = excluded.id, text = excluded.text, in_chat = excluded.in_chat,
      needs_action = excluded.needs_action or excluded.in_chat
        and (not notifications.in_chat or notifications.needs_action),
      created_at = excluded.created_at`
}

export async function insertNotifications(
  db: Db,
  accountIds: readonly string[],
  notification: NewNotification,
): Promise<void> {
  const ids = accountIds.map(() => newId(notification.now.getTime()))
  const people = sql`unnest(${ids}::uuid[], ${accountIds}::uuid[])`
  await notificationsInsert(people, notification).execute(db)
}

/** Swaps and wants belong to the person, so a shop's helpers see no notifications about them. */
const isShownTo = ({ helper }: Pick<Viewer, 'helper'>) =>
  helper ? sql<boolean>`notifications.kind <> 'exchange'` : sql<boolean>`true`

type Reader = Pick<Viewer, 'accountId' | 'helper'>
type Read = Partial<Record<'chatId' | 'upTo' | 'orderId' | 'exchangeId', string | undefined>>

/**
 * Marks an account's notifications as read: those of a chat, or those under the bell (all, those up
 * to `upTo`, or those about one order or exchange). Notifications about an exchange are marked for
 * both of the person's accounts. A helper's requests mark only what helpers see. Returns the ids of
 * the affected accounts.
 */
export async function updateNotificationsRead(
  db: Db,
  { accountId, ...reader }: Reader,
  now: Date,
  { chatId, upTo, orderId, exchangeId }: Read,
): Promise<string[]> {
  const accountIds =
    exchangeId === undefined ? [accountId] : await findAccountsOfPerson(db, accountId)
  let unread = db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('account_id', 'in', accountIds)
    .where('read_at', 'is', null)
    .where(isShownTo(reader))
  unread = chatId === undefined ? unread.where(isUnderBell) : unread.where('chat_id', '=', chatId)
  if (orderId !== undefined) unread = unread.where('order_id', '=', orderId)
  if (exchangeId !== undefined) unread = unread.where('exchange_id', '=', exchangeId)
  if (upTo !== undefined) unread = unread.where('id', '<=', upTo)
  await unread.execute()
  return accountIds
}

/**
 * Returns how many notifications under the bell are unread, the time of the newest one about an
 * order, read or not, and the muted kinds.
 */
export async function countUnreadNotifications(db: Db, { accountId, ...reader }: Reader) {
  const notifications = db
    .selectFrom('notifications')
    .where('account_id', '=', accountId)
    .where(isShownTo(reader))
  const unread = notifications
    .where('read_at', 'is', null)
    .where(isUnderBell)
    .select(sql<number>`count(*)::integer`.as('count'))
  const newest = notifications
    .where('kind', 'in', ['order', 'status', 'exchange'])
    .select('created_at')
    .orderBy('id', 'desc')
    .limit(1)
  const row = await selectChoices(db, accountId)
    .select([unread.as('unread'), newest.as('newest'), mutedKinds.as('muted')])
    .executeTakeFirst()
  return { unread: row?.unread ?? 0, newest: row?.newest ?? null, muted: row?.muted ?? [] }
}

export async function findNotifications(
  db: Db,
  { accountId, ...reader }: Reader,
  request: PageRequest,
) {
  const shown = db
    .selectFrom('notifications')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .selectAll('notifications')
    .select('role')
    .where('account_id', '=', accountId)
    .where(isShownTo(reader))
    .where(isUnderBell)
  const newest = newestFirst('notifications.id')
  const page = await readPage(shown, request, maxPageSize, newest)
  const rows = page.rows.map(
    (row): UserNotification => ({
      _id: row.id,
      kind: row.kind,
      text: row.text ?? '',
      link: kinds[row.kind].link({ ...row, side: row.role as Side }),
      createdAt: row.created_at.toISOString(),
      isRead: row.read_at !== null,
    }),
  )
  return { rows, next: page.next }
}

/** A notification with its chat's other person, title and unread count, if it belongs to a chat. */
export type Waiting = Subject & { name: string; title: string; unread: number }

/** Returns the unread notifications of this period of both of a person's accounts, newest first. */
export async function findWaiting(
  db: Db,
  personId: string,
  { since = new Date(0), until, max }: { since?: Date; until: Date; max: number },
): Promise<Waiting[]> {
  const isBuyer = sql<boolean>`me.id = chats.buyer_id`
  const rows = await db
    .selectFrom('notifications')
    .innerJoin('accounts as me', 'me.id', 'notifications.account_id')
    .leftJoin('chats', 'chats.id', 'notifications.chat_id')
    .leftJoin('books', 'books.id', 'chats.book_id')
    .leftJoin('accounts as other', (on) =>
      on.on(
        sql<boolean>`other.id = case when ${isBuyer} then chats.seller_id else chats.buyer_id end`,
      ),
    )
    .select(['kind', 'chat_id', 'order_id', 'notifications.book_id', 'exchange_id', 'list_query'])
    .select(['me.role', 'other.name', 'books.title'])
    .select(sql<number>`case when ${isBuyer} then buyer_unread else seller_unread end`.as('unread'))
    .where('me.person_id', '=', personId)
    .where('me.status', '=', 'active')
    .where('me.deleted_at', 'is', null)
    .where('read_at', 'is', null)
    .where(isSentToAway)
    .where('notifications.created_at', '>', since)
    .where('notifications.created_at', '<=', until)
    .orderBy('notifications.id', 'desc')
    .limit(max)
    .execute()
  return rows.map(({ role, name, title, unread, ...row }) => ({
    ...row,
    side: role as Side,
    name: name ?? '',
    title: title ?? '',
    unread: unread ?? 0,
  }))
}

export async function deleteOldNotifications(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('created_at', '<', new Date(now.getTime() - keptDays * dayMs))
    .execute()
}
