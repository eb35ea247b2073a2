// Sessions, and the password that opens them. People themselves are people's.
import type { Kysely } from 'kysely'
import type { PasswordChange } from '#contract/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal, refusals } from '#contract/errors.ts'
import { findPerson, updatePerson } from '#server/people/store.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Parts } from '#server/platform/parts.ts'
import type { Call } from '#server/platform/route.ts'
import type { Tables } from '#server/platform/tables.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { checkGuarded, sweepAttempts } from './attempts.ts'
import { hashPassword } from './passwords.ts'
import { refuseCommon } from './rules.ts'

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

type Caller = Pick<Call<Endpoint>, 'ip' | 'commit'> & { viewer: Viewer }

/**
 * Gives the caller a new password for the present one, under the limits for guessing, and ends their other sessions, live
 * connections included. Throws wrong_password, too_many_attempts, and malformed for a password that everybody tries.
 */
export async function changePassword(
  parts: Parts,
  { viewer, ip, commit }: Caller,
  { currentPassword, password, newPassword }: PasswordChange,
): Promise<{ message: string }> {
  refuseCommon(newPassword, 'newPassword')
  const person = await findPerson(parts.db, viewer.personId)
  if (!person?.email) throw new Refusal('session_ended')
  const attempt = { id: newId(), role: person.role, email: person.email, ip }
  if (!(await checkGuarded(parts, attempt, person.password_hash, currentPassword ?? password ?? ''))) {
    const field = currentPassword === undefined ? 'password' : 'currentPassword'
    throw new Refusal('wrong_password', { fields: { [field]: refusals.wrong_password[1] } })
  }
  const password_hash = await hashPassword(newPassword)
  await commit(async (db) => {
    await updatePerson(db, person.id, { password_hash })
    await deleteSessionsOf(db, person.id, viewer.session)
  })
  parts.live.endPerson(person.id, 'Your password was changed. Please log in again.', viewer.session)
  return { message: 'Password updated successfully!' }
}

/** Sweeps what counts no longer. */
export async function sweep(db: Db, now: Date): Promise<void> {
  await sweepAttempts(db, now)
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute()
}
