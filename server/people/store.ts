// The people table: buyers, sellers and admins.
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Role } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import { breaks, type Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { PeopleTable } from '#server/platform/tables.ts'

export type NewPerson = Insertable<PeopleTable>

/** Adds a person; refuses an email that already has an account of this role. */
export async function insertPerson(db: Db, person: NewPerson): Promise<void> {
  try {
    await db.insertInto('people').values(person).execute()
  } catch (error) {
    if (breaks(error, 'people_email')) throw new Refusal('email_taken', { fields: { email: 'An account with this email already exists.' } })
    throw error
  }
}

/** Lets accounts of one email be opened one after the other, until the transaction ends. */
export async function lockEmail(db: Db, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`email ${email.toLowerCase()}`}, 0))`.execute(db)
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
export function findTwin(db: Db, personId: string, role: Role) {
  return db
    .selectFrom('people')
    .innerJoin('people as self', 'self.human_id', 'people.human_id')
    .select(['people.id', 'people.name', 'people.role', 'people.status'])
    .where('self.id', '=', personId)
    .where('people.role', '=', role)
    .where('people.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The live accounts of the human whose account this is, itself included. */
export async function findAccountsOfHuman(db: Db, id: string): Promise<string[]> {
  const human = db.selectFrom('people').select('human_id').where('id', '=', id)
  const rows = await db.selectFrom('people').select('id').where('human_id', '=', human).where('deleted_at', 'is', null).execute()
  return rows.map((row) => row.id)
}

/** The same human's live account on the other side, with what a login to it checks. */
export function findOtherAccount(db: Db, personId: string) {
  return db
    .selectFrom('people')
    .innerJoin('people as self', 'self.human_id', 'people.human_id')
    .select(['people.id', 'people.password_hash'])
    .where('self.id', '=', personId)
    .whereRef('people.id', '<>', 'self.id')
    .where('people.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** A live person, whole. */
export function findPerson(db: Db, id: string) {
  return db.selectFrom('people').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
}

/** A live person, whole, of this role if one is named; locked against other changes and against orders until the transaction ends. */
export function lockPerson(db: Db, id: string, role?: Role) {
  const person = db.selectFrom('people').selectAll().where('id', '=', id).where('deleted_at', 'is', null)
  return (role === undefined ? person : person.where('role', '=', role)).forNoKeyUpdate().executeTakeFirst()
}

export async function updatePerson(db: Db, id: string, change: Updateable<PeopleTable>): Promise<void> {
  await db.updateTable('people').set(change).where('id', '=', id).where('deleted_at', 'is', null).execute()
}

/** Leaves of a person only that there was one; their email is free again, and nothing ties them to their other account. */
export async function erasePerson(db: Db, id: string, now: Date): Promise<void> {
  const nothing = { email: null, password_hash: null, address: null, phone: null, shop_name: null, shop_address: null, picture: null }
  await updatePerson(db, id, { ...nothing, name: '', human_id: newId(), deleted_at: now })
}

/** Adds one rating of 1 to 5 to a seller's sum. */
export async function addSellerRating(db: Db, sellerId: string, stars: number): Promise<void> {
  await db
    .updateTable('people')
    .set((set) => ({ rating_sum: set('rating_sum', '+', stars), rating_count: set('rating_count', '+', 1) }))
    .where('id', '=', sellerId)
    .execute()
}
