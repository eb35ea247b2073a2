import type { Kysely } from 'kysely'
import type { AuditEntry } from '#contract/admin/audit-log.ts'
import { endSessions } from '#server/accounts/auth/access.ts'
import { deleteSecondFactor } from '#server/accounts/second-factor/store.ts'
import { findCredentials } from '#server/accounts/store.ts'
import { insertAuditEntry } from '#server/admin/audit.ts'
import { type Db, transact } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** Writes what became of an admin's own second factor into the audit log. */
export const insertOwnEntry =
  (what: AuditEntry['what'], now: Date, reason?: string) =>
  async (db: Db, adminId: string): Promise<void> => {
    const { name } = await db
      .selectFrom('accounts')
      .select('name')
      .where('id', '=', adminId)
      .executeTakeFirstOrThrow()
    const target = { kind: 'admin', _id: adminId, name } as const
    await insertAuditEntry(db, { what, target, reason, adminId, now })
  }

/** For who has lost app and recovery codes: the operator removes the factor, and ends sessions. */
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
    await insertOwnEntry('second-factor-off', now, 'By the operator’s command.')(db, admin.id)
    return 'removed'
  })
}
