// Looks for rings: immediately around new copies and wants, and regularly in the whole market.
import { sql } from 'kysely'
import { cancelExchange } from '#contract/exchanges/exchanges.ts'
import { matchMarket, type Ring } from '#server/exchanges/matching/match.ts'
import { emitChange } from '#server/exchanges/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import { type Db, violatesConstraint } from '#server/platform/database/database.ts'
import { isUnavailable } from '#server/platform/operations/unavailable.ts'
import { reserveCopies } from '#server/wishlist/queue/queue.ts'
import { findWaitingRing } from './proposed.ts'
import { readMarket } from './read-market.ts'
import { checkProposedRings, proposeRing, RingChanged } from './ring.ts'

const maxArrivals = 500

type Arrival = { id: string; person_id: string; book_id: string | null }

async function findArrivals(db: Db): Promise<Arrival[]> {
  const { rows } = await sql<Arrival>`
    select arrival.id::text, coalesce(wants.person_id, seller.person_id) as person_id,
      arrival.book_id
    from exchange_arrivals as arrival
    left join wants on wants.id = arrival.want_id
    left join books on books.id = arrival.book_id
    left join accounts as seller on seller.id = books.seller_id
    order by arrival.id limit ${maxArrivals}`.execute(db)
  return rows
}

async function propose(context: AppContext, ring: Ring): Promise<void> {
  try {
    const exchangeId = await commitChanges(context, cancelExchange.changes, (db) =>
      proposeRing(db, ring, context.now()),
    )
    await emitChange(context, exchangeId)
  } catch (error) {
    if (isUnavailable(error)) throw error
    // A want was removed concurrently.
    const isGone =
      error instanceof RingChanged || violatesConstraint(error, 'exchange_legs_want_id_fkey')
    // One failed proposal doesn't stop the others.
    if (!isGone) context.log.error({ error }, 'a ring could not be proposed')
  }
}

/**
 * Proposes rings to people who aren't in one: in the whole market, or only rings with one of
 * `around`.
 */
export async function findRings(
  context: AppContext,
  signal?: AbortSignal,
  around?: ReadonlySet<string>,
): Promise<void> {
  const market = await readMarket(context.db, context.now())
  for (const ring of await matchMarket(market, { around, signal })) {
    if (signal?.aborted) return
    await propose(context, ring)
  }
}

/**
 * Processes new copies and wants. A new copy that joins no ring is reserved for the person who has
 * waited longest. Failed ones aren't tried again, because they would hold up others, unless the
 * database is unavailable.
 */
export async function processArrivals(context: AppContext, signal?: AbortSignal): Promise<void> {
  const { db, log } = context
  const failed = (error: unknown) => {
    if (isUnavailable(error)) throw error
    log.error({ error }, 'arrivals could not be processed')
  }
  for (let count = maxArrivals; count === maxArrivals; ) {
    const arrivals = await findArrivals(db)
    count = arrivals.length
    if (count === 0) return
    const people = new Set(arrivals.map(({ person_id }) => person_id))
    await findRings(context, signal, people).catch(failed)
    const copies = new Set(arrivals.flatMap(({ book_id }) => book_id ?? []))
    await reserveCopies(context, [...copies], signal).catch(failed)
    if (signal?.aborted) return
    await db
      .deleteFrom('exchange_arrivals')
      .where(sql<boolean>`id = any(${arrivals.map(({ id }) => id)}::bigint[])`)
      .execute()
  }
}

export const processArrivalsSoon = (context: AppContext): void =>
  context.jobs.soon('look for rings', (signal) => processArrivals(context, signal))

/**
 * Returns a function that checks an account's ring after a change of the account's books, wants or
 * blocks.
 */
export const createCheckRing =
  (context: AppContext) =>
  (accountId: string): void =>
    context.jobs.soon(`check the ring of ${accountId}`, async (signal) => {
      if (!(await findWaitingRing(context.db, accountId))) return
      await checkProposedRings(context, signal)
      processArrivalsSoon(context)
    })
