import type { Kysely } from 'kysely'
import type { Role } from '#contract/common/endpoint.ts'
import type { Tables } from '#db/tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'

const maxSessionDays: Record<Role, number> = { buyer: 90, seller: 90, admin: 0.5 }

/**
 * A session ends `sessionDays` after its last use, and `maxSessionDays` after its login at the
 * latest.
 */
export const sessionDays = 30

const dayMs = 86_400_000

const sessionExpiryStepMs = 3_600_000

/**
 * The last use of a session is saved at most this often, because most requests should only read.
 * The expiry is saved less often, because changing it also changes an index.
 */
const sessionUsedIntervalMs = 60_000

const sessionExpiry = (role: Role, loggedInAt: Date, now: Date): Date =>
  new Date(
    Math.min(
      now.getTime() + sessionDays * dayMs,
      loggedInAt.getTime() + maxSessionDays[role] * dayMs,
    ),
  )

/**
 * Returns the account of the active session with this token hash, and saves when it was last used.
 */
export async function findViewer(
  db: Kysely<Tables>,
  tokenHash: string,
  now: Date,
): Promise<Viewer | undefined> {
  const row = await selectActive(db, now)
    .select(['accounts.id', 'accounts.role', 'accounts.name'])
    .select(['sessions.created_at', 'used_at', 'expires_at'])
    .leftJoin('helpers', 'helpers.id', 'sessions.helper_id')
    .select(['helper_id', 'helpers.name as helper_name'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (!row) return undefined
  if (now.getTime() - row.used_at.getTime() >= sessionUsedIntervalMs) {
    const expires_at = sessionExpiry(row.role, row.created_at, now)
    const isExtended = expires_at.getTime() - row.expires_at.getTime() > sessionExpiryStepMs
    await db
      .updateTable('sessions')
      .set({ used_at: now, ...(isExtended && { expires_at }) })
      .where('token_hash', '=', tokenHash)
      .execute()
  }
  const { id: accountId, role, name, helper_id, helper_name } = row
  const helper = helper_id && helper_name ? { id: helper_id, name: helper_name } : undefined
  return { accountId, role, name, session: tokenHash, ...(helper && { helper }) }
}

/** Selects sessions that haven't expired, of accounts that are active. */
const selectActive = (db: Db, now: Date) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .where('sessions.expires_at', '>', now)
    .where('accounts.status', '=', 'active')
    .where('accounts.deleted_at', 'is', null)

/**
 * Returns which of these sessions with live connections are active, and saves that they are in use.
 */
export async function findLiveSessions(
  db: Db,
  tokenHashes: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await selectActive(db, now)
    .select('token_hash')
    .where('token_hash', 'in', tokenHashes)
    .execute()
  const hashes = rows.map(({ token_hash }) => token_hash)
  if (hashes.length > 0)
    await db
      .updateTable('sessions')
      .set({ used_at: now })
      .where('token_hash', 'in', hashes)
      .where('used_at', '<=', new Date(now.getTime() - sessionUsedIntervalMs / 2))
      .execute()
  return hashes
}

/**
 * Returns when a session's password was entered, and for which account; undefined for an ended
 * session.
 */
export function findSession(db: Db, tokenHash: string) {
  return db
    .selectFrom('sessions')
    .select(['created_at', 'login_account_id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/** Finds an account's open sessions, except those of its helpers. */
export function findSessions(db: Db, accountId: string, now: Date) {
  return db
    .selectFrom('sessions')
    .select(['token_hash', 'user_agent', 'created_at', 'used_at'])
    .where('account_id', '=', accountId)
    .where('helper_id', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('used_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
}

export type NewSession = {
  tokenHash: string
  accountId: string
  userAgent: string
  helperId?: string | undefined
  /** For a session that begins with a switch: the account that was logged in to, and when. */
  login?: { accountId: string; at: Date }
  now: Date
}

export async function insertSession(
  db: Db,
  { tokenHash, accountId, userAgent, helperId, login, now }: NewSession,
): Promise<void> {
  const { accountId: login_account_id, at: loggedInAt } = login ?? { accountId, at: now }
  const { role } = await db
    .selectFrom('accounts')
    .select('role')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const times = {
    created_at: loggedInAt,
    used_at: now,
    expires_at: sessionExpiry(role, loggedInAt, now),
  }
  await db
    .insertInto('sessions')
    .values({
      token_hash: tokenHash,
      account_id: accountId,
      login_account_id,
      helper_id: helperId ?? null,
      user_agent: userAgent,
      ...times,
    })
    .execute()
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

export async function deleteSessionsOf(
  db: Db,
  accountIds: readonly string[],
  keptTokenHash?: string,
): Promise<void> {
  let sessions = db.deleteFrom('sessions').where('account_id', 'in', accountIds)
  if (keptTokenHash !== undefined) sessions = sessions.where('token_hash', '<>', keptTokenHash)
  await sessions.execute()
}

/**
 * Deletes all sessions that began with a login to this account, even those of the other account.
 * Returns their token hashes.
 */
export async function deleteSessionsByLogin(db: Db, accountId: string): Promise<string[]> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('login_account_id', '=', accountId)
    .returning('token_hash')
    .execute()
  return deleted.map(({ token_hash }) => token_hash)
}

/** Deletes a helper's sessions, except the one with `keptTokenHash`. Returns their token hashes. */
export async function deleteSessionsOfHelper(
  db: Db,
  helperId: string,
  keptTokenHash = '',
): Promise<string[]> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('helper_id', '=', helperId)
    .where('token_hash', '<>', keptTokenHash)
    .returning('token_hash')
    .execute()
  return deleted.map(({ token_hash }) => token_hash)
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<string[]> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('expires_at', '<', now)
    .returning('token_hash')
    .execute()
  return deleted.map(({ token_hash }) => token_hash)
}
