// Who doesn't want a copy that they were to get in a ring: they aren't asked for it again for a
// while, and are in no other ring for a shorter one.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { refusalMs } from './policy.ts'

/** Of people who declined, said nothing to a ring, or changed something that it was made of. */
export async function insertRefusals(
  db: Db,
  refusals: readonly { person_id: string; book_id: string }[],
  now: Date,
): Promise<void> {
  if (refusals.length === 0) return
  await db
    .insertInto('ring_refusals')
    .values(refusals.map((refusal) => ({ ...refusal, refused_at: now })))
    .onConflict((conflict) =>
      conflict.columns(['person_id', 'book_id']).doUpdateSet({ refused_at: now }),
    )
    .execute()
}

export async function deleteOldRefusals(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('ring_refusals')
    .where('refused_at', '<', new Date(now.getTime() - refusalMs))
    .execute()
}

/**
 * What was refused since a time, as a table for `from`: person_id, book_id, refused_at. Whoever
 * cancelled an exchange refused what they were to get in it; its other orders went with theirs.
 */
export const refusalsSince = (since: Date) => sql<{
  person_id: string
  book_id: string
  refused_at: Date
}>`(select person_id, book_id, refused_at from ring_refusals
    where refused_at > ${since}::timestamptz
  union all
  select member.person_id, leg.book_id, event.created_at
  from order_events as event
  join orders on orders.id = event.order_id
  join accounts as actor on actor.id = event.actor_id
  join exchange_members as member on member.exchange_id = orders.exchange_id
    and member.person_id = actor.person_id
  join exchange_legs as leg on leg.exchange_id = member.exchange_id
    and leg.receiver = member.number
  where event.status = 'Cancelled' and event.created_at > ${since}::timestamptz
    and orders.exchange_id is not null and orders.status = 'Cancelled')`
