// The admins' queue of complaints and problems: the open ones, the oldest first, and those that are
// dealt with, the latest first.
import { sql } from 'kysely'
import type { Case, CaseState } from '#contract/admin/cases.ts'
import type { ComplaintSummary } from '#contract/admin/complaints.ts'
import { displayName } from '#contract/common/display-names.ts'
import type { Page, Role } from '#contract/common/endpoint.ts'
import { caseAboutText } from '#server/exchanges/texts.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  cursorId,
  cursorTime,
  type PageRequest,
  readCursor,
  rowLimit,
  toPage,
} from '#server/platform/http/paging.ts'
import { maxOrderComplaints, maxPageSize } from './policy.ts'
import { aboutText, orderText } from './texts.ts'

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

export function summarizeComplaint(row: ComplaintRecord): ComplaintSummary {
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

export async function findOrderComplaints(db: Db, orderId: string): Promise<ComplaintSummary[]> {
  const rows = await selectComplaints(db)
    .where('complaints.chat_id', '=', (from) =>
      from.selectFrom('orders').select('chat_id').where('id', '=', orderId),
    )
    // Another order of the same chat isn't meant; a message or a person of the chat is.
    .where((where) => where.or([where('order_id', 'is', null), where('order_id', '=', orderId)]))
    .orderBy('complaints.id', 'desc')
    .limit(maxOrderComplaints)
    .execute()
  return rows.map(summarizeComplaint)
}

const selectCases = (db: Db) => {
  const complaints = db.selectFrom('complaints').select(['id', 'created_at', 'closed_at'])
  const problems = db.selectFrom('problems').select(['id', 'created_at', 'solved_at as closed_at'])
  const exchanges = db.selectFrom('exchange_cases').select(['id', 'created_at', 'closed_at'])
  return db.selectFrom(complaints.unionAll(problems).unionAll(exchanges).as('cases'))
}

const selectPeople = (db: Db) =>
  db
    .selectFrom('orders')
    .innerJoin('accounts as buyer', 'buyer.id', 'buyer_id')
    .innerJoin('accounts as seller', 'seller.id', 'seller_id')
    .select(['book_title', 'buyer_id', 'orders.seller_id'])
    .select(['buyer.name as buyer_name', 'buyer.deleted_at as buyer_deleted_at'])
    .select(['seller.name as seller_name', 'seller.deleted_at as seller_deleted_at'])
type People = Awaited<ReturnType<ReturnType<typeof selectPeople>['executeTakeFirstOrThrow']>>

const selectProblems = (db: Db) =>
  selectPeople(db).innerJoin('problems', 'order_id', 'orders.id').selectAll('problems')
type ProblemRecord = Awaited<
  ReturnType<ReturnType<typeof selectProblems>['executeTakeFirstOrThrow']>
>

const selectExchangeCases = (db: Db) =>
  selectPeople(db).innerJoin('exchange_cases', 'order_id', 'orders.id').selectAll('exchange_cases')
type ExchangeCaseRecord = Awaited<
  ReturnType<ReturnType<typeof selectExchangeCases>['executeTakeFirstOrThrow']>
>

/** Who waits for the book, and from whom. */
const peopleOf = (row: People): Pick<Case, 'reporter' | 'reported'> => ({
  reporter: {
    _id: row.buyer_id,
    name: displayName('buyer', { name: row.buyer_name, deletedAt: row.buyer_deleted_at }),
    role: 'buyer',
  },
  reported: {
    _id: row.seller_id,
    name: displayName('seller', { name: row.seller_name, deletedAt: row.seller_deleted_at }),
    role: 'seller',
  },
})

const toExchangeCase = (row: ExchangeCaseRecord): Case => ({
  _id: row.id,
  subject: 'exchange',
  orderId: row.order_id,
  about: caseAboutText(row.exchange_id, row.book_title),
  reason: row.reason,
  ...peopleOf(row),
  createdAt: row.created_at.toISOString(),
  outcome: row.closed_at === null ? undefined : row.closed_by === null ? 'arrived' : 'settled',
  closedAt: row.closed_at?.toISOString(),
})

const toProblemCase = (row: ProblemRecord): Case => ({
  _id: row.id,
  subject: 'problem',
  orderId: row.order_id,
  about: orderText(row.order_id, row.book_title),
  reason: row.reason,
  ...peopleOf(row),
  createdAt: row.created_at.toISOString(),
  outcome: row.outcome ?? undefined,
  closedAt: row.solved_at?.toISOString(),
})

async function readCases(db: Db, ids: string[]): Promise<Map<string, Case>> {
  if (ids.length === 0) return new Map()
  const complaints = await selectComplaints(db).where('complaints.id', 'in', ids).execute()
  const problems = await selectProblems(db).where('problems.id', 'in', ids).execute()
  const exchanges = await selectExchangeCases(db).where('exchange_cases.id', 'in', ids).execute()
  const cases = [
    ...complaints.map((row): Case => summarizeComplaint(row)),
    ...problems.map(toProblemCase),
    ...exchanges.map(toExchangeCase),
  ]
  return new Map(cases.map((found) => [found._id, found]))
}

export async function findCases(
  db: Db,
  { state = 'open', ...request }: PageRequest & { state?: CaseState | undefined },
): Promise<Page<Case>> {
  const isOpen = state === 'open'
  const time = isOpen ? ('created_at' as const) : ('closed_at' as const)
  const direction = isOpen ? 'asc' : 'desc'
  const inState = selectCases(db).where('closed_at', isOpen ? 'is' : 'is not', null)
  let query = inState
    .select(['id', 'created_at', 'closed_at'])
    .orderBy(time, direction)
    .orderBy('id', direction)
    .limit(rowLimit(request, maxPageSize))
  const cursor = readCursor(request.cursor, 2)
  if (cursor)
    query = query.where((where) =>
      where(
        where.refTuple(time, 'id'),
        isOpen ? '>' : '<',
        where.tuple(cursorTime(cursor[0]), cursorId(cursor[1])),
      ),
    )
  const page = toPage(await query.execute(), request, maxPageSize, (row) => [
    (row[time] ?? row.created_at).getTime(),
    row.id,
  ])
  const { count } = await inState
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  const cases = await readCases(
    db,
    page.rows.map(({ id }) => id),
  )
  const rows = page.rows.flatMap(({ id }) => cases.get(id) ?? [])
  return { rows, next: page.next, total: count }
}
