// Sessions, and the links to a new password. People themselves are people's.
import type { Kysely } from 'kysely'
import { errorCatalog } from '#contract/errors.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { hashToken, newToken, type Viewer } from '#server/platform/http/viewer.ts'
import { deleteDevicesOf, deleteExpiredDevices } from './known-devices.ts'
import { deleteExpiredAttempts } from './login-attempts.ts'
import { linkEnd, linkMinutes, maxSessions, sessionEnd } from './rules.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

/** When a session was last used is written down once in so many milliseconds, so that most requests only read. */
const usedMs = 60_000

const bytesOf = (hash: string) => Buffer.from(hash, 'hex')
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/**
 * The person whose live session has this token hash. Notes that it is used, and slides its end on, an hour or more at a time:
 * that column has an index, which would grow with each change.
 */
export async function findViewer(
  db: Kysely<Tables>,
  tokenHash: string,
  now: Date,
): Promise<Viewer | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .select([
      'people.id',
      'people.role',
      'people.name',
      'sessions.created_at',
      'used_at',
      'expires_at',
    ])
    .where('sessions.token_hash', '=', bytesOf(tokenHash))
    .where('sessions.expires_at', '>', now)
    .where('people.status', '=', 'active')
    .where('people.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  if (now.getTime() - row.used_at.getTime() >= usedMs) {
    const expires_at = sessionEnd(row.role, row.created_at, now)
    const slides = expires_at.getTime() - row.expires_at.getTime() > hourMs
    await db
      .updateTable('sessions')
      .set({ used_at: now, ...(slides && { expires_at }) })
      .where('token_hash', '=', bytesOf(tokenHash))
      .execute()
  }
  return { personId: row.id, role: row.role, name: row.name, session: tokenHash }
}

/** Those of the sessions, by their token hashes, that are live and whose people may be signed in. */
export async function findLiveSessions(
  db: Db,
  hashes: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'person_id')
    .select('token_hash')
    .where('token_hash', 'in', hashes.map(bytesOf))
    .where('expires_at', '>', now)
    .where('people.status', '=', 'active')
    .where('people.deleted_at', 'is', null)
    .execute()
  return rows.map(({ token_hash }) => hexOf(token_hash))
}

export type NewSession = {
  tokenHash: string
  personId: string
  userAgent: string
  /** Which account was logged in to, and when, where this session comes from a switch. */
  login?: { personId: string; at: Date }
  now: Date
}

export async function insertSession(
  db: Db,
  { tokenHash, personId, userAgent, login, now }: NewSession,
): Promise<void> {
  const { personId: login_id, at: loggedInAt } = login ?? { personId, at: now }
  const { role } = await db
    .selectFrom('people')
    .select('role')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  const times = {
    created_at: loggedInAt,
    used_at: now,
    expires_at: sessionEnd(role, loggedInAt, now),
  }
  await db
    .insertInto('sessions')
    .values({
      token_hash: bytesOf(tokenHash),
      person_id: personId,
      login_id,
      user_agent: userAgent,
      ...times,
    })
    .execute()
}

/**
 * Ends those of a person's sessions that were used least lately, as far as there are too many; gives their token hashes, for
 * their live connections to be ended. One transaction at a time, under the person's lock.
 */
export async function deleteSurplusSessions(db: Db, personId: string): Promise<string[]> {
  const own = db.selectFrom('sessions').select('token_hash').where('person_id', '=', personId)
  const surplus = own.orderBy('used_at', 'desc').orderBy('created_at', 'desc').offset(maxSessions)
  const ended = await db
    .deleteFrom('sessions')
    .where('token_hash', 'in', surplus)
    .returning('token_hash')
    .execute()
  return ended.map(({ token_hash }) => hexOf(token_hash))
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', bytesOf(tokenHash)).execute()
}

/** When a session's password was given, and to which account; inside a transaction, whether it is there still. */
export function findSession(db: Db, tokenHash: string) {
  return db
    .selectFrom('sessions')
    .select(['created_at', 'login_id'])
    .where('token_hash', '=', bytesOf(tokenHash))
    .executeTakeFirst()
}

/** Ends all sessions of a person. */
export async function deleteSessionsOf(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('sessions').where('person_id', '=', personId).execute()
}

/**
 * Ends the sessions of a human, but for one by its token hash, and the links to a new password. In the caller's transaction,
 * which holds their locks. Of both accounts: whoever comes into one can switch to the other.
 */
export async function endSessions(
  db: Db,
  accounts: readonly string[],
  butSession?: string,
): Promise<void> {
  let gone = db.deleteFrom('sessions').where('person_id', 'in', accounts)
  if (butSession !== undefined) gone = gone.where('token_hash', '<>', bytesOf(butSession))
  await gone.execute()
  await deleteResetsOf(db, accounts)
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
  return rows.map(({ token_hash, ...row }) => ({ ...row, hash: hexOf(token_hash) }))
}

/** An account is mailed no second link within so many milliseconds. */
const mailPause = 60_000
/** So many links of a request work at once; by mail alone there can't be more. */
const mostLinks = linkMinutes

