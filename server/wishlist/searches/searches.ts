// Searches that a buyer has saved.
import type { Page } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import {
  maxSavedSearches,
  type SavedSearch,
  type SearchFilters,
  searchKey,
} from '#contract/wishlist/searches.ts'
import { lockAccount } from '#server/accounts/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { newestFirst, type PageRequest, readPage } from '#server/platform/http/paging.ts'
import { maxPageSize } from '#server/wishlist/limits.ts'
import { deleteRemoved } from '#server/wishlist/saved.ts'

const columns = [
  'id',
  'account_id',
  'filters',
  'created_at',
  'checked_to',
  'found_at',
  'new_copies',
] as const

export const selectSearches = (db: Db, accountId: string) =>
  db
    .selectFrom('saved_searches')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
export type SearchRow = Awaited<
  ReturnType<ReturnType<typeof selectSearches>['executeTakeFirstOrThrow']>
>

/**
 * Saves a search in the caller's transaction. If the same search is already saved, returns that
 * one. A search that was removed a short time ago is restored unchanged. Only books that are listed
 * later count as new copies. Throws session_ended and too_many_saved_searches.
 */
export async function insertSearch(
  db: Db,
  accountId: string,
  filters: SearchFilters,
  now: Date,
): Promise<SearchRow> {
  // The lock makes requests of two tabs, and the deletion of the account, wait for each other.
  if (!(await lockAccount(db, accountId))) throw new AppError('session_ended')
  const key = searchKey(filters)
  const saved = await selectSearches(db, accountId).select('key').execute()
  const same = saved.find((search) => search.key === key)
  if (same) return same
  if (saved.length >= maxSavedSearches) throw new AppError('too_many_saved_searches')
  await deleteRemoved(db, now, accountId)
  return db
    .insertInto('saved_searches')
    .values({
      id: newId(now.getTime()),
      account_id: accountId,
      filters: { ...filters },
      key,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'key']).doUpdateSet({ removed_at: null }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function markOpened(db: Db, accountId: string, id: string): Promise<void> {
  await db
    .updateTable('saved_searches')
    .set({ new_copies: 0 })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('new_copies', '>', 0)
    .execute()
}

export const viewSearch = (row: SearchRow): SavedSearch => ({
  _id: row.id,
  filters: row.filters as Record<string, string>,
  savedAt: row.created_at.toISOString(),
  foundAt: row.found_at?.toISOString(),
  newCopies: row.new_copies,
})

/** Returns a page of a buyer's saved searches, the last saved first. */
export async function findSearches(
  db: Db,
  accountId: string,
  request: PageRequest,
): Promise<Page<SavedSearch>> {
  const saved = selectSearches(db, accountId)
  const page = await readPage(saved, request, maxPageSize, newestFirst('id'))
  return { rows: page.rows.map(viewSearch), next: page.next }
}
