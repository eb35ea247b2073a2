import type { Role } from '#contract/common/endpoint.ts'
import { errorCatalog } from '#contract/common/error-catalog.ts'
import { deleteApiTokensOf } from '#server/accounts/api-tokens/store.ts'
import {
  deleteOldResetRequests,
  deleteResetRequestsOf,
} from '#server/accounts/auth/passwords/reset-links.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { deleteFailures } from './login-attempts.ts'
import { deleteExpiredSessions, deleteSessionsByLogin, deleteSessionsOf } from './sessions.ts'

/**
 * Deletes the accounts' reset requests and sessions, except the session with `keptTokenHash`. Pass
 * both accounts of a person, because a session of one can switch to the other. The caller's
 * transaction must hold the locks of the accounts.
 */
export async function endSessions(
  db: Db,
  accounts: readonly string[],
  keptTokenHash?: string,
): Promise<void> {
  await deleteSessionsOf(db, accounts, keptTokenHash)
  await deleteResetRequestsOf(db, accounts)
}

/**
 * Deletes an account's sessions, API tokens, reset requests and counted login failures, and the
 * other account's sessions that began with a login to this one. Returns the token hashes of the
 * latter, so that the caller can close their live connections.
 */
export async function deleteAccessOf(
  db: Db,
  { id, role, email }: { id: string; role: Role; email: string | null },
): Promise<string[]> {
  if (email !== null) await deleteFailures(db, { role, email })
  await endSessions(db, [id])
  await deleteApiTokensOf(db, [id])
  return deleteSessionsByLogin(db, id)
}

export async function deleteExpired(
  { db, live }: Pick<AppContext, 'db' | 'live'>,
  now: Date,
): Promise<void> {
  for (const session of await deleteExpiredSessions(db, now))
    live.disconnectSession(session, errorCatalog.session_ended[1])
  await deleteOldResetRequests(db, now)
}
