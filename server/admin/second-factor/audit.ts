import type { AuditEntry } from '#contract/admin/audit-log.ts'
import { insertAuditEntry } from '#server/admin/audit.ts'
import type { Db } from '#server/platform/database/database.ts'

export const insertSecondFactorEntry =
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
