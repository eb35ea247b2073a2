// Looks for rings: at once around what is new, and from time to time in the market as a whole.
import { sql } from 'kysely'
import { cancelExchange } from '#contract/exchanges/exchanges.ts'
import type { ExchangeMarket } from '#server/exchanges/matching/market.ts'
import { createFirstRings, matchMarket, type Ring } from '#server/exchanges/matching/match.ts'
import { maxArrivals, maxAttempts, maxFirstRings, maxLooks } from '#server/exchanges/policy.ts'
import { emitChange } from '#server/exchanges/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import { type Db, violatesConstraint } from '#server/platform/database/database.ts'
import { isUnavailable } from '#server/platform/operations/unavailable.ts'
import { reserveCopies } from '#server/wishlist/queue/queue.ts'
import { readMarket } from './market.ts'
import { findWaitingRing } from './proposed.ts'
import { proposeRing, RingChanged, tendRings } from './ring.ts'

type Arrival = { id: string; attempts: number; person_id: string; book_id: string | null }

/** Those that never failed come first; each that did comes alone, so that it can't fail others. */
async function findArrivals(db: Db): Promise<Arrival[]> {
  const { rows } = await sql<Arrival>`
    select arrival.id::text, arrival.attempts,
      coalesce(wants.person_id, seller.person_id) as person_id, arrival.book_id
    from exchange_arrivals as arrival
    left join wants on wants.id = arrival.want_id
    left join books on books.id = arrival.book_id
    left join accounts as seller on seller.id = books.seller_id
    order by arrival.attempts, arrival.id limit ${maxArrivals}`.execute(db)
  return rows.filter(({ attempts }, index) => attempts === 0 || index === 0)
}

/** Proposes a ring; false where it has become impossible since the market was read. */
async function propose(context: AppContext, ring: Ring): Promise<boolean> {
  try {
    const exchangeId = await commitChanges(context, cancelExchange.changes, (db) =>
      proposeRing(db, ring, context.now()),
    )
    await emitChange(context, exchangeId)
    return true
  } catch (error) {
    if (isUnavailable(error)) throw error
    // A want may be removed at this moment, too.
    const isGone =
      error instanceof RingChanged || violatesConstraint(error, 'exchange_legs_want_id_fkey')
    // One that can't be proposed must not keep the others from it.
    if (!isGone) context.log.error({ error }, 'a ring could not be proposed')
    return false
  }
}

/** The best ring of each person who has something new, as long as they are in none. */
async function proposeFirstRings(
  context: AppContext,
  market: ExchangeMarket,
  people: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const findFirstRing = createFirstRings(market)
  const taken = new Set<string>()
  for (const person of people) {
    if (signal?.aborted) return
    const ring = findFirstRing(person, taken)
    if (ring && (await propose(context, ring))) for (const { from } of ring.legs) taken.add(from)
  }
}

async function proposeBestRings(
  context: AppContext,
  market: ExchangeMarket,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const ring of await matchMarket(market, { signal })) {
    if (signal?.aborted) return
    await propose(context, ring)
  }
}

/**
 * Proposes what the arrivals make possible. What fails is logged, and found when the whole market is
 * searched: people who wait for a copy must not wait for it.
 */
async function proposeAround(
  context: AppContext,
  arrivals: readonly Arrival[],
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    const market = await readMarket(context.db, context.now())
    const givers = new Set(market.fits.map(({ from }) => from))
    const people = new Set(
      arrivals.map(({ person_id }) => person_id).filter((id) => givers.has(id)),
    )
    if (people.size > maxFirstRings) await proposeBestRings(context, market, signal)
    else await proposeFirstRings(context, market, people, signal)
  } catch (error) {
    context.log.error({ error }, 'no rings could be looked for')
  }
}

/**
 * Processes new copies and wants. A new copy that joins no ring is reserved for the person who has
 * waited longest; copies that were there before can be found on the market. Arrivals that fail are
 * tried again in the next run, a few times.
 */
export async function lookAtArrivals(context: AppContext, signal?: AbortSignal): Promise<void> {
  const { db, log } = context
  for (let look = 0; look < maxLooks; look++) {
    const arrivals = await findArrivals(db)
    if (arrivals.length === 0 || signal?.aborted) return
    const isOneOf = sql<boolean>`id = any(${arrivals.map(({ id }) => id)}::bigint[])`
    const isFailing = arrivals.some(({ attempts }) => attempts >= maxAttempts)
    if (isFailing) log.error({ arrivals }, 'dropped arrivals that always fail')
    else {
      // Counted before it begins, so that one that ends the process is dropped, too.
      await db
        .updateTable('exchange_arrivals')
        .set((set) => ({ attempts: set('attempts', '+', 1) }))
        .where(isOneOf)
        .execute()
      await proposeAround(context, arrivals, signal)
      const copies = new Set(arrivals.flatMap(({ book_id }) => book_id ?? []))
      await reserveCopies(context, [...copies], signal)
    }
    if (signal?.aborted) {
      await db
        .updateTable('exchange_arrivals')
        .set((set) => ({ attempts: set('attempts', '-', 1) }))
        .where(isOneOf)
        .execute()
      return
    }
    await db.deleteFrom('exchange_arrivals').where(isOneOf).execute()
  }
}

/** Searches the whole market: choosing again may serve more people than a ring for each alone. */
export async function lookAtMarket(context: AppContext, signal?: AbortSignal): Promise<void> {
  const market = await readMarket(context.db, context.now())
  if (market.fits.length > 1) await proposeBestRings(context, market, signal)
}

/** Looks for rings around what is new, as soon as other jobs are done. */
export const lookSoon = (context: AppContext): void =>
  context.jobs.soon('look for rings', (signal) => lookAtArrivals(context, signal))

/** After a change of somebody's books, wants or blocks: checks the ring that they are in. */
export type CheckRing = (accountId: string) => void

export const createCheckRing =
  (context: AppContext): CheckRing =>
  (accountId) =>
    context.jobs.soon(`check the ring of ${accountId}`, async (signal) => {
      if (!(await findWaitingRing(context.db, accountId))) return
      await tendRings(context, signal)
      lookSoon(context)
    })
