// A ring that comes to nothing: what it held is free, its people are told, and the market looks
// again for those who stay.
import { releaseCopiesOfRing } from '#server/books/copies.ts'
import type { Db } from '#server/platform/database/database.ts'
import { insertRefusals, insertRingNews, type LockedRing, legsOf, notifyMembers } from './store.ts'
import { endedLines, endedTexts } from './texts.ts'

export type RingEnd = keyof typeof endedTexts

/** Who doesn't want it: who declined, or at its end everybody who has said nothing. */
function refusing({ members }: LockedRing, because: RingEnd) {
  if (because === 'changed') return []
  return members.filter(({ answer }) =>
    because === 'declined' ? answer === 'declined' : answer === null,
  )
}

/** Looks again for everybody else: what they want and what they have opened counts as new. */
async function lookAgain(db: Db, ring: LockedRing, staying: LockedRing['members']) {
  const arrivals = staying.flatMap(({ number }) => {
    const { gives, gets } = legsOf(ring, number)
    return [
      { book_id: gives.book_id, want_id: null },
      ...(gets.want_id === null ? [] : [{ book_id: null, want_id: gets.want_id }]),
    ]
  })
  if (arrivals.length > 0) await db.insertInto('exchange_arrivals').values(arrivals).execute()
}

/** Ends a locked ring that nobody has ended yet; in the caller's transaction. */
export async function endRing(
  db: Db,
  ring: LockedRing,
  because: RingEnd,
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
  const refused = refusing(ring, because)
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
  await insertRingNews(db, ring.id, { text: endedLines[because] }, now)
  // Whoever declined knows it; whoever said nothing is told, too.
  const told = because === 'declined' ? staying : ring.members
  await notifyMembers(db, ring.id, told, endedTexts[because], now)
}
