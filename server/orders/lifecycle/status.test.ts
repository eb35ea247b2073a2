import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { orderTypes } from '#contract/orders/order-form.ts'
import { orderStatuses } from '#contract/orders/orders.ts'
import { newId } from '#server/platform/database/ids.ts'
import { testApp } from '#server/testing.ts'
import { isAgreed, isPending, isProposed, isRentedOut, orderIs } from './status.ts'

const time = new Date('2026-03-10T10:00:00Z')
const ratings = [
  { is_rated: false, is_rating_void: false },
  { is_rated: true, is_rating_void: false },
  { is_rated: true, is_rating_void: true, isRemoved: true },
  { is_rated: true, is_rating_void: true, wasCancelled: true },
]

const agreements = [null, time].flatMap((confirmed_at) =>
  [null, time].flatMap((received_at) =>
    [null, time].map((proposed_until) => ({ confirmed_at, received_at, proposed_until })),
  ),
)

const returnedAt = new Date(time.getTime() + 60_000)

const exchangeId = newId()

const orders = orderStatuses.flatMap((status) =>
  orderTypes.flatMap((order_type) =>
    agreements.flatMap((agreement) =>
      [null, returnedAt].flatMap((returned_at) =>
        ratings.map((rating, index) => ({
          ...rating,
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

test('the SQL conditions and the functions say the same of every order', async () => {
  const { db } = (await testApp()).context
  const orderRows = orders.map(({ exchange_id, ...order }) => {
    const { id, status, order_type, confirmed_at, received_at, returned_at, proposed_until } = order
    return sql`(${id}::uuid, ${exchange_id}::uuid, ${status}::text, ${order_type}::text, ${confirmed_at}::timestamptz,
        ${received_at}::timestamptz, ${returned_at}::timestamptz, ${proposed_until}::timestamptz)`
  })
  const ratingRows = orders
    .filter((order) => order.is_rated)
    .map(
      ({ id, isRemoved }) =>
        sql`(${id}::uuid, ${isRemoved ? time : null}::timestamptz, ${time}::timestamptz)`,
    )
  // A moment after the rating, and before the book was returned.
  const cancelledAt = new Date(time.getTime() + 1)
  const eventRows = orders
    .filter((order) => order.wasCancelled)
    .map(({ id }) => sql`(${id}::uuid, 1, 'status', 'Cancelled', ${cancelledAt}::timestamptz)`)
  const problemRows = orders.map(
    ({ id, has_open_problem }) =>
      sql`(${id}::uuid, ${has_open_problem ? null : time}::timestamptz)`,
  )
  type Conditions = Record<keyof typeof orderIs, boolean>
  const { rows } = await sql<{ id: string } & Conditions>`
    with orders (id, exchange_id, status, order_type, confirmed_at, received_at, returned_at, proposed_until)
        as (values ${sql.join(orderRows)}),
      ratings (order_id, removed_at, created_at) as (values ${sql.join(ratingRows)}),
      order_events (order_id, number, kind, status, created_at) as (values ${sql.join(eventRows)}),
      problems (order_id, solved_at) as (values ${sql.join(problemRows)})
    select id, ${orderIs.open} as open, ${orderIs.agreed} as agreed,
      ${orderIs.proposed} as proposed, ${orderIs.sale} as sale,
      ${orderIs.withOpenProblem} as "withOpenProblem", ${orderIs.ratedInVain} as "ratedInVain",
      ${orderIs.forMoney} as "forMoney",
      ${orderIs.completedPurchase} as "completedPurchase"
    from orders`.execute(db)
  const found = new Map(rows.map(({ id, ...conditions }) => [id, conditions]))
  expect(found.size).toBe(4 * 2 * 8 * 2 * 4)
  for (const order of orders) {
    const { status, order_type, returned_at } = order
    const isShipped = status === 'Shipped' && returned_at === null
    expect(found.get(order.id), JSON.stringify(order)).toEqual({
      open: isPending(order) || isShipped || isRentedOut(order),
      agreed: isAgreed(order),
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
