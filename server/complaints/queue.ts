// The admins' queue: open complaints, the oldest first, and those that are dealt with, the latest
// first. Other kinds of rows can be merged in by `at` and `id`.
import { type SqlBool, sql } from 'kysely'
import type { ComplaintRow, complaintStates } from '#contract/admin/complaints.ts'
import { displayName } from '#contract/common/display-names.ts'
import type { Page, Role } from '#contract/common/endpoint.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  cursorId,
  cursorTime,
  type PageRequest,
  readCursor,
  rowLimit,
  toPage,
} from '#server/platform/http/paging.ts'
import { maxPageSize } from './policy.ts'
import { aboutText } from './texts.ts'

export function selectComplaints(db: Db) {
  return db
    .selectFrom('complaints')
    .innerJoin('accounts as reporter', 'reporter.id', 'reporter_id')
    .innerJoin('accounts as reported', 'reported.id', 'reported_id')
    .selectAll('complaints')
    .select([
      'reporter.name as reporter_name',
      'reporter.role as reporter_role',
      'reporter.deleted_at as reporter_deleted_at',
    ])
    .select([
      'reported.name as reported_name_now',
      'reported.role as reported_role',
      'reported.deleted_at as reported_deleted_at',
    ])
}
export type ComplaintRecord = Awaited<
  ReturnType<ReturnType<typeof selectComplaints>['executeTakeFirstOrThrow']>
>

const sideOf = (role: Role) => (role === 'seller' ? 'seller' : 'buyer')

export function toComplaintRow(row: ComplaintRecord): ComplaintRow {
  const reporter = sideOf(row.reporter_role)
  const reported = sideOf(row.reported_role)
  const nameNow = displayName(reported, {
    name: row.reported_name_now,
    deletedAt: row.reported_deleted_at,
  })
  // Of somebody who has left, the name as it was, until the complaint is dealt with.
  const name = (row.reported_deleted_at !== null && row.reported_name) || nameNow
  return {
    _id: row.id,
    subject: row.subject_kind,
    about: aboutText({ ...row, reported_name: name }),
    reason: row.reason,
    reporter: {
      _id: row.reporter_id,
      name: displayName(reporter, {
        name: row.reporter_name,
        deletedAt: row.reporter_deleted_at,
      }),
      role: reporter,
    },
    reported: { _id: row.reported_id, name, role: reported },
    createdAt: row.created_at.toISOString(),
    outcome: row.outcome ?? undefined,
    closedAt: row.closed_at?.toISOString(),
  }
}

type QueueRequest = PageRequest & { state?: (typeof complaintStates)[number] | undefined }

export async function findComplaints(
  db: Db,
  { state = 'open', ...request }: QueueRequest,
): Promise<Page<ComplaintRow>> {
  const isOpen = state === 'open'
  const time = isOpen ? ('complaints.created_at' as const) : ('complaints.closed_at' as const)
  const direction = isOpen ? 'asc' : 'desc'
  const inState = sql<SqlBool>`complaints.closed_at is ${sql.raw(isOpen ? 'null' : 'not null')}`
  let query = selectComplaints(db)
    .where(inState)
    .orderBy(time, direction)
    .orderBy('complaints.id', direction)
    .limit(rowLimit(request, maxPageSize))
  const cursor = readCursor(request.cursor, 2)
  if (cursor)
    query = query.where((where) =>
      where(
        where.refTuple(time, 'complaints.id'),
        isOpen ? '>' : '<',
        where.tuple(cursorTime(cursor[0]), cursorId(cursor[1])),
      ),
    )
  const page = toPage(await query.execute(), request, maxPageSize, (row) => [
    (isOpen ? row.created_at : (row.closed_at ?? row.created_at)).getTime(),
    row.id,
  ])
  const { count } = await db
    .selectFrom('complaints')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where(inState)
    .executeTakeFirstOrThrow()
  return { rows: page.rows.map(toComplaintRow), next: page.next, total: count }
}
