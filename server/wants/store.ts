// What people want. Who writes locks both accounts of the person first, so that their two sessions,
// and the deletion of an account, wait for each other.
import { type SqlBool, sql, type Transaction } from 'kysely'
import { AppError } from '#contract/common/errors.ts'
import { maxWants } from '#contract/wants/wants.ts'
import { isLastAccount, lockLinkedAccounts } from '#server/accounts/store.ts'
import { noteMovedBooks } from '#server/books/changed-books.ts'
import { deleteReservationsOf } from '#server/books/reservations/store.ts'
import { insertWantArrivals } from '#server/exchanges/rings/arrivals.ts'
import type { PlaceColumns } from '#server/places/places.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type ExpectedVersions, isExpected } from '#server/platform/database/expected-versions.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { consumeQuota, deleteUses } from '#server/platform/limits/quotas.ts'
import { noteNewWants, noteTitles } from './changed-titles.ts'
import { wantChangesQuota } from './policy.ts'
import { isWider, type Limits, limitsAfter, placeOf } from './rules.ts'
import type { ChosenTitle } from './titles.ts'

const quotaKey = (personId: string) => `wants ${personId}`

/** Throws session_ended where the account is gone. */
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

type Person = Awaited<ReturnType<typeof lockPerson>>

/**
 * All wants of a person are at one place, that of their seller account where it has one. Who moves
 * reaches other copies than before, so where distance is a limit they wait again.
 */
async function moveWants(db: Db, personId: string, place: PlaceColumns, now: Date): Promise<void> {
  if (place.pin_code === null) return
  const moved = await db
    .updateTable('wants')
    .set({
      ...place,
      created_at: sql<Date>`case when within_km is null then created_at
        else ${now}::timestamptz end`,
    })
    .where('person_id', '=', personId)
    .where(sql<SqlBool>`pin_code is distinct from ${place.pin_code}`)
    .returning(['id', 'work'])
    .execute()
  await noteNewWants(db, moved)
}

/** After a seller account was opened or has changed where or how it hands books over. */
export async function followSeller(
  db: Db,
  sellerId: string,
  { hasMoved }: { hasMoved: boolean },
  now: Date,
): Promise<void> {
  await noteMovedBooks(db, sellerId, { hasMoved })
  const seller = await db
    .selectFrom('accounts')
    .select(['person_id', 'pin_code', 'city'])
    .select(sql<string | null>`location::text`.as('location'))
    .where('id', '=', sellerId)
    .where('role', '=', 'seller')
    .executeTakeFirst()
  if (!hasMoved || !seller) return
  const { person_id: personId, ...place } = seller
  await moveWants(db, personId, place, now)
}

type Change = {
  accountId: string
  pinCode: string | undefined
  isLimited: boolean
  expected?: ExpectedVersions
}

async function begin(
  db: Transaction<Tables>,
  { accountId, isLimited }: Change,
  count: number,
  now: Date,
): Promise<Person> {
  const person = await lockPerson(db, accountId)
  if (isLimited)
    await consumeQuota(db, { key: quotaKey(person.personId), quota: wantChangesQuota, count }, now)
  return person
}

/**
 * Adds titles, in the caller's transaction; those that the person wants already stay as they are.
 * Returns how many are new. Throws session_ended, too_many_wants, too_many_want_changes, and field
 * errors of the place.
 */
export async function insertWants(
  db: Transaction<Tables>,
  change: Change,
  { titles, limits }: { titles: readonly ChosenTitle[]; limits: Limits },
  now: Date,
): Promise<number> {
  const person = await begin(db, change, titles.length, now)
  const place = placeOf({ ...person, given: change.pinCode }, limits)
  await moveWants(db, person.personId, place, now)
  const own = { person_id: person.personId, created_at: now, ...limits, ...place }
  const inserted = await db
    .insertInto('wants')
    .values(titles.map((title) => ({ id: newId(), ...title, ...own })))
    // The same ISBN, or the same title and author.
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'work'])
    .execute()
  await noteNewWants(db, inserted)
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
 * Changes the limits of a want, in the caller's transaction: it keeps its place in the queue unless
 * they get wider. Returns its version. Throws want_not_found, edited_meanwhile where it has another
 * version than expected, and as `insertWants`.
 */
export async function changeWant(
  db: Transaction<Tables>,
  change: Change,
  { id, asked }: { id: string; asked: AskedLimits },
  now: Date,
): Promise<number> {
  const person = await begin(db, change, 1, now)
  const own = db
    .selectFrom('wants')
    .select(['worst_condition', 'most_on_top', 'within_km'])
    .where('id', '=', id)
    .where('person_id', '=', person.personId)
  const isAsExpected = isExpected(change.expected)
  const want = await own.where(isAsExpected).forNoKeyUpdate().executeTakeFirst()
  if (!want)
    throw new AppError((await own.executeTakeFirst()) ? 'edited_meanwhile' : 'want_not_found')
  const limits = limitsAfter(asked, want)
  await moveWants(db, person.personId, placeOf({ ...person, given: change.pinCode }, limits), now)
  const { version } = await db
    .updateTable('wants')
    .set({ ...limits, ...(isWider(want, limits) && { created_at: now }) })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  await insertWantArrivals(db, [id])
  return version
}

/**
 * Who has got a title wants another copy, in the caller's transaction: they wait anew. Throws
 * want_not_found, and as `insertWants`.
 */
export async function renewWant(
  db: Transaction<Tables>,
  change: Change,
  id: string,
  now: Date,
): Promise<void> {
  const { personId } = await begin(db, change, 1, now)
  const renewed = await db
    .updateTable('wants')
    .set({ order_id: null, created_at: now })
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('order_id', 'is not', null)
    .returning(['id', 'work'])
    .executeTakeFirst()
  if (!renewed) throw new AppError('want_not_found')
  await noteNewWants(db, [renewed])
}

const personOf = (accountId: string) =>
  sql<string>`(select person_id from accounts where id = ${accountId})`

/** Throws want_not_found. */
export async function deleteWant(db: Db, accountId: string, id: string): Promise<void> {
  const deleted = await db
    .deleteFrom('wants')
    .where('id', '=', id)
    .where('person_id', '=', personOf(accountId))
    .returning('work')
    .executeTakeFirst()
  if (!deleted) throw new AppError('want_not_found')
  await noteTitles(db, [deleted])
}

/** Of people whose accounts the demo market made, because nobody of them would take anything. */
export async function deleteWantsOfDemo(db: Db): Promise<void> {
  const people = db.selectFrom('accounts').select('person_id').where('is_demo', '=', true)
  const deleted = db.deleteFrom('wants').where('person_id', 'in', people)
  await noteTitles(db, await deleted.returning('work').execute())
}

/** With the last account of a person; the other one keeps what they want. */
export async function deleteWantsOf(
  db: Db,
  account: { id: string; person_id: string },
  now: Date,
): Promise<void> {
  if (!(await isLastAccount(db, account))) return
  await deleteReservationsOf(db, account.person_id, now)
  const deleted = db.deleteFrom('wants').where('person_id', '=', account.person_id)
  await noteTitles(db, await deleted.returning('work').execute())
  await deleteUses(db, [quotaKey(account.person_id)])
}
