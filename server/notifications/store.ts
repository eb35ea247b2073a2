import { sql } from 'kysely'
import {
  type MutableNotificationKind,
  mutableNotificationKinds,
  type NotificationKind,
  type NotificationSettings,
} from '#contract/accounts/notifications.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { keptDays } from './policy.ts'

const dayMs = 86_400_000

/**
 * `part`: 'state', 'chat', or one payment or case. The newest of a part takes the place of what is
 * still unread of the same part.
 */
export type AboutExchange = { id: string; part: string }

type NewNotification = {
  kind: Exclude<NotificationKind, 'message'>
  text: string
  chatId?: string
  orderId?: string
  bookId?: string
  exchange?: AboutExchange
  /** The list of books that it leads to, as the query of its address. */
  listQuery?: string | undefined
  /** The chat has a line about it, which its unread number counts: the bell leaves it out. */
  inChat?: boolean
  /** The bell lists it even so, because its reader has to act. */
  rings?: boolean
  now: Date
}

/** The bell lists it: it has no line in a chat, or its reader has to act. */
export const isUnderBell = sql<boolean>`(not in_chat or rings)`

/** Notifies people, except those who muted this kind; in the transaction of what it is about. */
export async function insertNotifications(
  db: Db,
  accountIds: readonly string[],
  {
    kind,
    text,
    chatId,
    orderId,
    bookId,
    exchange,
    listQuery,
    inChat = false,
    rings = false,
    now,
  }: NewNotification,
): Promise<void> {
  // The newest change of an order, of a part of an exchange, or of a copy that somebody waits for
  // replaces what is still unread of it.
  const replaced =
    kind === 'status' && orderId !== undefined && accountIds.length > 0
      ? await db
          .deleteFrom('notifications')
          .where('account_id', 'in', accountIds)
          .where('order_id', '=', orderId)
          .where('kind', '=', 'status')
          .where('read_at', 'is', null)
          .returning(['account_id', isUnderBell.as('is_under_bell')])
          .execute()
      : []
  const hasRung = (id: string) =>
    replaced.some(({ account_id, is_under_bell }) => account_id === id && is_under_bell)
  if (exchange !== undefined && accountIds.length > 0)
    await db
      .deleteFrom('notifications')
      .where('account_id', 'in', accountIds)
      .where('exchange_id', '=', exchange.id)
      .where('exchange_part', '=', exchange.part)
      .where('read_at', 'is', null)
      .execute()
  else if (kind === 'exchange' && bookId !== undefined && accountIds.length > 0)
    await db
      .deleteFrom('notifications')
      .where('account_id', 'in', accountIds)
      .where('kind', '=', kind)
      .where('book_id', '=', bookId)
      .where('read_at', 'is', null)
      .execute()
  for (const accountId of accountIds)
    await sql`insert into notifications
        (id, account_id, kind, text, chat_id, order_id, book_id, exchange_id, exchange_part, list_query,
          in_chat, rings, created_at, waits_since)
      select ${newId(now.getTime())}, ${accountId}::uuid, ${kind}, ${text},
        ${chatId ?? null}::uuid, ${orderId ?? null}::uuid,
        ${bookId ?? null}::uuid, ${exchange?.id ?? null}::uuid, ${exchange?.part ?? null},
        ${listQuery ?? null}, ${inChat}, ${rings || (inChat && hasRung(accountId))},
        ${now}::timestamptz, ${now}::timestamptz
      where not exists (select from muted_notifications
          where account_id = ${accountId} and kind = ${kind})
        and exists (select from accounts where id = ${accountId} and deleted_at is null)`.execute(
      db,
    )
}

/**
 * What is unread in a chat waits as one row, which each further message renews: for mails and push
 * messages, not for the bell. `kind` is the kind that the account may have muted.
 */
export async function insertMessageNotification(
  db: Db,
  {
    accountId,
    chatId,
    kind,
    now,
  }: { accountId: string; chatId: string; kind: 'message' | 'status'; now: Date },
): Promise<void> {
  await sql`insert into notifications
      (id, account_id, kind, chat_id, in_chat, created_at, waits_since)
    select ${newId(now.getTime())}, ${accountId}::uuid, 'message', ${chatId}::uuid, true,
      ${now}::timestamptz, ${now}::timestamptz
    where not exists (select from muted_notifications
        where account_id = ${accountId} and kind = ${kind})
      and exists (select from accounts where id = ${accountId} and deleted_at is null)
    on conflict (account_id, chat_id) where kind = 'message' and read_at is null
    do update set id = excluded.id, created_at = excluded.created_at`.execute(db)
}

type Read = Partial<Record<'chatId' | 'upTo' | 'orderId' | 'exchangeId', string | undefined>>

/**
 * Marks an account's notifications as read: those of a chat, or those under the bell, all, up to
 * the id `upTo`, about an order, or about an exchange. That one its person reads by either account:
 * it is read under both bells. Returns the accounts.
 */
export async function updateNotificationsRead(
  db: Db,
  accountId: string,
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
  unread = chatId === undefined ? unread.where(isUnderBell) : unread.where('chat_id', '=', chatId)
  if (orderId !== undefined) unread = unread.where('order_id', '=', orderId)
  if (exchangeId !== undefined) unread = unread.where('exchange_id', '=', exchangeId)
  if (upTo !== undefined) unread = unread.where('id', '<=', upTo)
  await unread.execute()
  return accountIds
}

async function findAccountsOfPerson(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts as own')
    .innerJoin('accounts', 'accounts.person_id', 'own.person_id')
    .select('accounts.id')
    .where('own.id', '=', accountId)
    .execute()
  return rows.map(({ id }) => id)
}

export async function countUnreadNotifications(
  db: Db,
  accountId: string,
): Promise<{ unread: number; newest: Date | null }> {
  const notifications = db.selectFrom('notifications').where('account_id', '=', accountId)
  const unread = notifications
    .where('read_at', 'is', null)
    .where(isUnderBell)
    .select(sql<number>`count(*)::integer`.as('count'))
  const newest = notifications
    .where('kind', 'in', ['order', 'status'])
    .select('created_at')
    .orderBy('id', 'desc')
    .limit(1)
  const counts = await db
    .selectNoFrom([unread.as('unread'), newest.as('newest')])
    .executeTakeFirstOrThrow()
  return { unread: counts.unread ?? 0, newest: counts.newest }
}

export async function findMuted(db: Db, accountId: string): Promise<MutableNotificationKind[]> {
  const rows = await db
    .selectFrom('muted_notifications')
    .select('kind')
    .where('account_id', '=', accountId)
    .execute()
  return rows.map(({ kind }) => kind)
}

export async function findSettings(db: Db, accountId: string): Promise<NotificationSettings> {
  const muted = await findMuted(db, accountId)
  return Object.fromEntries(
    mutableNotificationKinds.map((kind) => [kind, !muted.includes(kind)]),
  ) as NotificationSettings
}

export async function saveSetting(
  db: Db,
  accountId: string,
  kind: MutableNotificationKind,
  isOn: boolean,
): Promise<void> {
  if (isOn)
    await db
      .deleteFrom('muted_notifications')
      .where('account_id', '=', accountId)
      .where('kind', '=', kind)
      .execute()
  else
    await db
      .insertInto('muted_notifications')
      .values({ account_id: accountId, kind })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

export async function deleteNotificationsOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('notifications').where('account_id', '=', accountId).execute()
  await db.deleteFrom('muted_notifications').where('account_id', '=', accountId).execute()
}

export async function deleteOldNotifications(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('created_at', '<', new Date(now.getTime() - keptDays * dayMs))
    .execute()
}
