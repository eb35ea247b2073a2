import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { orderTypes } from '#contract/orders/order-form.ts'
import { orderStatuses } from '#contract/orders/orders.ts'
import { newId } from '#server/platform/database/ids.ts'
import { testApp } from '#server/testing.ts'
import { isAgreed, isPending, isProposed, isRentedOut, orderIs } from './status.ts'

const time = new Date('2026-03-10T10:00:00Z')
const returnedAt = new Date(time.getTime() + 120_000)

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
        [false, true].map((isOther) => ({
          has_open_problem: isOther && returned_at === null,
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
          exchange_id: order_type === 'purchase' && isOther ? exchangeId : null,
        })),
      ),
    ),
  ),
)

test('the SQL conditions and the functions agree on every order', async () => {
  const { db } = (await testApp()).context
  const problemRows = orders.map(
    ({ id, has_open_problem }) =>
      sql`(${id}::uuid, ${has_open_problem ? null : time}::timestamptz)`,
  )
  type Conditions = Record<keyof typeof orderIs | 'agreedInDatabase', boolean>
  const { rows } = await sql<{ id: string } & Conditions>`
      with given as (select jsonb_populate_recordset(null::orders, ${JSON.stringify(orders)}) as ordered),
        orders as (select (ordered).*, ordered from given),
        problems (order_id, solved_at) as (values ${sql.join(problemRows)})
      select id, ${orderIs.open} as open, ${orderIs.agreed} as agreed,
        is_agreed(ordered) as "agreedInDatabase",
        ${orderIs.proposed} as proposed, ${orderIs.sale} as sale,
        ${orderIs.withOpenProblem} as "withOpenProblem",
        ${orderIs.forMoney} as "forMoney", ${orderIs.completedPurchase} as "completedPurchase"
      from orders`.execute(db)
  const found = new Map(rows.map(({ id, ...conditions }) => [id, conditions]))
  expect(found.size).toBe(4 * 2 * 8 * 2 * 2)
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
      completedPurchase:
        status === 'Delivered' && order_type === 'purchase' && order.exchange_id === null,
    })
  }
})
