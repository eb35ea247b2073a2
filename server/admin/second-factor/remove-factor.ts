import type { Kysely } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { findCredentials } from '#server/accounts/auth/credentials.ts'
import { endSessions } from '#server/accounts/auth/end-access.ts'
import { deleteSecondFactor } from '#server/accounts/second-factor/store.ts'
import { transact } from '#server/platform/database/database.ts'
import { insertSecondFactorEntry } from './audit.ts'

/** Removes the second factor of an admin who has lost the app, and ends the admin's sessions. */
export function removeFactorByCommand(
  db: Kysely<Tables>,
  email: string,
  now: Date,
): Promise<'removed' | 'unknown' | 'none'> {
  return transact(db, async (db) => {
    const admin = await findCredentials(db, email, 'admin')
    if (!admin) return 'unknown'
    if (!(await deleteSecondFactor(db, admin.id))) return 'none'
    await endSessions(db, [admin.id])
    await insertSecondFactorEntry(
      'second-factor-off',
      now,
      'By the operator’s command.',
    )(db, admin.id)
    return 'removed'
  })
}
