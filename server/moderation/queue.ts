// The admins' queue: complaints, problems, and cases of exchanges.
import { sql } from 'kysely'
import type { Case, CaseState } from '#contract/admin/cases.ts'
import type { Page } from '#contract/common/endpoint.ts'
import { caseAboutText } from '#server/exchanges/texts.ts'
import { maxPageSize } from '#server/moderation/complaints/store.ts'
import { orderText } from '#server/moderation/complaints/texts.ts'
import { selectComplaints, summarizeComplaint } from '#server/moderation/complaints/views.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newestFirst, type PageRequest, readPage } from '#server/platform/http/paging.ts'

const selectCases = (db: Db) => {
  const complaints = db.selectFrom('complaints').select(['id', 'created_at', 'closed_at'])
  const problems = db.selectFrom('problems').select(['id', 'created_at', 'solved_at as closed_at'])
  const exchanges = db.selectFrom('exchange_cases').select(['id', 'created_at', 'closed_at'])
  return db.selectFrom(complaints.unionAll(problems).unionAll(exchanges).as('cases'))
}

const selectOrders = (db: Db) =>
  db
    .selectFrom('orders')
    .select(['book_title', 'buyer_id', 'seller_id', 'buyer_name', 'seller_name'])
type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['executeTakeFirstOrThrow']>>

type OrderCase = OrderRow & { id: string; order_id: string; created_at: Date }

const toCase = (
  row: OrderCase,
  what: Pick<Case, 'subject' | 'about' | 'reason' | 'outcome'>,
  closedAt: Date | null,
): Case => ({
  _id: row.id,
  orderId: row.order_id,
  ...what,
  reporter: { _id: row.buyer_id, name: row.buyer_name, role: 'buyer' },
  reported: { _id: row.seller_id, name: row.seller_name, role: 'seller' },
  createdAt: row.created_at.toISOString(),
  closedAt: closedAt?.toISOString(),
})

async function findProblems(db: Db, ids: string[]): Promise<Case[]> {
  const rows = await selectOrders(db)
    .innerJoin('problems', 'order_id', 'orders.id')
    .selectAll('problems')
    .where('problems.id', 'in', ids)
    .execute()
  return rows.map((row) => {
    const about = orderText(row.order_id, row.book_title)
    const { reason, outcome } = row
    return toCase(
      row,
      { subject: 'problem', about, reason, outcome: outcome ?? undefined },
      row.solved_at,
    )
  })
}

async function findExchangeCases(db: Db, ids: string[]): Promise<Case[]> {
  const rows = await selectOrders(db)
    .innerJoin('exchange_cases', 'order_id', 'orders.id')
    .selectAll('exchange_cases')
    .where('exchange_cases.id', 'in', ids)
    .execute()
  return rows.map((row) => {
    const about = caseAboutText(row.exchange_id, row.book_title)
    const end = row.closed_by === null ? 'arrived' : 'settled'
    const outcome = row.closed_at === null ? undefined : end
    return toCase(row, { subject: 'exchange', about, reason: row.reason, outcome }, row.closed_at)
  })
}

async function readCases(db: Db, ids: string[]): Promise<Map<string, Case>> {
  if (ids.length === 0) return new Map()
  const complaints = await selectComplaints(db).where('complaints.id', 'in', ids).execute()
  const cases: Case[] = [
    ...complaints.map(summarizeComplaint),
    ...(await findProblems(db, ids)),
    ...(await findExchangeCases(db, ids)),
  ]
  return new Map(cases.map((found) => [found._id, found]))
}

export async function findCases(
  db: Db,
  { state = 'open', ...request }: PageRequest & { state?: CaseState | undefined },
): Promise<Page<Case>> {
  const isOpen = state === 'open'
  const inState = selectCases(db).where('closed_at', isOpen ? 'is' : 'is not', null)
  const { rows: listed, next } = await readPage(
    inState.select(['id', 'created_at', 'closed_at']),
    request,
    maxPageSize,
    isOpen ? { time: 'created_at', id: 'id', direction: 'asc' } : newestFirst('id', 'closed_at'),
  )
  const { count } = await inState
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  const cases = await readCases(
    db,
    listed.map(({ id }) => id),
  )
  return { rows: listed.flatMap(({ id }) => cases.get(id) ?? []), next, total: count }
}
