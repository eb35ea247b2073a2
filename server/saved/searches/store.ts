import { sql } from 'kysely'
import { maxSavedSearches, type SearchFilters, searchKey } from '#contract/books/saved-searches.ts'
import { AppError } from '#contract/common/errors.ts'
import { lockAccount, lockAccounts } from '#server/accounts/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { lookAgainMs, searchNoticeMs, turnMs, undoMs } from '#server/saved/policy.ts'
import { numberArrivals } from './arrivals.ts'

const plus = (date: Date, ms: number) => new Date(date.getTime() + ms)

const columns = [
  'id',
  'account_id',
  'filters',
  'created_at',
  'seen_batch',
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

async function rejectTooMany(db: Db, accountId: string): Promise<void> {
  const searches = await selectSearches(db, accountId).execute()
  if (searches.length >= maxSavedSearches) throw new AppError('too_many_saved_searches')
}

/** One that was removed a moment ago comes back as it was. */
const restore = (db: Db, accountId: string, key: string) =>
  db
    .updateTable('saved_searches')
    .set({ removed_at: null })
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .returning(columns)
    .executeTakeFirst()

/**
 * Saves a search, in the caller's transaction; the same one is saved once. Only what comes later is
 * new to it. Throws session_ended and too_many_saved_searches.
 */
export async function insertSearch(
  db: Db,
  accountId: string,
  filters: SearchFilters,
  now: Date,
): Promise<SearchRow> {
  // Two tabs, and the deletion of the account, wait for each other.
  if (!(await lockAccount(db, accountId))) throw new AppError('session_ended')
  const key = searchKey(filters)
  const saved = await selectSearches(db, accountId).where('key', '=', key).executeTakeFirst()
  if (saved) return saved
  await rejectTooMany(db, accountId)
  await deleteRemovedSearches(db, now, accountId)
  const restored = await restore(db, accountId, key)
  if (restored) return restored
  const search = {
    id: newId(now.getTime()),
    account_id: accountId,
    filters: { ...filters },
    key,
    created_at: now,
    seen_batch: await numberArrivals(db),
  }
  const inserted = await db
    .insertInto('saved_searches')
    .values(search)
    .returning(columns)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('saved_search_turns')
    .values({ account_id: accountId, look_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return inserted
}

export async function removeSearch(db: Db, accountId: string, id: string, now: Date) {
  await db
    .updateTable('saved_searches')
    .set({ removed_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .execute()
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

/** Of one buyer, or of all. */
export async function deleteRemovedSearches(db: Db, now: Date, accountId?: string): Promise<void> {
  const old = db.deleteFrom('saved_searches').where('removed_at', '<', plus(now, -undoMs))
  await (accountId === undefined ? old : old.where('account_id', '=', accountId)).execute()
}

export async function deleteSearchesOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('saved_searches').where('account_id', '=', accountId).execute()
  await db.deleteFrom('saved_search_turns').where('account_id', '=', accountId).execute()
}

/** Turns that a clock which ran ahead has put off for longer than anybody waits. */
export async function correctTurns(db: Db, now: Date): Promise<void> {
  await sql`
    update saved_search_turns set told_at = case when told_at <= ${now} then told_at end,
      look_at = case when told_at between ${plus(now, -searchNoticeMs)} and ${now}
        then told_at + ${searchNoticeMs} * interval '1 millisecond' else ${now} end
    where look_at > ${plus(now, searchNoticeMs + lookAgainMs)}`.execute(db)
}

/**
 * Takes the turns that are due, of buyers whose searches are to be looked at, for a while: what a
 * process that ends meanwhile has left, another takes then.
 */
export async function takeDueTurns(db: Db, now: Date, max: number): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    update saved_search_turns set look_at = ${plus(now, turnMs)} where account_id in (
      select account_id from saved_search_turns where look_at <= ${now}
      order by look_at limit ${max} for update skip locked)
    returning account_id`.execute(db)
  return rows.map(({ account_id }) => account_id)
}

/** Puts off those that were taken at `takenAt` and have told nothing. */
export const endTurns = (db: Db, accountIds: readonly string[], takenAt: Date) =>
  sql`update saved_search_turns set look_at = ${plus(takenAt, lookAgainMs)}
    where account_id = any(${accountIds}::uuid[]) and look_at = ${plus(takenAt, turnMs)}`.execute(
    db,
  )

export const setNotified = (db: Db, accountId: string, now: Date, nextAt: Date) =>
  db
    .updateTable('saved_search_turns')
    .set({ told_at: now, look_at: nextAt })
    .where('account_id', '=', accountId)
    .execute()

/**
 * Turns of buyers who have no searches any more, once these could be told again anyway. In the
 * caller's transaction, so that one who is saving a search meanwhile keeps theirs.
 */
export async function deleteIdleTurns(db: Db, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return
  await lockAccounts(db, accountIds)
  await sql`delete from saved_search_turns as turns where account_id = any(${accountIds}::uuid[])
    and not exists (select from saved_searches where account_id = turns.account_id)`.execute(db)
}

/** Notes what was found, unless the search was removed or looked at meanwhile. */
export async function updateSeen(
  db: Db,
  search: SearchRow,
  { batch, found, most, now }: { batch: number; found: number; most: number; now: Date },
): Promise<boolean> {
  const updated = await db
    .updateTable('saved_searches')
    .set({ seen_batch: batch })
    .$if(found > 0, (query) =>
      query.set({
        found_at: now,
        new_copies: sql<number>`least(new_copies + ${found}::integer, ${most}::integer)`,
      }),
    )
    .where('id', '=', search.id)
    .where('seen_batch', '=', search.seen_batch)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}
