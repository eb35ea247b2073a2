// What the queries of the admins' lists share: totals, and the rows after a cursor, newest first.
import { type SqlBool, sql } from 'kysely'
import { cursorId, cursorTime, type PageRequest, readCursor } from '#server/platform/http/paging.ts'

export type ListRequest = PageRequest & { search?: string | undefined }

export const everything = sql<SqlBool>`true`

export const totalCount = sql<number>`count(*)::integer`.as('count')

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
