// Which of the books that have come are new to a search.
import { sql } from 'kysely'
import { maxNewCopies } from '#contract/books/saved-searches.ts'
import { findHiddenSellers } from '#server/blocks/are-blocked.ts'
import { listedAmong } from '#server/books/search/listed-among.ts'
import type { Db } from '#server/platform/database/database.ts'
import { readFilters } from './rules.ts'
import type { SearchRow } from './store.ts'

/** Of the search, its books that have come: `isNew` unless they were on its list before. */
export type Arrival = { id: string; isNew: boolean }

/** The sellers whose books aren't told to a buyer: in a block, or themselves. */
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

/**
 * The books of a search that have come up to a batch, twice as many as are counted, because those
 * that aren't new are left out later; without what its buyer has ordered themselves. A book that
 * has left and come back is new to searches that were saved while it was away.
 */
export async function findArrivals(
  db: Db,
  search: SearchRow,
  { batch, silentSellers }: { batch: number; silentSellers: readonly string[] },
): Promise<Arrival[]> {
  const filters = readFilters(search.filters)
  if (!filters) return []
  const { account_id: buyerId, created_at: savedAt, seen_batch: seen } = search
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
    select book_id as id, bool_or(coalesce(away_since <= ${savedAt}, true)) as "isNew"
    from ${arrived} and book_id = any(${ids}::uuid[]) group by book_id`.execute(db)
  return arrivals
}
