// Tells buyers of new copies for their searches. A seller's save only notes that a book has come;
// each buyer's searches are compared with that in their turn.
import { maxNewCopies } from '#contract/books/saved-searches.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import { transact } from '#server/platform/database/database.ts'
import { isUnavailable } from '#server/platform/operations/unavailable.ts'
import { maxBuyersPerRun, searchNoticeMs } from '#server/saved/policy.ts'
import { newCopiesQuery, newCopiesText } from '#server/saved/texts.ts'
import { deleteSeenArrivals, numberArrivals } from './arrivals.ts'
import { type Arrival, findArrivals, findSilentSellers } from './find-new.ts'
import {
  correctTurns,
  deleteIdleTurns,
  deleteRemovedSearches,
  endTurns,
  type SearchRow,
  selectSearches,
  setNotified,
  takeDueTurns,
  updateSeen,
} from './store.ts'

type Context = Pick<AppContext, 'db' | 'live' | 'log' | 'now' | 'database' | 'changes'>
type Looked = { search: SearchRow; ids: string[] }

/** A book that another search of the buyer had on its list isn't new to them. */
function newIdsOf(found: readonly { search: SearchRow; arrivals: Arrival[] }[]): Looked[] {
  const known = new Set(
    found.flatMap(({ arrivals }) => arrivals.filter(({ isNew }) => !isNew).map(({ id }) => id)),
  )
  return found.map(({ search, arrivals }) => ({
    search,
    ids: arrivals.filter(({ id, isNew }) => isNew && !known.has(id)).map(({ id }) => id),
  }))
}

/**
 * None of a search that can't be carried out: it would keep the buyer's other searches from being
 * told, and what has come from being deleted.
 */
async function findOrSkip(
  { db, log }: Context,
  search: SearchRow,
  options: Parameters<typeof findArrivals>[2],
): Promise<Arrival[]> {
  try {
    return await findArrivals(db, search, options)
  } catch (error) {
    if (isUnavailable(error)) throw error
    log.error({ error, search: search.id }, 'a saved search could not be carried out')
    return []
  }
}

async function look(context: Context, accountId: string, batch: number): Promise<Looked[]> {
  const { db } = context
  const searches = await selectSearches(db, accountId)
    .where('seen_batch', '<', batch)
    .orderBy('id', 'desc')
    .execute()
  if (searches.length === 0) return []
  const silentSellers = await findSilentSellers(db, accountId)
  const found = []
  // One after the other: nobody waits for it, and others want the database too.
  for (const search of searches)
    found.push({ search, arrivals: await findOrSkip(context, search, { batch, silentSellers }) })
  return newIdsOf(found)
}

/** One notification for all searches of a buyer; returns whether there is one. */
async function notify(context: Context, accountId: string, looked: Looked[], batch: number) {
  const now = context.now()
  return commitChanges(context, [], async (db) => {
    const matched: Looked[] = []
    for (const { search, ids } of looked) {
      const found = ids.length
      const isSeen = await updateSeen(db, search, { batch, found, most: maxNewCopies + 1, now })
      if (isSeen && found > 0) matched.push({ search, ids })
    }
    if (matched.length === 0) return false
    await setNotified(db, accountId, now, new Date(now.getTime() + searchNoticeMs))
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
}

/** Gives the searches of buyers whose turn it is a look; returns how many buyers that were. */
export async function notifyOfNewCopies(context: Context, signal?: AbortSignal): Promise<number> {
  const { db, live, log, now } = context
  await deleteRemovedSearches(db, now())
  const batch = await transact(db, numberArrivals)
  const startedAt = now()
  await correctTurns(db, startedAt)
  const accountIds = await takeDueTurns(db, startedAt, maxBuyersPerRun)
  for (const accountId of accountIds) {
    if (signal?.aborted) return accountIds.length
    try {
      const looked = await look(context, accountId, batch)
      if (looked.length > 0 && (await notify(context, accountId, looked, batch)))
        live.emit([accountId], 'notices_changed', {})
    } catch (error) {
      // The others have their turn, and these searches their next one.
      log.error({ error, accountId }, 'saved searches could not be looked at')
    }
  }
  await endTurns(db, accountIds, startedAt)
  await transact(db, (db) => deleteIdleTurns(db, accountIds))
  await deleteSeenArrivals(db)
  return accountIds.length
}
