// Notifies buyers of new copies for their searches. A job compares the searches of one buyer after
// the other with the books that came on the market.
import { sql } from 'kysely'
import { maxNewCopies } from '#contract/wishlist/searches.ts'
import { hideFromPlanner } from '#server/books/search/conditions.ts'
import { countOnly, findBooks } from '#server/books/search/find-books.ts'
import { findHiddenSellers } from '#server/moderation/are-blocked.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import type { Db } from '#server/platform/database/database.ts'
import { isUnavailable } from '#server/platform/operations/unavailable.ts'
import { newCopiesQuery, newCopiesText } from '#server/wishlist/texts.ts'
import { readFilters } from './rules.ts'
import { type SearchRow, selectSearches } from './searches.ts'

/** For how many buyers searches are compared before the next due buyers are selected. */
const maxBuyers = 25

/** A search that finds nothing is compared with new books at most this often. */
const lookAgainMs = 60 * 60_000

/**
 * Books listed less than this ago are left for the next run. `listed_at` is the start of a
 * transaction, which can run for 30 seconds (`transact`) before its books are visible.
 */
const settledMs = 60_000

/** A buyer is notified of new copies for saved searches at most this often. */
const searchNoticeMs = 24 * 60 * 60_000

type Context = Pick<AppContext, 'db' | 'live' | 'log' | 'now' | 'database' | 'changes'>
type Looked = { search: SearchRow; ids: string[] }

/**
 * Finds buyers whose searches haven't been checked recently, and who haven't been notified within a
 * day.
 */
async function findDueBuyers(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from saved_searches where removed_at is null group by account_id
    having coalesce(max(found_at) <= ${new Date(now.getTime() - searchNoticeMs)}, true)
      and bool_or(coalesce(looked_at <= ${new Date(now.getTime() - lookAgainMs)}, true))
    order by min(coalesce(looked_at, created_at)) limit ${maxBuyers}`.execute(db)
  return rows.map(({ account_id }) => account_id)
}

/**
 * Returns the sellers of whose books a buyer isn't notified: those hidden by a block, and the
 * buyer's own seller account.
 */
async function findSilentSellers(db: Db, accountId: string): Promise<string[]> {
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
 * Returns the books of a search that were listed before a time and are new to the search. A book
 * that has come back is new if it was away when the search was saved. Excludes books that the buyer
 * has ordered.
 */
async function findNewCopies(
  db: Db,
  { account_id: buyerId, created_at: savedAt, checked_to: from, ...search }: SearchRow,
  { until, hiddenSellers }: { until: Date; hiddenSellers: readonly string[] },
): Promise<string[]> {
  const filters = readFilters(search.filters)
  if (!filters) return []
  const only = { ...countOnly, isStrict: true }
  const { condition } = await findBooks(db, { ...filters, hiddenSellers }, only)
  // The condition is hidden, so that the planner begins with the few books that were listed
  // recently.
  const { rows } = await sql<{ id: string }>`select id from books
    where listed_at >= ${from} and listed_at < ${until}
      and (created_at >= ${from} or coalesce(unlisted_at <= ${savedAt}, true))
      and not exists (select from orders where book_id = books.id and buyer_id = ${buyerId})
      and ${hideFromPlanner(condition)}
    limit ${sql.lit(maxNewCopies + 1)}`.execute(db)
  return rows.map(({ id }) => id)
}

async function look(db: Db, accountId: string, until: Date): Promise<Looked[]> {
  const hiddenSellers = await findSilentSellers(db, accountId)
  const looked: Looked[] = []
  // Runs one search after the other, because nobody waits for the result, and other requests also
  // need the database.
  for (const search of await selectSearches(db, accountId).orderBy('id', 'desc').execute()) {
    const ids = await findNewCopies(db, search, { until, hiddenSellers })
    looked.push({ search, ids })
  }
  return looked
}

/** Saves what was found. Returns false if the search was removed or checked in the meantime. */
async function updateSeen(
  db: Db,
  { search, ids }: Looked,
  { until, now }: { until: Date; now: Date },
): Promise<boolean> {
  const { rows } =
    await sql`update saved_searches set checked_to = greatest(checked_to, ${until}), looked_at = ${now},
      found_at = case when ${ids.length}::integer > 0 then ${now} else found_at end,
      new_copies = least(new_copies + ${ids.length}::integer, ${maxNewCopies + 1}::integer)
    where id = ${search.id} and checked_to = ${search.checked_to} and removed_at is null
    returning id`.execute(db)
  return rows.length > 0
}

/** Sends one notification about all searches of a buyer. Returns whether there is one. */
const notify = (context: Context, accountId: string, looked: Looked[], until: Date) =>
  commitChanges(context, [], async (db) => {
    const now = context.now()
    const matched: Looked[] = []
    for (const one of looked)
      if ((await updateSeen(db, one, { until, now })) && one.ids.length > 0) matched.push(one)
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

/** Uses the database's clock, as `listed_at` does. */
async function findSettledTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ until: Date }>`
    select now() - ${settledMs} * interval '1 millisecond' as until`.execute(db)
  return (rows[0] as { until: Date }).until
}

export async function notifyOfNewCopies(context: Context, signal?: AbortSignal): Promise<void> {
  const { db, live, log, now } = context
  const until = await findSettledTime(db)
  for (let due = maxBuyers; due === maxBuyers; ) {
    const accountIds = await findDueBuyers(db, now())
    due = accountIds.length
    for (const accountId of accountIds) {
      if (signal?.aborted) return
      try {
        const looked = await look(db, accountId, until)
        if (await notify(context, accountId, looked, until))
          live.emit([accountId], 'notices_changed', {})
      } catch (error) {
        if (isUnavailable(error)) throw error
        log.error({ error, accountId }, 'saved searches could not be looked at')
        const own = db.updateTable('saved_searches').where('account_id', '=', accountId)
        await own.set({ looked_at: now() }).execute()
      }
    }
  }
}
