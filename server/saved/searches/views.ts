import { sql } from 'kysely'
import type { SavedSearch } from '#contract/books/saved-searches.ts'
import type { Page } from '#contract/common/endpoint.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  cursorId,
  type PageRequest,
  readCursor,
  rowLimit,
  toPage,
} from '#server/platform/http/paging.ts'
import { maxPageSize } from '#server/saved/policy.ts'
import { type SearchRow, selectSearches } from './store.ts'

export const viewSearch = (row: SearchRow): SavedSearch => ({
  _id: row.id,
  filters: row.filters as Record<string, string>,
  savedAt: row.created_at.toISOString(),
  foundAt: row.found_at?.toISOString(),
  newCopies: row.new_copies,
})

/** A page of a buyer's saved searches, the last saved first. */
export async function findSearches(
  db: Db,
  accountId: string,
  request: PageRequest,
): Promise<Page<SavedSearch>> {
  let query = selectSearches(db, accountId)
    .orderBy('id', 'desc')
    .limit(rowLimit(request, maxPageSize))
  const cursor = readCursor(request.cursor, 1)
  if (cursor) query = query.where(sql<boolean>`id < ${cursorId(cursor[0])}::uuid`)
  const page = toPage(await query.execute(), request, maxPageSize, (row) => [row.id])
  return { rows: page.rows.map(viewSearch), next: page.next }
}
