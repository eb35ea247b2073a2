import { sql } from 'kysely'
import { displayName } from '#contract/common/display-names.ts'
import type { Db } from '#server/platform/database/database.ts'
import { awayMinutes, maxMailsPerRun, pauseMinutes } from './policy.ts'
import type { Waiting } from './texts.ts'

const minutesBefore = (now: Date, minutes: number) => new Date(now.getTime() - minutes * 60_000)

export type DueMail = { personId: string; email: string; token: string }

/**
 * Who gets a mail now: something has waited since `awayMinutes`, something came since the last
 * mail, and no session of theirs was used meanwhile. They count as mailed from then on, so that no
 * process sends the same mail again, even if this one is killed before it has sent it.
 */
export async function takeDueMails(db: Db, now: Date): Promise<DueMail[]> {
  const away = minutesBefore(now, awayMinutes)
  const { rows } = await sql<DueMail>`
    update mail_settings set mailed_at = ${now}
    where person_id in (
      select settings.person_id from mail_settings as settings
      where confirmed_at is not null and is_on
        and (mailed_at is null or mailed_at <= ${minutesBefore(now, pauseMinutes)})
        and exists (
          select from accounts join notifications on account_id = accounts.id
          where accounts.person_id = settings.person_id and accounts.email = settings.email
            and status = 'active' and deleted_at is null and read_at is null
            and waits_since <= ${away}
            and notifications.created_at > coalesce(mailed_at, confirmed_at)
        )
        and not exists (
          select from accounts join sessions on account_id = accounts.id
          where accounts.person_id = settings.person_id and used_at > ${away}
        )
      order by mailed_at nulls first
      limit ${maxMailsPerRun}
      for update skip locked
    )
    returning person_id as "personId", email, unsubscribe_token as token`.execute(db)
  return rows
}

export async function findWaiting(db: Db, personId: string): Promise<Waiting | null> {
  const waiting = db
    .selectFrom('notifications')
    .innerJoin('accounts as me', 'me.id', 'notifications.account_id')
    .where('me.person_id', '=', personId)
    .where('me.deleted_at', 'is', null)
    .where('me.status', '=', 'active')
    .where('read_at', 'is', null)
  const chats = await waiting
    .innerJoin('chats', 'chats.id', 'notifications.chat_id')
    .innerJoin('books', 'books.id', 'chats.book_id')
    .innerJoin('accounts as other', (on) =>
      on.on(
        'other.id',
        '=',
        sql<string>`case me.id when chats.buyer_id then chats.seller_id else chats.buyer_id end`,
      ),
    )
    .where('kind', '=', 'message')
    .select(['books.title', 'other.name', 'other.role', 'other.deleted_at as deletedAt'])
    .select([
      sql<number>`case me.id when chats.buyer_id then buyer_unread else seller_unread end`.as(
        'unread',
      ),
      unreadOfOther(sql`true`).as('messages'),
      unreadOfOther(sql`offer_id is not null`).as('offers'),
    ])
    .orderBy('notifications.id', 'desc')
    .execute()
  const rest = await waiting
    .where('in_chat', '=', false)
    .select((row) => ['kind', row.fn.countAll<number>().as('count')])
    .groupBy('kind')
    .execute()
  if (chats.length + rest.length === 0) return null
  const countOf = (kind: string) => Number(rest.find((row) => row.kind === kind)?.count ?? 0)
  const [problems, saved] = [countOf('status'), countOf('saved')]
  const total = rest.reduce((sum, row) => sum + Number(row.count), 0)
  return {
    chats: chats.map(({ unread, role, title, messages, offers, ...other }) => ({
      name: displayName(role === 'buyer' ? 'buyer' : 'seller', other),
      title,
      messages,
      offers,
      lines: Math.max(0, unread - messages),
    })),
    problems,
    saved,
    notices: total - problems - saved,
  }
}

const unreadOfOther = (condition: ReturnType<typeof sql>) =>
  sql<number>`(select count(*)::integer from messages
    where messages.chat_id = chats.id and sender_id = other.id and ${condition}
      and number > case me.id when chats.buyer_id then buyer_read_up_to else seller_read_up_to end)`
