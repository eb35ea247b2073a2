import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { unknownName } from '#contract/common/display-names.ts'
import { type Role, type Side, sides } from '#contract/common/endpoint.ts'
import { AppError, errorOn } from '#contract/common/error-catalog.ts'
import type { AccountsTable } from '#db/tables.ts'
import type { PlaceColumns } from '#server/places/places.ts'
import {
  type Db,
  isDistinctFrom,
  isExpected,
  violatesConstraint,
} from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { lockKey } from '#server/platform/database/locks.ts'
import { backOn } from './holiday.ts'
import { isHelperEmail } from './shop-helpers/store.ts'

export type NewAccount = Insertable<AccountsTable>

/**
 * Throws email_taken, also for a seller with the email of a helper. Either of two indexes may
 * report the conflict. The caller must have locked the email.
 */
export async function insertAccount(db: Db, account: NewAccount): Promise<void> {
  if (account.role === 'seller' && account.email && (await isHelperEmail(db, account.email)))
    throw errorOn('email', 'email_taken')
  try {
    await db.insertInto('accounts').values(account).execute()
  } catch (error) {
    if (violatesConstraint(error, 'accounts_email', 'accounts_person'))
      throw errorOn('email', 'email_taken')
    throw error
  }
}

/**
 * Locks an email until the transaction ends, so that no other transaction opens an account for it.
 */
export async function lockEmail(db: Db, email: string): Promise<void> {
  await lockKey(db, emailLockKey(email))
}

export const emailLockKey = (email: string): string => `email ${email.toLowerCase()}`

export function findOtherAccount(db: Db, accountId: string, role: Role) {
  return db
    .selectFrom('accounts')
    .innerJoin('accounts as self', 'self.person_id', 'accounts.person_id')
    .select(['accounts.id', 'accounts.status'])
    .where('self.id', '=', accountId)
    .where('accounts.role', '=', role)
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst()
}

export function findAccountsByEmail(db: Db, email: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'person_id', 'role', 'password_hash'])
    .where((where) => where(where.fn('lower', ['email']), '=', email.toLowerCase()))
    .where('role', 'in', sides)
    .where('deleted_at', 'is', null)
    .execute()
}

