import { type Insertable, sql } from 'kysely'
import type { z } from 'zod'
import type { ComplaintOutcome, OwnComplaint } from '#contract/admin/complaints.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { ComplaintsTable } from '#db/tables.ts'
import { type Db, violatesConstraint } from '#server/platform/database/database.ts'
import { newestFirst, type PageRequest, readPage } from '#server/platform/http/paging.ts'
import type { Quota } from '#server/platform/limits/quotas.ts'

export const complaintQuota = {
  max: 20,
  seconds: 86_400,
  code: 'too_many_complaints',
} satisfies Quota

export const maxPageSize = 1000

export async function insertComplaint(
  db: Db,
  complaint: Insertable<ComplaintsTable>,
): Promise<void> {
  try {
    await db.insertInto('complaints').values(complaint).execute()
  } catch (error) {
    if (violatesConstraint(error, 'complaints_once')) throw new AppError('already_reported')
    throw error
  }
}

/** Throws complaint_not_found. */
export async function lockComplaint(db: Db, id: string) {
  const complaint = await db
    .selectFrom('complaints')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!complaint) throw new AppError('complaint_not_found')
  return complaint
}

/**
 * Locks an open complaint and, with `isForAll`, all other open complaints about the same person.
 * The given complaint comes first. Throws complaint_not_found, complaint_closed.
 */
export async function lockOpenComplaints(
  db: Db,
  id: string,
  isForAll = false,
): Promise<[LockedComplaint, ...LockedComplaint[]]> {
  const others = sql<boolean>`closed_at is null and reported_id in (
    select same.id from accounts as same join accounts on accounts.person_id = same.person_id
    where accounts.id = (select reported_id from complaints where id = ${id}))`
  const rows = await db
    .selectFrom('complaints')
    .selectAll()
    .where((where) => (isForAll ? where.or([where('id', '=', id), others]) : where('id', '=', id)))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const wanted = rows.find((row) => row.id === id)
  if (!wanted) throw new AppError('complaint_not_found')
  if (wanted.closed_at !== null) throw new AppError('complaint_closed')
  return [wanted, ...rows.filter((row) => row !== wanted && row.closed_at === null)]
}
export type LockedComplaint = Awaited<ReturnType<typeof lockComplaint>>

/** Closes a complaint. If the reported person's account is deleted, erases the name and message. */
export async function closeComplaint(
  db: Db,
  complaint: LockedComplaint,
  closing: { outcome: ComplaintOutcome; note: string | undefined; adminId: string; now: Date },
): Promise<void> {
  await db
    .updateTable('complaints')
    .set({
      outcome: closing.outcome,
      note: closing.note ?? null,
      closed_at: closing.now,
      closed_by: closing.adminId,
    })
    .where('id', '=', complaint.id)
    .execute()
  const { deleted_at } = await db
    .selectFrom('accounts')
    .select('deleted_at')
    .where('id', '=', complaint.reported_id)
    .executeTakeFirstOrThrow()
  if (deleted_at !== null) await eraseFromComplaints(db, complaint.reported_id)
}

/** Erases a person who deletes their account from the closed complaints about them. */
export async function eraseFromComplaints(db: Db, accountId: string): Promise<void> {
  await db
    .updateTable('complaints')
    .set({ reported_name: '', message_body: null })
    .where('reported_id', '=', accountId)
    .where('closed_at', 'is not', null)
    .execute()
}

/** Deletes complaints by the demo market's accounts, because nobody waits for the outcome. */
export async function deleteComplaintsOfDemo(db: Db): Promise<void> {
  const accounts = db.selectFrom('accounts').select('id').where('is_demo', '=', true)
  await db.deleteFrom('complaints').where('reporter_id', 'in', accounts).execute()
}

export async function listComplaintsBy(db: Db, reporterId: string, request: PageRequest) {
  const own = db
    .selectFrom('complaints')
    .select(['id', 'subject_kind', 'subject_id', 'reason', 'text', 'created_at', 'closed_at'])
    .where('reporter_id', '=', reporterId)
  const page = await readPage(own, request, maxPageSize, newestFirst('id'))
  const rows = page.rows.map(
    (row): z.output<typeof OwnComplaint> => ({
      _id: row.id,
      subject: row.subject_kind,
      subjectId: row.subject_id,
      reason: row.reason,
      text: row.text ?? undefined,
      createdAt: row.created_at.toISOString(),
      closedAt: row.closed_at?.toISOString(),
    }),
  )
  return { rows, next: page.next }
}
