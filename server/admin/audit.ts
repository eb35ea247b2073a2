import type { AuditEntry } from '#contract/admin/audit-log.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'

export type AdminAction = { adminId: string; now: Date }
type NewAuditEntry = Pick<AuditEntry, 'what' | 'target' | 'reason'> & AdminAction

/** Adds an entry to the audit log, in the transaction of what it is about. */
export async function insertAuditEntry(
  db: Db,
  { what, target, reason, adminId, now }: NewAuditEntry,
): Promise<void> {
  const isAccount = target.kind === 'buyer' || target.kind === 'seller'
  await db
    .insertInto('audit_log')
    .values({
      id: newId(now.getTime()),
      admin_id: adminId,
      action: what,
      target_kind: target.kind,
      target_id: target._id,
      // An account's name isn't copied: it is read with the list, and erased with the account.
      target_name: isAccount ? '' : target.name,
      reason: reason ?? null,
      created_at: now,
    })
    .execute()
}
