// Looks for rings: at once around what is new, and from time to time in the market as a whole.
import { type RawBuilder, sql } from 'kysely'
import { cancelExchange } from '#contract/exchanges/exchanges.ts'
import type { ExchangeMarket } from '#server/exchanges/matching/market.ts'
import { createFirstRings, matchMarket, type Ring } from '#server/exchanges/matching/match.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import { type Db, violatesConstraint } from '#server/platform/database/database.ts'
import { isUnavailable } from '#server/platform/operations/unavailable.ts'
import { reserveCopies } from '#server/wishlist/queue/queue.ts'
import { readMarket } from './market.ts'
import { maxArrivals, maxAttempts, maxFirstRings, maxLooks } from './policy.ts'
import { proposeRing, RingChanged } from './propose.ts'
import { emitRingChange } from './store.ts'

type Arrival = { id: string; attempts: number; person_id: string; book_id: string | null }

/**
 * Counts the attempt before it begins, so that an arrival that crashes it, or even the process, is
 * dropped after a few. `giveBack` undoes it.
 */
async function takeArrivals(db: Db, which: RawBuilder<boolean>, count: number): Promise<Arrival[]> {
  const { rows } = await sql<Arrival>`
    with arrival as (
      update exchange_arrivals set attempts = attempts + 1
      where id in (select id from exchange_arrivals where ${which} order by id limit ${count})
      returning id, attempts, book_id, want_id)
    select arrival.id::text, arrival.attempts,
      coalesce(wants.person_id, seller.person_id) as person_id, arrival.book_id
    from arrival
    left join wants on wants.id = arrival.want_id
    left join books on books.id = arrival.book_id
    left join accounts as seller on seller.id = books.seller_id
    order by arrival.id`.execute(db)
  return rows
}

/** Arrivals that were tried twice come last and alone, so that they can't fail others again. */
async function takeNextArrivals(db: Db): Promise<Arrival[]> {
  const arrivals = await takeArrivals(db, sql`attempts < 2`, maxArrivals)
  return arrivals.length > 0 ? arrivals : takeArrivals(db, sql`true`, 1)
}

const isOneOf = (arrivals: readonly Arrival[]) =>
  sql<boolean>`id = any(${arrivals.map(({ id }) => id)}::bigint[])`

const deleteArrivals = (db: Db, arrivals: readonly Arrival[]) =>
  db.deleteFrom('exchange_arrivals').where(isOneOf(arrivals)).execute()

const giveBack = (db: Db, arrivals: readonly Arrival[]) =>
  db
    .updateTable('exchange_arrivals')
    .set((set) => ({ attempts: set('attempts', '-', 1) }))
    .where(isOneOf(arrivals))
    .execute()

/** Proposes one, and tells its people; false where it has become impossible meanwhile. */
async function propose(context: AppContext, ring: Ring): Promise<boolean> {
  const { log } = context
  try {
    const exchangeId = await commitChanges(context, cancelExchange.changes, (db) =>
      proposeRing(db, ring, context.now()),
    )
    if (exchangeId === undefined) return false
    await emitRingChange(context, exchangeId)
    return true
  } catch (error) {
    // Also where a want is removed at this moment.
    if (error instanceof RingChanged || violatesConstraint(error, 'exchange_legs_want_id_fkey'))
      return false
    // One that can't be proposed must not keep the others.
    if (isUnavailable(error)) throw error
    log.error({ error }, 'a ring could not be proposed')
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
 * Proposes what the arrivals make possible. What fails is logged, and found when the whole market
 * is looked at: those who wait for a copy must not wait for it.
 */
async function proposeAround(
  context: AppContext,
  arrivals: readonly Arrival[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const { db, log } = context
  try {
    const market = await readMarket(db, context.now())
    const givers = new Set(market.fits.map(({ from }) => from))
    const people = new Set(
      arrivals.map(({ person_id }) => person_id).filter((id) => givers.has(id)),
    )
    if (people.size > maxFirstRings) await proposeBestRings(context, market, signal)
    else await proposeFirstRings(context, market, people, signal)
  } catch (error) {
    log.error({ error }, 'no rings could be looked for')
  }
}

async function processArrivals(
  context: AppContext,
  arrivals: readonly Arrival[],
  signal: AbortSignal | undefined,
): Promise<void> {
  await proposeAround(context, arrivals, signal)
  const copies = new Set(arrivals.flatMap(({ book_id }) => book_id ?? []))
  await reserveCopies(context, [...copies], signal)
  await (signal?.aborted ? giveBack : deleteArrivals)(context.db, arrivals)
}

/**
 * Processes new copies and wants: looks for rings of a few people one by one, of many all together.
 * A new copy that joins no ring is reserved for the person who has waited longest; copies that were
 * there before can be found on the market. Anything that arrives in the meantime waits for the next
 * run.
 */
export async function lookAtArrivals(context: AppContext, signal?: AbortSignal): Promise<void> {
  const { db, log } = context
  for (let look = 0; look < maxLooks && !signal?.aborted; look++) {
    const arrivals = await takeNextArrivals(db)
    if (arrivals.length === 0) return
    if (arrivals.some(({ attempts }) => attempts > maxAttempts)) {
      log.error({ arrivals }, 'dropped arrivals that always fail')
      await deleteArrivals(db, arrivals)
    } else await processArrivals(context, arrivals, signal)
  }
}

/** Looks at everybody who is in no ring: choosing anew may serve more of them than each alone. */
export async function lookAtMarket(context: AppContext, signal?: AbortSignal): Promise<void> {
  const market = await readMarket(context.db, context.now())
  if (market.fits.length > 1) await proposeBestRings(context, market, signal)
}
