// Sessions and failed logins. People themselves are people's.
import type { Kysely } from 'kysely'
import type { Role } from '#contract/endpoint.ts'
import type { Db } from '#server/platform/db.ts'
import type { Tables } from '#server/platform/tables.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { countedSince } from './rules.ts'

/** A session lives this long after its last use. */
export const sessionDays = 30
const dayMs = 86_400_000

const bytesOf = (hash: string) => Buffer.from(hash, 'hex')

/**
 * The person whose live session has this token hash. Slides the session on when it was last used over an hour ago, so
 * that most requests only read.
 */
export async function findViewer(db: Kysely<Tables>, tokenHash: string, now: Date): Promise<Viewer | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .select(['people.id', 'people.role', 'people.name', 'sessions.used_at'])
    .where('sessions.token_hash', '=', bytesOf(tokenHash))
    .where('sessions.expires_at', '>', now)
    .where('people.status', '=', 'active')
    .where('people.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  if (now.getTime() - row.used_at.getTime() > 3_600_000)
    await db
      .updateTable('sessions')
      .set({ used_at: now, expires_at: new Date(now.getTime() + sessionDays * dayMs) })
      .where('token_hash', '=', bytesOf(tokenHash))
      .execute()
  return { personId: row.id, role: row.role, name: row.name, session: tokenHash }
}

export async function insertSession(db: Db, session: { tokenHash: string; personId: string; userAgent: string; now: Date }): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_hash: bytesOf(session.tokenHash),
      person_id: session.personId,
      user_agent: session.userAgent,
      created_at: session.now,
      used_at: session.now,
      expires_at: new Date(session.now.getTime() + sessionDays * dayMs),
    })
    .execute()
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', bytesOf(tokenHash)).execute()
}

/** Ends all sessions of a person, but for the one kept. */
export async function deleteSessionsOf(db: Db, personId: string, keptHash?: string): Promise<void> {
  let gone = db.deleteFrom('sessions').where('person_id', '=', personId)
  if (keptHash !== undefined) gone = gone.where('token_hash', '<>', bytesOf(keptHash))
  await gone.execute()
}

/** What a login attempt is counted under: the account it names and the network address it comes from. */
export type Attempt = { id: string; role: Role; email: string; ip: string }
const accountOf = (attempt: Attempt) => `${attempt.role} ${attempt.email.toLowerCase()}`

/** Counts an attempt as failed before it is checked, so that many at once can't slip past the limits. */
export async function insertFailure(db: Db, attempt: Attempt, now: Date): Promise<void> {
  await db
    .insertInto('login_failures')
    .values({ id: attempt.id, account: accountOf(attempt), address: attempt.ip, failed_at: now })
    .execute()
}

/** When this account failed from this address lately, and this address at all; oldest first. */
export async function findFailures(db: Db, attempt: Attempt, now: Date): Promise<{ account: Date[]; address: Date[] }> {
  const rows = await db
    .selectFrom('login_failures')
    .select(['account', 'failed_at'])
    .where('address', '=', attempt.ip)
    .where('failed_at', '>', countedSince('address', now))
    .orderBy('failed_at')
    .limit(200)
    .execute()
  const recent = countedSince('account', now)
  return {
    account: rows.filter((row) => row.account === accountOf(attempt) && row.failed_at > recent).map((row) => row.failed_at),
    address: rows.map((row) => row.failed_at),
  }
}

/** Takes back an attempt that was turned away unchecked. */
export async function deleteFailure(db: Db, attempt: Attempt): Promise<void> {
  await db.deleteFrom('login_failures').where('id', '=', attempt.id).execute()
}

/** Forgets an account's failures from an address once it logs in from there. */
export async function deleteFailures(db: Db, attempt: Attempt): Promise<void> {
  await db.deleteFrom('login_failures').where('account', '=', accountOf(attempt)).where('address', '=', attempt.ip).execute()
}

/** Counts a sign-up from an address before it is carried out. */
export async function insertSignup(db: Db, signup: { id: string; ip: string }, now: Date): Promise<void> {
  await db.insertInto('signups').values({ id: signup.id, address: signup.ip, signed_up_at: now }).execute()
}

/** When accounts were opened from an address lately, oldest first. */
export async function findSignups(db: Db, ip: string, now: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('signups')
    .select('signed_up_at')
    .where('address', '=', ip)
    .where('signed_up_at', '>', countedSince('signups', now))
    .orderBy('signed_up_at')
    .limit(200)
    .execute()
  return rows.map((row) => row.signed_up_at)
}

/** Takes back a sign-up that was turned away. */
export async function deleteSignup(db: Db, id: string): Promise<void> {
  await db.deleteFrom('signups').where('id', '=', id).execute()
}

/** Sweeps what counts no longer. */
export async function sweep(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('login_failures').where('failed_at', '<', countedSince('address', now)).execute()
  await db.deleteFrom('signups').where('signed_up_at', '<', countedSince('signups', now)).execute()
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute()
}
