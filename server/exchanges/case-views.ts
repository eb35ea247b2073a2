import type { Exchange } from '#contract/exchanges/exchanges.ts'
import type { Db } from '#server/platform/database/database.ts'

export const findCases = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('exchange_cases')
    .selectAll()
    .where('exchange_id', 'in', ids)
    .orderBy('id', 'desc')
    .execute()

type CaseRow = Awaited<ReturnType<typeof findCases>>[number]

const caseView = (row: CaseRow): NonNullable<Exchange['case']> => ({
  reason: row.reason,
  orderId: row.order_id,
  openedAt: row.created_at.toISOString(),
  closedAt: row.closed_at?.toISOString(),
  note: row.note ?? undefined,
})

/** Those of one exchange, the newest first. One that is open stands before one that has ended. */
export function casesView(cases: readonly CaseRow[]): Pick<Exchange, 'case' | 'openCases'> {
  const open = cases.filter(({ closed_at }) => closed_at === null)
  const found = open[0] ?? cases[0]
  return {
    ...(found && { case: caseView(found) }),
    ...(open.length > 0 && { openCases: open.toReversed().map(caseView) }),
  }
}
