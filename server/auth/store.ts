// Sessions, the password that opens them, and the links to a new one. People themselves are people's.
import type { Kysely } from 'kysely'
import { findAccountsOfHuman } from '#server/people/store.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tables } from '#server/platform/tables.ts'
import { hashToken, newToken, type Viewer } from '#server/platform/viewer.ts'
import { sweepAttempts } from './attempts.ts'
import { linkEnd } from './rules.ts'

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

/** Whether a session is there; inside a transaction, whether it is there still. */
export async function hasSession(db: Db, tokenHash: string): Promise<boolean> {
  const session = db.selectFrom('sessions').select('person_id').where('token_hash', '=', bytesOf(tokenHash))
  return (await session.executeTakeFirst()) !== undefined
}

/** Ends all sessions of a person. */
export async function deleteSessionsOf(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('sessions').where('person_id', '=', personId).execute()
}

/**
 * Ends all sessions of a human but for the one kept, and their links to a new password, in the caller's transaction, which
 * holds the lock of the person; gives the accounts whose live connections are to be ended after it. Of both accounts:
 * whoever comes into one can switch to the other.
 */
export async function endSessions(db: Db, personId: string, keptHash?: string): Promise<string[]> {
  const accounts = await findAccountsOfHuman(db, personId)
  if (accounts.length === 0) return []
  let gone = db.deleteFrom('sessions').where('person_id', 'in', accounts)
  if (keptHash !== undefined) gone = gone.where('token_hash', '<>', bytesOf(keptHash))
  await gone.execute()
  await deleteResetsOf(db, accounts)
  return accounts
}

/** A person's live sessions, the last used first; hashes in hex. */
export async function findSessions(db: Db, personId: string, now: Date) {
  const rows = await db
    .selectFrom('sessions')
    .select(['token_hash', 'user_agent', 'created_at', 'used_at'])
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .orderBy('used_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(({ token_hash, ...row }) => ({ ...row, hash: Buffer.from(token_hash).toString('hex') }))
}

/** An account is mailed no second link within so many milliseconds. */
const mailPause = 60_000

/**
 * Notes that a person asked for a new password, or asked again; with `tokenHash` they have a link by that, and one made
 * before is dead. False where they were given one just now, and get no other.
 */
export async function openReset(db: Db, ask: { personId: string; tokenHash?: string; now: Date }): Promise<boolean> {
  const { now, tokenHash } = ask
  const asked = { requested_at: now, ...(tokenHash !== undefined && { token_hash: bytesOf(tokenHash), expires_at: linkEnd(now) }) }
  const opened = await db
    .insertInto('password_resets')
    .values({ id: newId(now.getTime()), person_id: ask.personId, ...asked })
    .onConflict((conflict) => {
      const renewed = conflict.column('person_id').where('used_at', 'is', null).doUpdateSet(asked)
      return tokenHash === undefined ? renewed : renewed.where('password_resets.requested_at', '<=', new Date(now.getTime() - mailPause))
    })
    .returning('id')
    .executeTakeFirst()
  return opened !== undefined
}

/** Gives an open request a link, for its token only to be seen here; one made before is dead. Undefined where it isn't open. */
export async function linkReset(db: Db, id: string, now: Date): Promise<{ personId: string; token: string; expiresAt: Date } | undefined> {
  const token = newToken()
  const expiresAt = linkEnd(now)
  const made = await db
    .updateTable('password_resets')
    .set({ token_hash: bytesOf(hashToken(token)), expires_at: expiresAt })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('person_id')
    .executeTakeFirst()
  return made && { personId: made.person_id, token, expiresAt }
}

/** Whom the live link with this token's hash was made for. */
export function findReset(db: Db, tokenHash: string, now: Date) {
  return db
    .selectFrom('password_resets')
    .innerJoin('people', 'people.id', 'password_resets.person_id')
    .select('person_id')
    .where('token_hash', '=', bytesOf(tokenHash))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('people.status', '=', 'active')
    .where('people.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Uses a live link up; false where it is dead, or another request was faster. */
export async function takeReset(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  const taken = await db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('token_hash', '=', bytesOf(tokenHash))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Forgets that people asked for a new password; their links are dead. */
export async function deleteResetsOf(db: Db, people: readonly string[]): Promise<void> {
  await db.deleteFrom('password_resets').where('person_id', 'in', people).execute()
}

/** A request that nobody followed up is forgotten after so many days. */
const requestDays = 7

/** Sweeps what counts no longer. */
export async function sweep(db: Db, now: Date): Promise<void> {
  await sweepAttempts(db, now)
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute()
  const forgotten = new Date(now.getTime() - requestDays * dayMs)
  await db.deleteFrom('password_resets').where('requested_at', '<', forgotten).execute()
}
