// Rings that wait for answers. Every feature may import this file, so it imports none.
import { type SqlBool, sql } from 'kysely'
import type { WaitingRing } from '#contract/exchanges/waiting-ring.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Whether a ring waits for answers. The query must contain `exchanges`. */
export const isProposed = sql<SqlBool>`(exchanges.kind = 'ring' and exchanges.agreed_at is null
  and exchanges.ended_at is null)`

const view = sql`json_build_object('_id', exchanges.id,
    'isAccepted', member.answer is not distinct from 'accepted')
  from exchange_legs as leg join exchanges on exchanges.id = leg.exchange_id
  join exchange_members as member on member.exchange_id = exchanges.id`

/** The proposed ring in which a book is given. The query must contain `books`. */
export const ringOfBook = sql<WaitingRing | null>`(select ${view} and member.number = leg.giver
  where leg.book_id = books.id and ${isProposed} limit 1)`

/** The proposed ring that would fulfil a want. `want` is the name or alias of the table. */
export const ringOfWant = (want: string) => sql<WaitingRing | null>`(
  select ${view} and member.number = leg.receiver
  where member.person_id = ${sql.ref(`${want}.person_id`)}
    and leg.want_id = ${sql.ref(`${want}.id`)} and ${isProposed} limit 1)`

/** Finds the proposed ring that an account's person is in. */
export async function findWaitingRing(db: Db, accountId: string): Promise<WaitingRing | undefined> {
  const ring = await db
    .selectFrom('exchanges')
    .innerJoin('exchange_members as me', 'me.exchange_id', 'exchanges.id')
    .innerJoin('accounts as own', 'own.person_id', 'me.person_id')
    .select(['exchanges.id', 'me.answer'])
    .where('own.id', '=', accountId)
    .where(isProposed)
    .executeTakeFirst()
  return ring && { _id: ring.id, isAccepted: ring.answer === 'accepted' }
}
