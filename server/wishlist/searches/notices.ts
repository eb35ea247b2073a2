// Notifies buyers of new copies for their searches. Saving a book only records its arrival. A job
// compares the searches of one buyer after the other with the arrivals.
import { sql } from 'kysely'
import { maxNewCopies } from '#contract/wishlist/searches.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import { type Db, transact } from '#server/platform/database/database.ts'
import { isUnavailable } from '#server/platform/operations/unavailable.ts'
import { maxBuyersPerRun } from '#server/wishlist/limits.ts'
import { newCopiesQuery, newCopiesText } from '#server/wishlist/texts.ts'
import {
  type Arrival,
  deleteSeenArrivals,
  findArrivals,
  findSilentSellers,
  numberArrivals,
} from './arrivals.ts'
import { deleteRemovedSearches, type SearchRow, selectSearches } from './searches.ts'

/** How often a search that finds nothing is compared with new arrivals. */
const lookAgainMs = 60 * 60_000

/** A buyer is notified of new copies for their searches at most this often. */
const searchNoticeMs = 24 * 60 * 60_000

type Context = Pick<AppContext, 'db' | 'live' | 'log' | 'now' | 'database' | 'changes'>
type Looked = { search: SearchRow; ids: string[] }

/** Finds buyers whose searches weren't checked recently, and who weren't notified today. */
async function findDueBuyers(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from saved_searches where removed_at is null group by account_id
    having coalesce(max(found_at) <= ${new Date(now.getTime() - searchNoticeMs)}, true)
      and bool_or(coalesce(looked_at <= ${new Date(now.getTime() - lookAgainMs)}, true))
    order by min(coalesce(looked_at, created_at)) limit ${maxBuyersPerRun}`.execute(db)
  return rows.map(({ account_id }) => account_id)
}

/** Removes books that another search of the buyer already had on its list. */
function newIdsOf(found: readonly { search: SearchRow; arrivals: Arrival[] }[]): Looked[] {
  const known = new Set(
    found.flatMap(({ arrivals }) => arrivals.filter(({ isNew }) => !isNew).map(({ id }) => id)),
  )
  return found.map(({ search, arrivals }) => ({
    search,
    ids: arrivals.filter(({ id, isNew }) => isNew && !known.has(id)).map(({ id }) => id),
  }))
}

async function look({ db, log }: Context, accountId: string, batch: number): Promise<Looked[]> {
  const searches = await selectSearches(db, accountId).orderBy('id', 'desc').execute()
  const silentSellers = await findSilentSellers(db, accountId)
  const found = []
  // Sequential, because nobody waits for it, and other requests need the database too.
  for (const search of searches) {
    const arrivals =
      search.last_checked_batch < batch
        ? await findArrivals(db, search, { batch, silentSellers }).catch((error: unknown) => {
            if (isUnavailable(error)) throw error
            // The error must not affect the buyer's other searches.
            log.error({ error, search: search.id }, 'a saved search could not be carried out')
            return []
          })
        : []
    found.push({ search, arrivals })
  }
  return newIdsOf(found)
}

/** Saves what was found. Returns false if the search was removed or checked in the meantime. */
async function updateSeen(
  db: Db,
  { id, last_checked_batch: seen }: SearchRow,
  { batch, found, now }: { batch: number; found: number; now: Date },
): Promise<boolean> {
  const { rows } =
    await sql`update saved_searches set last_checked_batch = ${batch}, looked_at = ${now},
      found_at = case when ${found}::integer > 0 then ${now} else found_at end,
      new_copies = least(new_copies + ${found}::integer, ${maxNewCopies + 1}::integer)
    where id = ${id} and last_checked_batch = ${seen} and removed_at is null returning id`.execute(
      db,
    )
  return rows.length > 0
}

/** Makes one notification for all searches of a buyer. Returns whether there is one. */
const notify = (context: Context, accountId: string, looked: Looked[], batch: number) =>
  commitChanges(context, [], async (db) => {
    const now = context.now()
    const matched: Looked[] = []
    for (const { search, ids } of looked)
      if (await updateSeen(db, search, { batch, found: ids.length, now }))
        if (ids.length > 0) matched.push({ search, ids })
    if (matched.length === 0) return false
    const copies = new Set(matched.flatMap(({ ids }) => ids)).size
    const searches = matched.map(({ search }) => search.filters as Record<string, string>)
    await insertNotifications(db, [accountId], {
      kind: 'saved',
      text: newCopiesText(searches, copies),
      listQuery: newCopiesQuery(searches),
      now,
    })
    return true
  })

/** Checks the searches of buyers who are due. Returns how many buyers there were. */
export async function notifyOfNewCopies(context: Context, signal?: AbortSignal): Promise<number> {
  const { db, live, log, now } = context
  await deleteRemovedSearches(db, now())
  const batch = await transact(db, numberArrivals)
  const accountIds = await findDueBuyers(db, now())
  for (const accountId of accountIds) {
    if (signal?.aborted) return accountIds.length
    try {
      const looked = await look(context, accountId, batch)
      if (await notify(context, accountId, looked, batch))
        live.emit([accountId], 'notices_changed', {})
    } catch (error) {
      if (isUnavailable(error)) throw error
      log.error({ error, accountId }, 'saved searches could not be looked at')
      const own = db.updateTable('saved_searches').where('account_id', '=', accountId)
      await own.set({ looked_at: now() }).execute()
    }
  }
  await deleteSeenArrivals(db)
  return accountIds.length
}
