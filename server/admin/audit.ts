import type { Selectable } from 'kysely'
import type { AuditEntry } from '#contract/admin/audit-log.ts'
import type { Page } from '#contract/common/endpoint.ts'
import type { AuditLogTable } from '#db/tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { newestFirst, type PageRequest, readPage } from '#server/platform/http/paging.ts'
import { maxPageSizes } from './lists/query.ts'

export type AdminAction = { adminId: string; now: Date }

/** Call this in the transaction of the logged action. */
export async function insertAuditEntry(
  db: Db,
  { adminId, now }: AdminAction,
  what: AuditEntry['what'],
  target: AuditEntry['target'],
  reason?: string,
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
      // A buyer's or seller's name isn't copied, because it can be erased. Lists read it from the
      // account.
      target_name: isAccount ? '' : target.name,
      reason: reason ?? null,
      created_at: now,
    })
    .execute()
}

type AuditRow = Selectable<AuditLogTable> & {
  admin_name: string
  admin_email: string | null
  target_name_now: string | null
  target_email: string | null
  target_deleted_at: Date | null
}

function toAuditEntry({ target_kind: kind, ...row }: AuditRow): AuditEntry {
  return {
    _id: row.id,
    admin: { _id: row.admin_id, name: row.admin_name, email: row.admin_email ?? undefined },
    what: row.action,
    target: {
      kind,
      _id: row.target_id,
      name: row.target_name || (row.target_name_now ?? ''),
      email: row.target_deleted_at === null ? (row.target_email ?? undefined) : undefined,
    },
    reason: row.reason ?? undefined,
    at: row.created_at.toISOString(),
  }
}

export async function findAuditEntries(db: Db, request: PageRequest): Promise<Page<AuditEntry>> {
  const entries = db
    .selectFrom('audit_log')
    .innerJoin('accounts as admin', 'admin.id', 'audit_log.admin_id')
    .leftJoin('accounts as target', 'target.id', 'audit_log.target_id')
    .selectAll('audit_log')
    .select(['admin.name as admin_name', 'admin.email as admin_email'])
    .select([
      'target.name as target_name_now',
      'target.email as target_email',
      'target.deleted_at as target_deleted_at',
    ])
  const newest = newestFirst('audit_log.id')
  const page = await readPage(entries, request, maxPageSizes.others, newest)
  return { rows: page.rows.map(toAuditEntry), next: page.next }
}
