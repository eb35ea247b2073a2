import { sql } from 'kysely'
import type { Side } from '#contract/common/endpoint.ts'
import { hashToBytes } from '#server/accounts/auth/token-hash.ts'
import type { Db } from '#server/platform/database/database.ts'
import { maxPerRun, maxSubscriptionsPerRun } from './policy.ts'
import type { UnreadNotification } from './texts.ts'

type NewSubscription = {
  endpoint: string
  p256dh: string
  auth: string
  showsNames: boolean
}

export async function viewPush(db: Db, session: string) {
  const row = await db
    .selectFrom('push_subscriptions')
    .select('shows_names')
    .where('session_hash', '=', hashToBytes(session))
    .executeTakeFirst()
  return { isOn: row !== undefined, showsNames: row?.shows_names ?? true }
}

/** A browser has one address: whoever was logged in there before gets no more messages there. */
export async function saveSubscription(
  db: Db,
  session: string,
  { endpoint, p256dh, auth, showsNames }: NewSubscription,
  now: Date,
): Promise<void> {
  const session_hash = hashToBytes(session)
  await db
    .deleteFrom('push_subscriptions')
    .where((where) =>
      where.or([where('endpoint', '=', endpoint), where('session_hash', '=', session_hash)]),
    )
    .execute()
  await db
    .insertInto('push_subscriptions')
    .values({ session_hash, endpoint, p256dh, auth, shows_names: showsNames, told_until: now })
    .execute()
}

export async function deleteSubscription(db: Db, session: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('session_hash', '=', hashToBytes(session))
    .execute()
}

export async function deleteEndpoint(db: Db, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute()
}

export type DueSubscription = {
  endpoint: string
  p256dh: string
  auth: string
  showsNames: boolean
  personId: string
  since: Date
}

/** What is told: all that is unread of a chat as one, and what has no line in a chat. */
const isPushed = sql<boolean>`(notifications.kind = 'message' or not notifications.in_chat)`

/**
 * The subscriptions for whose person something came until `until`. They count as told from then
 * on, so that no process tells it again, even if this one is killed before.
 */
export async function takeDueSubscriptions(
  db: Db,
  until: Date,
  now: Date,
): Promise<DueSubscription[]> {
  const { rows } = await sql<DueSubscription>`
    with due as (
      select push_subscriptions.session_hash, told_until, me.person_id
      from push_subscriptions
        join sessions on sessions.token_hash = push_subscriptions.session_hash
        join accounts as me on me.id = sessions.account_id
      where expires_at > ${now} and me.status = 'active' and me.deleted_at is null
        and exists (
          select from accounts join notifications on account_id = accounts.id
          where accounts.person_id = me.person_id and accounts.status = 'active'
            and accounts.deleted_at is null and read_at is null and ${isPushed}
            and notifications.created_at > told_until and notifications.created_at <= ${until}
        )
      limit ${maxSubscriptionsPerRun}
      for update of push_subscriptions skip locked
    )
    update push_subscriptions set told_until = ${until} from due
    where push_subscriptions.session_hash = due.session_hash
    returning endpoint, p256dh, auth, shows_names as "showsNames", person_id as "personId",
      due.told_until as since`.execute(db)
  return rows
}

export async function findUnreadNotifications(
  db: Db,
  { personId, since }: Pick<DueSubscription, 'personId' | 'since'>,
  until: Date,
): Promise<UnreadNotification[]> {
  const rows = await db
    .selectFrom('notifications')
    .innerJoin('accounts as me', 'me.id', 'notifications.account_id')
    .leftJoin('chats', 'chats.id', 'notifications.chat_id')
    .leftJoin('books', 'books.id', 'chats.book_id')
    .leftJoin('accounts as other', (on) =>
      on.on(
        'other.id',
        '=',
        sql<string>`case me.id when chats.buyer_id then chats.seller_id else chats.buyer_id end`,
      ),
    )
    .select(['me.role', 'notifications.chat_id', 'in_chat', 'kind', 'list_query'])
    .select(['notifications.exchange_id', 'notifications.order_id'])
    .select(['other.name', 'books.title'])
    .where('me.person_id', '=', personId)
    .where('me.status', '=', 'active')
    .where('me.deleted_at', 'is', null)
    .where('read_at', 'is', null)
    .where(isPushed)
    .where('notifications.created_at', '>', since)
    .where('notifications.created_at', '<=', until)
    .orderBy('notifications.id', 'desc')
    .limit(maxPerRun)
    .execute()
  return rows.map((row) => ({
    side: row.role as Side,
    chatId: row.chat_id,
    inChat: row.in_chat,
    kind: row.kind,
    exchangeId: row.exchange_id,
    orderId: row.order_id,
    listQuery: row.list_query,
    name: row.name || 'Dobara',
    title: row.title ?? '',
  }))
}
