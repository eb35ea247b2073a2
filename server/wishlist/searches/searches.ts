// Searches that a buyer has saved, and what each has seen of the books that came.
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
import { maxPageSize, undoMs } from '#server/wishlist/limits.ts'
import { numberArrivals } from './arrivals.ts'

const columns = [
  'id',
  'account_id',
  'filters',
  'created_at',
  'last_checked_batch',
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
 * Saves a search, in the caller's transaction. The same search is saved once. A search that was
 * just removed is restored unchanged. Only later arrivals are new to it. Throws session_ended and
 * too_many_saved_searches.
 */
export async function insertSearch(
  db: Db,
  accountId: string,
  filters: SearchFilters,
  now: Date,
): Promise<SearchRow> {
  // Serializes requests of two tabs, and the deletion of the account.
  if (!(await lockAccount(db, accountId))) throw new AppError('session_ended')
  const key = searchKey(filters)
  const saved = await selectSearches(db, accountId).select('key').execute()
  const same = saved.find((search) => search.key === key)
  if (same) return same
  if (saved.length >= maxSavedSearches) throw new AppError('too_many_saved_searches')
  await deleteRemovedSearches(db, now, accountId)
  return db
    .insertInto('saved_searches')
    .values({
      id: newId(now.getTime()),
      account_id: accountId,
      filters: { ...filters },
      key,
      created_at: now,
      last_checked_batch: await numberArrivals(db),
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'key']).doUpdateSet({ removed_at: null }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function removeSearch(
  db: Db,
  accountId: string,
  id: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('saved_searches')
    .set({ removed_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .execute()
}

/** Deletes searches that were removed too long ago to be restored, of one buyer or of all. */
export async function deleteRemovedSearches(db: Db, now: Date, accountId?: string): Promise<void> {
  const old = db
    .deleteFrom('saved_searches')
    .where('removed_at', '<', new Date(now.getTime() - undoMs))
  await (accountId === undefined ? old : old.where('account_id', '=', accountId)).execute()
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

export async function deleteSearchesOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('saved_searches').where('account_id', '=', accountId).execute()
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
