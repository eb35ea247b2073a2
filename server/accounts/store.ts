// The people table: one row for each account. A human may have a buyer and a seller account.
import { type Insertable, sql, type Updateable } from 'kysely'
import { type Role, sides } from '#contract/common/endpoint.ts'
import { AppError, errorCatalog } from '#contract/common/errors.ts'
import { type Db, isDistinctFrom, violatesConstraint } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { PeopleTable } from '#server/platform/database/tables.ts'

export type NewPerson = Insertable<PeopleTable>

export async function insertPerson(db: Db, person: NewPerson): Promise<void> {
  try {
    await db.insertInto('people').values(person).execute()
  } catch (error) {
    if (violatesConstraint(error, 'people_email'))
      throw new AppError('email_taken', { fields: { email: errorCatalog.email_taken[1] } })
    throw error
  }
}

/**
 * Locks an email until the transaction ends, so that its accounts are opened one after the other.
 */
export async function lockEmail(db: Db, email: string): Promise<void> {
  const key = `email ${email.toLowerCase()}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
}

/** The account with this email and role, with what a login checks. */
export function findCredentials(db: Db, email: string, role: Role) {
  return db
    .selectFrom('people')
    .select(['id', 'human_id', 'name', 'role', 'status', 'password_hash'])
    .where((where) => where(where.fn('lower', ['email']), '=', email.toLowerCase()))
    .where('role', '=', role)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export function findOtherAccount(db: Db, personId: string, role: Role) {
  return db
    .selectFrom('people')
    .innerJoin('people as self', 'self.human_id', 'people.human_id')
    .select(['people.id', 'people.name', 'people.role', 'people.status'])
    .where('self.id', '=', personId)
    .where('people.role', '=', role)
    .where('people.deleted_at', 'is', null)
    .executeTakeFirst()
}

export function findAccountsByEmail(db: Db, email: string) {
  return db
    .selectFrom('people')
    .select(['id', 'human_id', 'role', 'password_hash'])
    .where((where) => where(where.fn('lower', ['email']), '=', email.toLowerCase()))
    .where('role', 'in', sides)
    .where('deleted_at', 'is', null)
    .execute()
}

export function findPerson(db: Db, id: string) {
  return db
    .selectFrom('people')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Locks a person, of this role if one is given, until the transaction ends: nobody else changes
 * them or makes orders with them.
 */
export function lockPerson(db: Db, id: string, role?: Role) {
  const person = db
    .selectFrom('people')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
  return (role === undefined ? person : person.where('role', '=', role))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Locks the buyer and the seller account of one human, as `lockPerson` does. Reads twice: the
 * second read finds an account that was opened while the first one waited, and none can be opened
 * after it.
 */
export async function lockLinkedAccounts(db: Db, personId: string) {
  const human = db.selectFrom('people').select('human_id').where('id', '=', personId)
  const accounts = db
    .selectFrom('people')
    .selectAll()
    .where('human_id', '=', human)
    .where('deleted_at', 'is', null)
  await accounts.orderBy('id').forNoKeyUpdate().execute()
  return accounts.orderBy('id').forNoKeyUpdate().execute()
}
export type LockedPerson = Awaited<ReturnType<typeof lockLinkedAccounts>>[number]

/** Skips deleted accounts, and doesn't touch the row where nothing changes. */
export async function updatePerson(
  db: Db,
  id: string,
  change: Updateable<PeopleTable>,
): Promise<void> {
  await db
    .updateTable('people')
    .set(change)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(isDistinctFrom(change))
    .execute()
}

/**
 * Erases a deleted account's data; its email is free again. A new human_id unlinks the other
 * account.
 */
export async function erasePerson(db: Db, id: string, now: Date): Promise<void> {
  const erased = {
    email: null,
    password_hash: null,
    address: null,
    phone: null,
    shop_name: null,
    shop_address: null,
    picture: null,
  }
  await updatePerson(db, id, { ...erased, name: '', human_id: newId(), deleted_at: now })
}

/**
 * The ratings of a title or of a seller that count: the latest of each human, except removed ones,
 * those of blocked authors, and those that somebody gave to themselves.
 */
export const countedRatings = (db: Db, subject: { title_key: string } | { seller_id: string }) =>
  db
    .selectFrom('ratings')
    .innerJoin('people as author', 'author.id', 'ratings.buyer_id')
    .distinctOn('author.human_id')
    .select([
      'ratings.order_id',
      'ratings.book_stars',
      'ratings.seller_stars',
      'ratings.review',
      'ratings.created_at',
    ])
    .select(['author.name', 'author.deleted_at'])
    .where((where) => where.and(subject))
    .where('ratings.is_own', '=', false)
    .where('ratings.removed_at', 'is', null)
    .where('author.status', '=', 'active')
    .orderBy('author.human_id')
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

/** Updates a seller's rating sums; the caller holds the seller's lock. */
export async function recountSeller(db: Db, sellerId: string): Promise<void> {
  await db
    .updateTable('people')
    .from(ratingSums(countedRatings(db, { seller_id: sellerId }), 'seller_stars', db).as('sums'))
    .set((set) => ({
      rating_sum: set.ref('sums.rating_sum'),
      rating_count: set.ref('sums.rating_count'),
    }))
    .where('people.id', '=', sellerId)
    .execute()
}

/** Locks people, deleted ones too, until the transaction ends; in the order of their ids. */
export function lockAccounts(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('people')
    .select(['id', 'human_id', 'email'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
