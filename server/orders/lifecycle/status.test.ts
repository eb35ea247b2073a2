import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { orderTypes } from '#contract/orders/order-form.ts'
import { type OrderStatus, orderStatuses } from '#contract/orders/orders.ts'
import { newId } from '#server/platform/database/ids.ts'
import { testApp } from '#server/testing.ts'
import { isAgreed, isPending, isProposed, isRentedOut, orderIs } from './status.ts'

const time = new Date('2026-03-10T10:00:00Z')
type Event = { kind: 'status' | 'undone' | 'reopened'; status: OrderStatus; at: Date }
const minutesLater = (minutes: number) => new Date(time.getTime() + minutes * 60_000)
const returnedAt = minutesLater(2)
/** A cancellation after the rating and before the return. */
const cancelled: Event = { kind: 'status', status: 'Cancelled', at: minutesLater(1) }
const delivered: Event = { kind: 'status', status: 'Delivered', at: minutesLater(3) }
const counts = { is_rated: true, is_rating_void: false }
const countsNot = { is_rated: true, is_rating_void: true }
type Rating = {
  is_rated: boolean
  is_rating_void: boolean
  isRemoved?: boolean
  events?: Event[]
  isLateFor?: Date
}
const ratings: Rating[] = [
  { is_rated: false, is_rating_void: false },
  counts,
  { ...countsNot, isRemoved: true },
  { ...countsNot, events: [cancelled] },
  { ...countsNot, events: [cancelled, delivered] },
  { ...counts, events: [cancelled, { ...delivered, kind: 'undone' }] },
  { ...counts, events: [cancelled, { ...delivered, kind: 'reopened' }] },
  { ...countsNot, events: [cancelled, { ...delivered, kind: 'undone' }, cancelled] },
  { ...countsNot, events: [{ ...cancelled, at: minutesLater(3) }], isLateFor: returnedAt },
]

const agreements = [null, time].flatMap((confirmed_at) =>
  [null, time].flatMap((received_at) =>
    [null, time].map((proposed_until) => ({ confirmed_at, received_at, proposed_until })),
  ),
)

const exchangeId = newId()

const orders = orderStatuses.flatMap((status) =>
  orderTypes.flatMap((order_type) =>
    agreements.flatMap((agreement) =>
      [null, returnedAt].flatMap((returned_at) =>
        ratings.map(({ isLateFor, ...rating }, index) => ({
          ...rating,
          // A rating stays valid if the order is cancelled after the return.
          is_rating_void: rating.is_rating_void && returned_at !== isLateFor,
          has_open_problem: index > 0 && returned_at === null,
          ...agreement,
          id: newId(),
          status,
          order_type,
          returned_at,
          delivered_at: null,
          buyer_deleted_at: null,
          rent_end: null,
          closed_by_admin_at: null,
          reopened_at: null,
          problem_solved_at: null,
          exchange_id: order_type === 'purchase' && index === 1 ? exchangeId : null,
        })),
      ),
    ),
  ),
)

test('the SQL conditions and the functions agree on every order', async () => {
  const { db } = (await testApp()).context
  const orderRows = orders.map(({ events, isRemoved, is_rated, is_rating_void, ...order }) => order)
  const ratingRows = orders
    .filter((order) => order.is_rated)
    .map(({ id, isRemoved }) => ({
      ...{ order_id: id, title_key: 'godaan', buyer_id: id, seller_id: id, created_at: time },
      ...{ book_stars: 5, seller_stars: 5, removed_at: isRemoved ? time : null },
    }))
  const eventRows = orders.flatMap(({ id, events = [] }) =>
    events.map(({ at, ...event }) => ({
      ...{ id: newId(), order_id: id, actor_model: 'Seller' as const, created_at: at, ...event },
    })),
  )
  const problemRows = orders.map(
    ({ id, has_open_problem }) =>
      sql`(${id}::uuid, ${has_open_problem ? null : time}::timestamptz)`,
  )
  type Conditions = Record<keyof typeof orderIs | 'agreedInDatabase', boolean>
  const undo = new Error('roll back')
  let found = new Map<string, object>()
  const done = db.transaction().execute(async (db) => {
    // Turns off foreign keys, so the test rows need no people and books.
    await sql`set local session_replication_role = replica`.execute(db)
    await db.insertInto('ratings').values(ratingRows).execute()
    await db.insertInto('order_events').values(eventRows).execute()
    const { rows } = await sql<{ id: string } & Conditions>`
      with given as (select jsonb_populate_recordset(null::orders, ${JSON.stringify(orderRows)}) as ordered),
        orders as (select (ordered).*, ordered from given),
        problems (order_id, solved_at) as (values ${sql.join(problemRows)})
      select id, ${orderIs.open} as open, ${orderIs.agreed} as agreed,
        is_agreed(ordered) as "agreedInDatabase",
        ${orderIs.proposed} as proposed, ${orderIs.sale} as sale,
        ${orderIs.withOpenProblem} as "withOpenProblem", ${orderIs.ratedInVain} as "ratedInVain",
        ${orderIs.forMoney} as "forMoney", ${orderIs.completedPurchase} as "completedPurchase"
      from orders`.execute(db)
    found = new Map(rows.map(({ id, ...conditions }) => [id, conditions]))
    throw undo
  })
  await expect(done).rejects.toBe(undo)
  expect(found.size).toBe(4 * 2 * 8 * 2 * ratings.length)
  for (const order of orders) {
    const { status, order_type, returned_at } = order
    const isShipped = status === 'Shipped' && returned_at === null
    expect(found.get(order.id), JSON.stringify(order)).toEqual({
      open: isPending(order) || isShipped || isRentedOut(order),
      agreed: isAgreed(order),
      agreedInDatabase: isAgreed(order),
      proposed: isProposed(order),
      sale: status !== 'Cancelled' && order.exchange_id === null,
      forMoney: order.exchange_id === null,
      withOpenProblem: order.has_open_problem,
      ratedInVain: order.is_rating_void,
      completedPurchase:
        status === 'Delivered' && order_type === 'purchase' && order.exchange_id === null,
    })
  }
})
