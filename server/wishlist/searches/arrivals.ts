// Books that have come on the market, in batches, and which of them are new to a search. Ids and
// times don't show the order of commits, so a book that is committed late could be skipped. A batch
// contains all books that are committed when it gets its number.
import { type Selectable, sql } from 'kysely'
import { maxNewCopies } from '#contract/wishlist/searches.ts'
import type { SavedSearchesTable } from '#db/tables.ts'
import { listedAmong } from '#server/books/search/listed-among.ts'
import { findHiddenSellers } from '#server/moderation/are-blocked.ts'
import type { Db } from '#server/platform/database/database.ts'
import { lockKey } from '#server/platform/database/locks.ts'
import { readFilters } from './rules.ts'

/** Numbers the waiting arrivals. Returns the last batch. */
export async function numberArrivals(db: Db): Promise<number> {
  await lockKey(db, 'arrivals')
  const { rows } = await sql<{ batch: number }>`
    with last as (
      select greatest(0, (select max(batch) from book_arrivals),
        (select max(last_checked_batch) from saved_searches)) as batch),
    numbered as (
      update book_arrivals set batch = last.batch + 1 from last
      where book_arrivals.batch is null returning id)
    select batch + exists (select from numbered)::integer as batch from last`.execute(db)
  return rows[0]?.batch ?? 0
}

/** Deletes arrivals that all searches have seen. */
export async function deleteSeenArrivals(db: Db): Promise<void> {
  await sql`delete from book_arrivals where batch <= coalesce(
    (select min(last_checked_batch) from saved_searches), 2147483647)`.execute(db)
}

/** Returns sellers whose books a buyer isn't notified of: after a block, or their own account. */
export async function findSilentSellers(db: Db, accountId: string): Promise<string[]> {
  const own = await db
    .selectFrom('accounts')
    .innerJoin('accounts as me', 'me.person_id', 'accounts.person_id')
    .select('accounts.id')
    .where('me.id', '=', accountId)
    .where('accounts.role', '=', 'seller')
    .execute()
  return [...(await findHiddenSellers(db, accountId)), ...own.map(({ id }) => id)]
}

type Search = Pick<
  Selectable<SavedSearchesTable>,
  'account_id' | 'filters' | 'created_at' | 'last_checked_batch'
>

/** A book that a search finds. `isNew` is false if it already was on the search's list. */
export type Arrival = { id: string; isNew: boolean }

/**
 * Returns the books of a search that have come up to a batch, twice as many as are counted, because
 * those that aren't new are removed later. Excludes books that the buyer has ordered. A book that
 * has left and come back is new to searches that were saved while it was away.
 */
export async function findArrivals(
  db: Db,
  search: Search,
  { batch, silentSellers }: { batch: number; silentSellers: readonly string[] },
): Promise<Arrival[]> {
  const filters = readFilters(search.filters)
  if (!filters) return []
  const { account_id: buyerId, created_at: savedAt, last_checked_batch: seen } = search
  const arrived = sql`book_arrivals where batch > ${seen} and batch <= ${batch}`
  const listed = await listedAmong(
    db,
    { ...filters, hiddenSellers: silentSellers },
    sql`select book_id from ${arrived}`,
    2 * maxNewCopies,
  )
  if (!listed) return []
  const { rows } = await sql<{ id: string }>`select id from ${listed} as listed
    where not exists (select from orders where book_id = listed.id and buyer_id = ${buyerId})`.execute(
    db,
  )
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const { rows: arrivals } = await sql<Arrival>`
    select book_id as id, bool_or(coalesce(unlisted_at <= ${savedAt}, true)) as "isNew"
    from ${arrived} and book_id = any(${ids}::uuid[]) group by book_id`.execute(db)
  return arrivals
}
