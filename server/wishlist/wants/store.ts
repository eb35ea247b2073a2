// Wanted titles. Every write of a person's wants first locks both accounts of the person, so that
// it waits for the person's other sessions and for the deletion of an account.
import { type SqlBool, sql } from 'kysely'
import { AppError } from '#contract/common/error-catalog.ts'
import { maxWants } from '#contract/wishlist/wants.ts'
import { isLastAccount, lockLinkedAccounts } from '#server/accounts/store.ts'
import { noteMovedBooks } from '#server/books/changed-books.ts'
import { insertWantArrivals } from '#server/exchanges/rings/arrivals.ts'
import { personOf } from '#server/moderation/are-blocked.ts'
import type { PlaceColumns } from '#server/places/places.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { deleteReservationsOf } from '#server/wishlist/queue/queue.ts'
import { type Limits, limitsAfter, placeOf } from './rules.ts'
import type { ChosenTitle } from './titles.ts'

/** Locks both accounts of a person. Throws session_ended if the account was deleted. */
async function lockPerson(db: Db, accountId: string) {
  const accounts = await lockLinkedAccounts(db, accountId)
  const own = accounts.find(({ id }) => id === accountId)
  if (!own) throw new AppError('session_ended')
  const personId = own.person_id
  const ofSeller = accounts.find(({ role }) => role === 'seller')?.pin_code ?? null
  const saved = await db
    .selectFrom('wants')
    .select('pin_code')
    .where('person_id', '=', personId)
    .where('pin_code', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return { personId, ofSeller, saved: saved?.pin_code ?? null }
}

/** Moves all wants of a person to this place, unless it has no PIN code. */
async function moveWants(db: Db, personId: string, place: PlaceColumns): Promise<void> {
  if (place.pin_code === null) return
  const moved = await db
    .updateTable('wants')
    .set(place)
    .where('person_id', '=', personId)
    .where(sql<SqlBool>`pin_code is distinct from ${place.pin_code}`)
    .returning('id')
    .execute()
  await insertWantArrivals(db, moved)
}

/**
 * Called after a seller account was opened or moved, changed how its books are handed over, or began
 * or ended a holiday.
 */
export async function followSeller(
  db: Db,
  sellerId: string,
  { hasMoved }: { hasMoved: boolean },
): Promise<void> {
  await noteMovedBooks(db, sellerId)
  const seller = await db
    .selectFrom('accounts')
    .select(['person_id', 'pin_code', 'city'])
    .select(sql<string | null>`location::text`.as('location'))
    .where('id', '=', sellerId)
    .where('role', '=', 'seller')
    .executeTakeFirst()
  if (!hasMoved || !seller) return
  const { person_id: personId, ...place } = seller
  await moveWants(db, personId, place)
}

type Change = { accountId: string; pinCode: string | undefined; now: Date }

/**
 * Adds titles in the caller's transaction. Titles that the person already wants stay the same.
 * Returns how many are new. Throws session_ended, too_many_wants, and field errors about the place.
 */
export async function insertWants(
  db: Db,
  { accountId, pinCode, now }: Change,
  { titles, limits }: { titles: readonly ChosenTitle[]; limits: Limits },
): Promise<number> {
  const person = await lockPerson(db, accountId)
  const place = placeOf({ ...person, given: pinCode }, limits)
  await moveWants(db, person.personId, place)
  const own = { person_id: person.personId, created_at: now, ...limits, ...place }
  const inserted = await db
    .insertInto('wants')
    .values(titles.map((title) => ({ id: newId(), ...title, ...own })))
    // Skips titles for which the person has a want with the same ISBN, or the same title and
    // author.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  await insertWantArrivals(db, inserted)
  const { count } = await db
    .selectFrom('wants')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('person_id', '=', person.personId)
    .executeTakeFirstOrThrow()
  if (count > maxWants) throw new AppError('too_many_wants')
  return inserted.length
}

type AskedLimits = Parameters<typeof limitsAfter>[0]

/**
 * Changes the limits of a want in the caller's transaction. Throws want_not_found, session_ended,
 * and field errors about the place.
 */
export async function changeWant(
  db: Db,
  { accountId, pinCode }: Omit<Change, 'now'>,
  { id, asked }: { id: string; asked: AskedLimits },
): Promise<void> {
  const person = await lockPerson(db, accountId)
  const want = await db
    .selectFrom('wants')
    .select(['swaps', 'worst_condition', 'max_top_up', 'within_km'])
    .where('id', '=', id)
    .where('person_id', '=', person.personId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!want) throw new AppError('want_not_found')
  const limits = limitsAfter(asked, want)
  await moveWants(db, person.personId, placeOf({ ...person, given: pinCode }, limits))
  await db.updateTable('wants').set(limits).where('id', '=', id).execute()
  await insertWantArrivals(db, [{ id }])
}

/**
 * Lets a person who got a title wait for another copy, in the caller's transaction. Throws
 * session_ended and want_not_found.
 */
export async function renewWant(db: Db, accountId: string, id: string, now: Date): Promise<void> {
  const { personId } = await lockPerson(db, accountId)
  const renewed = await db
    .updateTable('wants')
    .set({ order_id: null, created_at: now })
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('order_id', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (!renewed) throw new AppError('want_not_found')
  await insertWantArrivals(db, [renewed])
}

/** Deletes a want. Throws want_not_found. */
export async function deleteWant(db: Db, accountId: string, id: string): Promise<void> {
  const deleted = await db
    .deleteFrom('wants')
    .where('id', '=', id)
    .where(sql<SqlBool>`person_id = ${personOf(accountId)}`)
    .returning('id')
    .executeTakeFirst()
  if (!deleted) throw new AppError('want_not_found')
}

/** Deletes the wants of the demo market's people, because nobody would accept a copy for them. */
export async function deleteWantsOfDemo(db: Db): Promise<void> {
  const people = db.selectFrom('accounts').select('person_id').where('is_demo', '=', true)
  await db.deleteFrom('wants').where('person_id', 'in', people).execute()
}

/**
 * Deletes the wants and reservations of a person who deletes their last account. Otherwise the
 * other account keeps them. Wants are deleted first, so that no new copy is reserved for the
 * person.
 */
export async function deleteWantsOf(
  db: Db,
  account: { id: string; person_id: string },
  now: Date,
): Promise<void> {
  if (!(await isLastAccount(db, account))) return
  await db.deleteFrom('wants').where('person_id', '=', account.person_id).execute()
  await deleteReservationsOf(db, account.person_id, now)
}
