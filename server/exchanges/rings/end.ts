// A ring that comes to nothing: what it held is free, its people are told, and the market looks
// again for those who stay.
import { cancelExchange, type RingEnd } from '#contract/exchanges/exchanges.ts'
import { releaseCopiesOfRing } from '#server/books/copies.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import type { Db } from '#server/platform/database/database.ts'
import { logFailure } from '#server/platform/operations/unavailable.ts'
import { insertCopyArrivals, insertWantArrivals } from './arrivals.ts'
import { findChangedRings } from './changes.ts'
import { deleteOldRefusals, insertRefusals } from './refusals.ts'
import {
  emitRingChange,
  insertRingNews,
  isOpen,
  isProposed,
  type LockedRing,
  legsOf,
  lockRing,
  notifyMembers,
} from './store.ts'
import { endedLine, endedText } from './texts.ts'

/**
 * Who doesn't want it: who declined, at its end everybody who has said nothing, or who changed
 * something that it was made of.
 */
function refusing({ members }: LockedRing, because: RingEnd, changedBy: readonly string[]) {
  if (because === 'changed') return members.filter(({ person_id }) => changedBy.includes(person_id))
  return members.filter(({ answer }) =>
    because === 'declined' ? answer === 'declined' : answer === null,
  )
}

/**
 * Looks again for everybody else: what they want counts as new, and so do all copies, which may now
 * be reserved for who waits for them.
 */
async function lookAgain(db: Db, ring: LockedRing, staying: LockedRing['members']) {
  await insertCopyArrivals(
    db,
    ring.legs.map(({ book_id }) => book_id),
  )
  await insertWantArrivals(
    db,
    staying.flatMap(({ number }) => legsOf(ring, number).gets.want_id ?? []),
  )
}

/**
 * Ends a locked ring that nobody has ended yet, in the caller's transaction. `changedBy` are the
 * people who changed something.
 */
export async function endRing(
  db: Db,
  ring: LockedRing,
  { because, changedBy = [] }: { because: RingEnd; changedBy?: readonly string[] },
  now: Date,
): Promise<void> {
  await db
    .updateTable('exchanges')
    .set({ ended_at: now, ended_because: because })
    .where('id', '=', ring.id)
    .execute()
  await db
    .updateTable('exchange_members')
    .set({ delivery_address: null, phone_number: null })
    .where('exchange_id', '=', ring.id)
    .execute()
  await releaseCopiesOfRing(
    db,
    ring.id,
    ring.legs.map(({ book_id }) => book_id),
  )
  const refused = refusing(ring, because, changedBy)
  await insertRefusals(
    db,
    refused.map(({ person_id, number }) => ({
      person_id,
      book_id: legsOf(ring, number).gets.book_id,
    })),
    now,
  )
  const staying = ring.members.filter((member) => !refused.includes(member))
  await lookAgain(db, ring, staying)
  await insertRingNews(db, ring.id, { text: endedLine(because) }, now)
  // Whoever declined knows it; whoever said nothing is told, too.
  const notified = because === 'declined' ? staying : ring.members
  await notifyMembers(db, ring.id, notified, endedText(because), now)
}

/** Ends rings whose people haven't all answered in time, or of which something has changed. */
export async function endRings(context: AppContext, signal?: AbortSignal): Promise<void> {
  const { db, log } = context
  const now = context.now()
  const lapsed = await db
    .selectFrom('exchanges')
    .select('id')
    .where(isProposed)
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .execute()
  const ends: { id: string; because: RingEnd }[] = [
    ...lapsed.map(({ id }) => ({ id, because: 'lapsed' as const })),
    ...[...(await findChangedRings(db)).keys()].map((id) => ({ id, because: 'changed' as const })),
  ]
  for (const { id, because } of ends) {
    if (signal?.aborted) return
    await commitChanges(context, cancelExchange.changes, async (db) => {
      const ring = await lockRing(db, id)
      if (!ring || !isOpen(ring)) return false
      const changedBy = (await findChangedRings(db, id)).get(id)
      if (because === 'changed' && !changedBy) return false
      await endRing(db, ring, { because, ...(changedBy && { changedBy }) }, now)
      return true
    })
      .then((hasEnded) => (hasEnded ? emitRingChange(context, id) : undefined))
      .catch(logFailure(log, 'a ring could not be ended', { exchange: id }))
  }
  await deleteOldRefusals(db, now)
}
