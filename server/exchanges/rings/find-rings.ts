// Looks for rings: at once around what is new, and from time to time in the market as a whole.
import { sql } from 'kysely'
import { cancelExchange } from '#contract/exchanges/exchanges.ts'
import { matchMarket, type Ring } from '#server/exchanges/matching/match.ts'
import { emitChange } from '#server/exchanges/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import { type Db, violatesConstraint } from '#server/platform/database/database.ts'
import { isUnavailable } from '#server/platform/operations/unavailable.ts'
import { reserveCopies } from '#server/wishlist/queue/queue.ts'
import { readMarket } from './market.ts'
import { findWaitingRing } from './proposed.ts'
import { proposeRing, RingChanged, tendRings } from './ring.ts'

/** How often one run looks. */
const maxLooks = 20

/** An arrival that has failed this often is dropped. */
export const maxAttempts = 5

/** Arrivals that are looked at together. */
const maxArrivals = 500

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

/** Proposes a ring, unless it has become impossible since the market was read. */
async function propose(context: AppContext, ring: Ring): Promise<void> {
  try {
    const exchangeId = await commitChanges(context, cancelExchange.changes, (db) =>
      proposeRing(db, ring, context.now()),
    )
    await emitChange(context, exchangeId)
  } catch (error) {
    if (isUnavailable(error)) throw error
    // A want may be removed at this moment, too.
    const isGone =
      error instanceof RingChanged || violatesConstraint(error, 'exchange_legs_want_id_fkey')
    // One that can't be proposed must not keep the others from it.
    if (!isGone) context.log.error({ error }, 'a ring could not be proposed')
  }
}

/** Proposes rings among people who are in none: in the whole market, or around some people. */
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
      const people = new Set(arrivals.map(({ person_id }) => person_id))
      // What fails is found when the whole market is searched: people who wait for a copy must not
      // wait for it.
      await findRings(context, signal, people).catch((error) =>
        log.error({ error }, 'no rings could be looked for'),
      )
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

/** Looks for rings around what is new, as soon as other jobs are done. */
export const lookSoon = (context: AppContext): void =>
  context.jobs.soon('look for rings', (signal) => lookAtArrivals(context, signal))

/** After a change of somebody's books, wants or blocks: checks the ring that they are in. */
type CheckRing = (accountId: string) => void

export const createCheckRing =
  (context: AppContext): CheckRing =>
  (accountId) =>
    context.jobs.soon(`check the ring of ${accountId}`, async (signal) => {
      if (!(await findWaitingRing(context.db, accountId))) return
      await tendRings(context, signal)
      lookSoon(context)
    })
