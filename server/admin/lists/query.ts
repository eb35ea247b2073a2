// What the queries of the admins' lists share: totals, and the rows after a cursor, newest first.
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Page } from '#contract/common/endpoint.ts'
import { maxCountedMatches } from '#server/admin/policy.ts'
import { type CountedKind, readRowCounts } from '#server/admin/row-counts.ts'
import type { Db } from '#server/platform/database/database.ts'
import { cursorId, cursorTime, type PageRequest, readCursor } from '#server/platform/http/paging.ts'

export type ListRequest = PageRequest & { search?: string | undefined }

export const everything = sql<SqlBool>`true`

export const totalCount = sql<number>`count(*)::integer`.as('count')

type Total = Pick<Page<unknown>, 'total' | 'isMinimum'>

/** Of everything there is of a kind. */
export const totalOf = async (db: Db, kind: CountedKind): Promise<Total> => ({
  total: (await readRowCounts(db))(kind),
})

/** Of what a search finds, as far as it is counted. */
export async function countFound<DB, Tables extends keyof DB>(
  db: Db,
  found: SelectQueryBuilder<DB, Tables, object>,
): Promise<Total> {
  const rows = found.select(sql`1`.as('one')).limit(maxCountedMatches + 1)
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from ${rows.as('found')}`.execute(db)
  const total = counted[0]?.count ?? 0
  return total > maxCountedMatches ? { total: maxCountedMatches, isMinimum: true } : { total }
}

type IdColumn = 'accounts.id' | 'books.id' | 'orders.id' | 'audit_log.id'
export function afterCursor(id: IdColumn, request: PageRequest) {
  const cursor = readCursor(request.cursor, 1)
  return cursor ? sql<SqlBool>`${sql.ref(id)} < ${cursorId(cursor[0])}` : everything
}

export function afterTimeCursor(time: string, id: string, request: PageRequest) {
  const cursor = readCursor(request.cursor, 2)
  if (!cursor) return everything
  const [lastTime, lastId] = [cursorTime(cursor[0]), cursorId(cursor[1])]
  return sql<SqlBool>`(${sql.ref(time)}, ${sql.ref(id)}) < (${lastTime}, ${lastId})`
}