async function insertLink(
  db: Db,
  requestId: string,
  tokenHash: string,
  expiresAt: Date,
): Promise<void> {
  await db
    .insertInto('reset_links')
    .values({ token_hash: bytesOf(tokenHash), request_id: requestId, expires_at: expiresAt })
    .execute()
  const all = db.selectFrom('reset_links').select('token_hash').where('request_id', '=', requestId)
  const surplus = all.orderBy('expires_at', 'desc').offset(mostLinks)
  await db.deleteFrom('reset_links').where('token_hash', 'in', surplus).execute()
}

/**
 * Notes that a person asked for a new password, or asked again; with `tokenHash` they have a link by that, beside those from
 * before. False where they were given one just now, and get no other. Within a transaction.
 */
export async function openReset(
  db: Db,
  ask: { personId: string; tokenHash?: string; now: Date },
): Promise<boolean> {
  const { now, tokenHash } = ask
  const opened = await db
    .insertInto('password_resets')
    .values({ id: newId(now.getTime()), person_id: ask.personId, requested_at: now })
    .onConflict((conflict) => {
      const renewed = conflict
        .column('person_id')
        .where('used_at', 'is', null)
        .doUpdateSet({ requested_at: now })
      return tokenHash === undefined
        ? renewed
        : renewed.where('password_resets.requested_at', '<=', new Date(now.getTime() - mailPause))
    })
    .returning('id')
    .executeTakeFirst()
  if (opened && tokenHash !== undefined) await insertLink(db, opened.id, tokenHash, linkEnd(now))
  return opened !== undefined
}

/** Gives an open request a link, for its token only to be seen here. Undefined where it isn't open. Within a transaction. */
export async function linkReset(
  db: Db,
  id: string,
  now: Date,
): Promise<{ personId: string; token: string; expiresAt: Date } | undefined> {
  const token = newToken()
  const expiresAt = linkEnd(now)
  const open = db
    .selectFrom('password_resets')
    .select('person_id')
    .where('id', '=', id)
    .where('used_at', 'is', null)
  const request = await open.forUpdate().executeTakeFirst()
  if (!request) return undefined
  await insertLink(db, id, hashToken(token), expiresAt)
  return { personId: request.person_id, token, expiresAt }
}

/** Whom the live link with this token's hash was made for. */
export function findReset(db: Db, tokenHash: string, now: Date) {
  return db
    .selectFrom('reset_links')
    .innerJoin('password_resets', 'password_resets.id', 'request_id')
    .innerJoin('people', 'people.id', 'person_id')
    .select('person_id')
    .where('token_hash', '=', bytesOf(tokenHash))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('people.status', '=', 'active')
    .where('people.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Uses a live link up, and with it the others of its request; false where it is dead, or another request was faster. */
export async function takeReset(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  const live = db
    .selectFrom('reset_links')
    .select('request_id')
    .where('token_hash', '=', bytesOf(tokenHash))
    .where('expires_at', '>', now)
  const taken = await db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('id', 'in', live)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Kills the links that a person has; that they asked for one stays. */
export async function deleteLinksOf(db: Db, personId: string): Promise<void> {
  const requests = db.selectFrom('password_resets').select('id').where('person_id', '=', personId)
  await db.deleteFrom('reset_links').where('request_id', 'in', requests).execute()
}

/** Forgets that people asked for a new password; their links are dead. */
export async function deleteResetsOf(db: Db, people: readonly string[]): Promise<void> {
  await db.deleteFrom('password_resets').where('person_id', 'in', people).execute()
}

/**
 * Ends what lets a person in, of one account only, and the sessions of their other one that came from a login to this one.
 * Gives the token hashes of those, for their live connections to be ended.
 */
export async function deleteAccessOf(db: Db, personId: string): Promise<string[]> {
  await deleteSessionsOf(db, personId)
  await deleteResetsOf(db, [personId])
  await deleteDevicesOf(db, [personId])
  const ended = await db
    .deleteFrom('sessions')
    .where('login_id', '=', personId)
    .returning('token_hash')
    .execute()
  return ended.map(({ token_hash }) => hexOf(token_hash))
}

/** A request that nobody followed up is forgotten after so many days. */
const requestDays = 7

/** Sweeps what counts no longer; sessions that have run out take their live connections along. */
export async function deleteExpired(
  { db, live }: Pick<AppContext, 'db' | 'live'>,
  now: Date,
): Promise<void> {
  await deleteExpiredAttempts(db, now)
  await deleteExpiredDevices(db, now)
  const ended = await db
    .deleteFrom('sessions')
    .where('expires_at', '<', now)
    .returning('token_hash')
    .execute()
  for (const { token_hash } of ended)
    live.endSession(hexOf(token_hash), errorCatalog.session_ended[1])
  const forgotten = new Date(now.getTime() - requestDays * dayMs)
  await db.deleteFrom('password_resets').where('requested_at', '<', forgotten).execute()
}
