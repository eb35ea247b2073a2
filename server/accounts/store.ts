// The people table: buyers, sellers and admins.
import { type Insertable, sql, type Updateable } from 'kysely'
import { type Role, sides } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { type Db, differs, violates } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { PeopleTable } from '#server/platform/database/tables.ts'

export type NewPerson = Insertable<PeopleTable>

/** Adds a person; refuses an email that already has an account of this role. */
export async function insertPerson(db: Db, person: NewPerson): Promise<void> {
  try {
    await db.insertInto('people').values(person).execute()
  } catch (error) {
    if (violates(error, 'people_email'))
      throw new AppError('email_taken', {
        fields: { email: 'An account with this email already exists.' },
      })
    throw error
  }
}

/** Lets accounts of one email be opened one after the other, until the transaction ends. */
export async function lockEmail(db: Db, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`email ${email.toLowerCase()}`}, 0))`.execute(
    db,
  )
}

/** The live account with this email in this role, with what a login checks. */
export function findCredentials(db: Db, email: string, role: Role) {
  return db
    .selectFrom('people')
    .select(['id', 'human_id', 'name', 'role', 'status', 'password_hash'])
    .where((where) => where(where.fn('lower', ['email']), '=', email.toLowerCase()))
    .where('role', '=', role)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The same human's live account in another role. */
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

/** The live buyer and seller accounts with this email, with what a login to them checks. */
export function findSides(db: Db, email: string) {
  return db
    .selectFrom('people')
    .select(['id', 'human_id', 'role', 'password_hash'])
    .where((where) => where(where.fn('lower', ['email']), '=', email.toLowerCase()))
    .where('role', 'in', sides)
    .where('deleted_at', 'is', null)
    .execute()
}

/** A live person, whole. */
export function findPerson(db: Db, id: string) {
  return db
    .selectFrom('people')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** A live person, whole, of this role if one is named; locked against other changes and against orders until the transaction ends. */
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
 * The live accounts of the human whose account this is, itself included, whole and locked as by `lockPerson`. Read twice:
 * an account that was opened while the first reading waited is there in the second, and none can be opened after it.
 */
export async function lockAccountsOfEmail(db: Db, personId: string) {
  const human = db.selectFrom('people').select('human_id').where('id', '=', personId)
  const accounts = db
    .selectFrom('people')
    .selectAll()
    .where('human_id', '=', human)
    .where('deleted_at', 'is', null)
  await accounts.orderBy('id').forNoKeyUpdate().execute()
  return accounts.orderBy('id').forNoKeyUpdate().execute()
}
export type LockedPerson = Awaited<ReturnType<typeof lockAccountsOfEmail>>[number]

/** Changes a person who is still there; a change that changes nothing touches no row. */
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
    .where(differs(change))
    .execute()
}

/** Leaves of a person only that there was one; their email is free again, and nothing ties them to their other account. */
export async function erasePerson(db: Db, id: string, now: Date): Promise<void> {
  const nothing = {
    email: null,
    password_hash: null,
    address: null,
    phone: null,
    shop_name: null,
    shop_address: null,
    picture: null,
  }
  await updatePerson(db, id, { ...nothing, name: '', human_id: newId(), deleted_at: now })
}

/**
 * The ratings that count of a title or of a seller: the latest of each human; none that was removed, none of a blocked
 * author, and none that somebody gave to themselves.
 */
export const countedRatings = (db: Db, of: { title_key: string } | { seller_id: string }) =>
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
    .where((where) => where.and(of))
    .where('ratings.is_own', '=', false)
    .where('ratings.removed_at', 'is', null)
    .where('author.status', '=', 'active')
    .orderBy('author.human_id')
    .orderBy('ratings.created_at', 'desc')
    .orderBy('ratings.order_id', 'desc')

/** The sum and the number of counted ratings, by the column that holds their stars. */
export const ratingSums = (
  counted: ReturnType<typeof countedRatings>,
  stars: 'book_stars' | 'seller_stars',
  db: Db,
) =>
  db
    .selectFrom(counted.as('counted'))
    .select((from) => [
      sql<number>`coalesce(sum(${from.ref(stars)}), 0)::integer`.as('rating_sum'),
      sql<number>`count(*)::integer`.as('rating_count'),
    ])

/** Counts a locked seller's ratings anew. */
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

/** Locks people, gone ones too, against other changes in the order of their ids until the transaction ends. */
export function lockAccounts(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('people')
    .select(['id', 'human_id', 'email'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
