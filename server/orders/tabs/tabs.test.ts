import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { orderTypes } from '#contract/orders/order-form.ts'
import { type OrderTab, orderTabs } from '#contract/orders/order-tabs.ts'
import {
  cancelOrder,
  confirmOrder,
  countSellerOrders,
  listSellerOrders,
  orderStatuses,
  setOrderStatus,
} from '#contract/orders/orders.ts'
import { proposeSolution, reportProblem } from '#contract/orders/problems.ts'
import { type OrderDetails, orderActions } from '#server/orders/rules.ts'
import { proposedPurchase } from '#server/orders/testing-order-details.ts'
import { newId } from '#server/platform/database/ids.ts'
import {
  as,
  changeRow,
  followPages,
  makeAccount,
  makeChat,
  makeDelivered,
  makeOrder,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { tabIs } from './tabs.ts'

const time = new Date('2026-03-10T10:00:00Z')

/** The side that must answer the order's open problem, if there is one. */
type Case = OrderDetails & { turn: 'seller' | 'buyer' | undefined }

const rents = [
  { rent_end: '2026-03-10', handed_back_at: null },
  { rent_end: '2026-03-09', handed_back_at: null },
  { rent_end: '2026-03-10', handed_back_at: time },
]

const orders: Case[] = orderStatuses.flatMap((status) =>
  orderTypes.flatMap((order_type) =>
    [null, time].flatMap((confirmed_at) =>
      [null, time].flatMap((received_at) =>
        [null, time].flatMap((returned_at) =>
          [null, 'meet' as const, 'post' as const].flatMap((hand_over) =>
            rents.flatMap((rent) =>
              ([undefined, 'seller', 'buyer'] as const).map((turn) => ({
                ...proposedPurchase,
                id: newId(),
                ...{ status, order_type, confirmed_at, received_at, returned_at, hand_over },
                ...rent,
                has_open_problem: turn !== undefined,
                turn,
              })),
            ),
          ),
        ),
      ),
    ),
  ),
)

/** The tab of each order, written once more as the people who sell read it. */
function expectedTab(order: Case): OrderTab {
  const { status, order_type, returned_at, confirmed_at, received_at, hand_over } = order
  if (order.turn) return order.turn === 'seller' ? 'problems' : 'with-buyer'
  if (returned_at !== null) return 'done'
  if (status === 'Pending') {
    if (confirmed_at === null && received_at === null) return 'to-confirm'
    return hand_over === 'meet' ? 'to-hand-over' : 'to-pack'
  }
  if (status === 'Shipped') return 'shipped'
  if (status !== 'Delivered' || order_type !== 'rent') return 'done'
  return order.handed_back_at !== null || order.rent_end === '2026-03-09'
    ? 'rents-due'
    : 'with-buyer'
}

test('every order is in one tab, and the seller sends those to pack', async () => {
  const { db } = (await testApp()).context
  const inTabs = orderTabs.map((tab) => sql`case when ${tabIs(time)[tab]} then ${tab} end`)
  const { rows } = await sql<{ id: string; tabs: OrderTab[] }>`
    with orders as (select * from jsonb_populate_recordset(null::orders, ${JSON.stringify(orders)})),
      turns as (select * from jsonb_to_recordset(${JSON.stringify(orders)}) as x(id uuid, turn text)),
      problems as (select id, id as order_id,
        case when turn is null then ${time}::timestamptz end as solved_at from turns),
      problem_messages as (
        select id as problem_id, 1 as number, 'Buyer' as sender_model from turns
        union all select id, 2, 'Seller' from turns where turn = 'buyer')
    select id, array_remove(array[${sql.join(inTabs)}], null) as tabs from orders`.execute(db)
  const tabs = new Map(rows.map(({ id, tabs }) => [id, tabs]))
  expect(tabs.size).toBe(4 * 2 * 2 * 2 * 2 * 3 * 3 * 3)
  for (const order of orders) {
    const tab = expectedTab(order)
    expect(tabs.get(order.id), JSON.stringify(order)).toEqual([tab])
    const actions = orderActions(order, 'seller', time)
    expect(actions.includes('ship'), JSON.stringify(order)).toBe(tab === 'to-pack')
  }
  expect(new Set([...tabs.values()].flat())).toEqual(new Set(orderTabs))
})

const find = async (seller: TestAccount, filters: { tab?: OrderTab; search?: string }) =>
  (await as(seller).call(listSellerOrders, { userId: seller.id, ...filters })).body.map(
    ({ _id }) => _id,
  )

test('an order moves through the tabs, and the counts are those of the lists', async () => {
  const seller = await makeAccount('seller')
  const proposed = await makeOrder({ seller })
  const agreed = await makeOrder({ seller })
  await as(agreed.buyer).call(confirmOrder, { orderId: agreed.orderId })
  const overdue = await makeDelivered({ seller, days: 3 })
  await changeRow('orders', overdue.orderId, { rent_start: '2026-01-01', rent_end: '2026-01-04' })
  const cancelled = await makeOrder({ seller })
  await as(cancelled.buyer).call(cancelOrder, { orderId: cancelled.orderId })
  const disputed = await makeDelivered({ seller })
  const problem = { reason: 'damaged', text: 'Torn.' } as const
  await as(disputed.buyer).call(reportProblem, { orderId: disputed.orderId, ...problem })
  const answered = await makeDelivered({ seller })
  await as(answered.buyer).call(reportProblem, { orderId: answered.orderId, ...problem })
  await as(seller).call(proposeSolution, { orderId: answered.orderId, proposal: 'replaced' })
  await makeOrder()

  const byTab = await Promise.all(orderTabs.map(async (tab) => [tab, await find(seller, { tab })]))
  expect(Object.fromEntries(byTab)).toEqual({
    'to-confirm': [proposed.orderId],
    'to-pack': [agreed.orderId],
    'to-hand-over': [],
    shipped: [],
    'rents-due': [overdue.orderId],
    problems: [disputed.orderId],
    'with-buyer': [answered.orderId],
    done: [cancelled.orderId],
  })
  const { body: counts } = await as(seller).call(countSellerOrders, {})
  expect(counts).toEqual({
    all: 6,
    'to-confirm': 1,
    'to-pack': 1,
    'to-hand-over': 0,
    shipped: 0,
    'rents-due': 1,
    problems: 1,
    'with-buyer': 1,
    done: 1,
  })
  const shipped = { orderId: agreed.orderId, status: 'Shipped' } as const
  const { body } = await as(seller).call(setOrderStatus, shipped)
  expect(body.can).not.toContain('ship')
  expect(await find(seller, { tab: 'shipped' })).toEqual([agreed.orderId])
  expect((await as(seller).call(countSellerOrders, {})).body).toMatchObject({
    'to-pack': 0,
    shipped: 1,
  })
})

test('a tab has pages without gaps', async () => {
  const seller = await makeAccount('seller')
  const made = []
  for (let n = 0; n < 5; n++) made.unshift((await makeOrder({ seller })).orderId)
  const path = `/orders/seller/${seller.id}?tab=to-confirm&limit=2`
  const paged = await followPages<{ _id: string }>(path, seller)
  expect(paged.map(({ _id }) => _id)).toEqual(made)
})

test('a search finds orders by number, words of title and buyer, and phone number', async () => {
  const seller = await makeAccount('seller')
  const asha = await makeAccount('buyer', { name: 'Asha Patil' })
  const meera = await makeAccount('buyer', { name: 'मीरा जोशी' })
  const optics = await makeOrder({ seller, buyer: asha, book: { title: 'Optics 100% solved' } })
  const godaan = await makeOrder({ seller, buyer: meera, book: { title: 'गोदान' } })
  await changeRow('orders', godaan.orderId, { phone_number: '+14155550123' })
  const other = await makeChat()
  const number = optics.orderId.slice(-6)
  const both = [godaan.orderId, optics.orderId]
  const cases: [string, string[]][] = [
    [number, [optics.orderId]],
    [`#${number.toUpperCase()}`, [optics.orderId]],
    ['asha optics', [optics.orderId]],
    ['OPTICS', [optics.orderId]],
    ['asha गोदान', []],
    ['गोदान', [godaan.orderId]],
    ['मीरा', [godaan.orderId]],
    ['100%', [optics.orderId]],
    ['%', [optics.orderId]],
    ['98765 43210', [optics.orderId]],
    ['+91-98765-43210', [optics.orderId]],
    ['0091 98765 43210', [optics.orderId]],
    ['098765 43210', [optics.orderId]],
    ['९८७६५ ४३२१०', [optics.orderId]],
    ['43210', [optics.orderId]],
    ['+1 (415) 555-0123', [godaan.orderId]],
    ['', both],
    ['   ', both],
    ['qxzwfj', []],
    ['📚', []],
    ['9'.repeat(300), []],
    [`${'zq '.repeat(300)}b`, []],
    ["' or true --", []],
    [other.chatId.slice(-6), []],
  ]
  for (const [search, expected] of cases) {
    expect(await find(seller, { search }), search).toEqual(expected)
    const { body } = await as(seller).call(countSellerOrders, { search })
    expect(body.all, search).toBe(expected.length)
  }
  const wrong = await as(seller).call(listSellerOrders, {
    userId: seller.id,
    tab: 'packed' as OrderTab,
  })
  expect([wrong.status, wrong.error.code]).toEqual([400, 'malformed'])
})

test('a hidden phone number can’t be found', async () => {
  const made = await makeOrder({})
  await changeRow('orders', made.orderId, { contact_hidden_at: time })
  expect(await find(made.seller, { search: '9876543210' })).toEqual([])
  expect(await find(made.seller, { search: made.orderId.slice(-6) })).toEqual([made.orderId])
})