export function findAccount(db: Db, id: string) {
  return db
    .selectFrom('accounts')
    .selectAll()
    .select(backOn().as('back_on'))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Locks an account until the transaction ends, so that nobody else can change it or place orders
 * with it. Returns undefined if it is deleted, or its role or version isn't the given one.
 */
export function lockAccount(db: Db, id: string, role?: Role, expected?: number) {
  const account = db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
  return (role === undefined ? account : account.where('role', '=', role))
    .where(isExpected(expected))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Locks both accounts of a person, as `lockAccount` does. The second query finds an account that
 * was opened while the first query waited; after it, none can be opened.
 */
export async function lockLinkedAccounts(db: Db, accountId: string) {
  const person = db.selectFrom('accounts').select('person_id').where('id', '=', accountId)
  const accounts = db
    .selectFrom('accounts')
    .selectAll()
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
  await accounts.orderBy('id').forNoKeyUpdate().execute()
  return accounts.orderBy('id').forNoKeyUpdate().execute()
}
export type LockedAccount = Awaited<ReturnType<typeof lockLinkedAccounts>>[number]

export async function findAccountsOfPerson(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts as own')
    .innerJoin('accounts', 'accounts.person_id', 'own.person_id')
    .select('accounts.id')
    .where('own.id', '=', accountId)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Finds the accounts of these people, sorted by id. With `lock` they can't be changed until the
 * transaction ends.
 */
export function accountsOfPeople(
  db: Db,
  personIds: readonly string[],
  { lock }: { lock?: 'share' | 'update' } = {},
) {
  const accounts = db
    .selectFrom('accounts')
    .select(['id', 'person_id', 'role'])
    .where('person_id', 'in', personIds)
    .where('deleted_at', 'is', null)
    .orderBy('id')
  if (lock === 'share') return accounts.forShare().execute()
  return (lock === 'update' ? accounts.forNoKeyUpdate() : accounts).execute()
}

export async function isLastAccount(
  db: Db,
  account: { id: string; person_id: string },
): Promise<boolean> {
  const accounts = await accountsOfPeople(db, [account.person_id])
  return accounts.every(({ id }) => id === account.id)
}

/** Updates an account unless it is deleted. Doesn't write the row if nothing changes. */
export async function updateAccount(
  db: Db,
  id: string,
  change: Updateable<AccountsTable>,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set(change)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(isDistinctFrom(change))
    .execute()
}

/**
 * Saves the place of a seller and, by the trigger `place_books`, of their books. Returns whether
 * anything changed. The caller must hold the account's lock.
 */
export async function savePlace(db: Db, id: string, place: PlaceColumns): Promise<boolean> {
  const saved = db
    .updateTable('accounts')
    .set(place)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(isDistinctFrom({ pin_code: place.pin_code }))
  return (await saved.returning('id').executeTakeFirst()) !== undefined
}

/**
 * Called in the transaction that opens or moves a seller account or changes how its books are
 * handed over, or begins or ends a holiday, so that other features can update their own rows.
 */
export type FollowSeller = (
  db: Db,
  sellerId: string,
  change: { hasMoved: boolean },
) => Promise<void>

/** Erases a deleted account's data, frees its email, and unlinks its other account. */
export async function eraseAccount(
  db: Db,
  { accountId: id, side }: { accountId: string; side: Side },
  now: Date,
): Promise<void> {
  const erased = {
    email: null,
    password_hash: null,
    address: null,
    shares_address: false,
    phone: null,
    shop_name: null,
    shop_address: null,
    shop_hours: null,
    upi_id: null,
    hand_overs: null,
    holiday_until: null,
    picture: null,
    blocked_reason: null,
  }
  const place = { pin_code: null, city: null, location: null }
  await savePlace(db, id, place)
  const change = { ...erased, person_id: newId(), deleted_at: now }
  await updateAccount(db, id, { ...change, name: unknownName[side] })
}

/**
 * The ratings of a title or a seller that count: the latest rating of each person. Excludes removed
 * ratings and those by blocked authors.
 */
export const countedRatings = (db: Db, subject: { title_key: string } | { seller_id: string }) =>
  db
    .selectFrom('ratings')
    .innerJoin('accounts as author', 'author.id', 'ratings.buyer_id')
    .distinctOn('author.person_id')
    .select([
      'ratings.order_id',
      'ratings.book_stars',
      'ratings.seller_stars',
      'ratings.review',
      'ratings.created_at',
    ])
    .select(['author.name', 'author.deleted_at'])
    .where((where) => where.and(subject))
    .where('ratings.removed_at', 'is', null)
    .where('author.status', '=', 'active')
    .orderBy('author.person_id')
    .orderBy('ratings.created_at', 'desc')
    .orderBy('ratings.order_id', 'desc')

export const ratingSums = (
  ratings: ReturnType<typeof countedRatings>,
  stars: 'book_stars' | 'seller_stars',
  db: Db,
) =>
  db
    .selectFrom(ratings.as('counted'))
    .select((from) => [
      sql<number>`coalesce(sum(${from.ref(stars)}), 0)::integer`.as('rating_sum'),
      sql<number>`count(*)::integer`.as('rating_count'),
    ])

/** Updates a seller's rating sums. The caller must hold the seller's lock. */
export async function recountSeller(db: Db, sellerId: string): Promise<void> {
  await db
    .updateTable('accounts')
    .from(ratingSums(countedRatings(db, { seller_id: sellerId }), 'seller_stars', db).as('sums'))
    .set((set) => ({
      rating_sum: set.ref('sums.rating_sum'),
      rating_count: set.ref('sums.rating_count'),
    }))
    .where('accounts.id', '=', sellerId)
    .execute()
}

export type AccountStatus = Pick<Selectable<AccountsTable>, 'status' | 'deleted_at'>

/**
 * Throws session_ended if the request's account has been blocked or deleted since the request
 * began. Read the status under a lock that deleting an account also takes.
 */
export function assertActive(account: AccountStatus | undefined): void {
  if (account?.status !== 'active' || account.deleted_at !== null)
    throw new AppError('session_ended')
}

/** Locks the caller's account, so that it can't be blocked or deleted. Throws session_ended. */
export async function lockOwnAccount(db: Db, id: string): Promise<void> {
  const account = await db
    .selectFrom('accounts')
    .select(['status', 'deleted_at'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  assertActive(account)
}

export function lockAccounts(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('accounts')
    .select(['id', 'person_id', 'email'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
