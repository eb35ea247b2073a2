import { expect } from 'vitest'
import { listChatOrders } from '#contract/orders/deals.ts'
import type { Order } from '#contract/orders/orders.ts'
import { refuseExtension } from './testing-offers.ts'
import { freeCopies, isAgreed, isBlocked, isClosed, type ModelOrder } from './testing-state.ts'
import type { World } from './testing-world.ts'

const byId = <T extends { id: string }>(rows: T[]): T[] =>
  rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))

function findOrders({ context: { db }, bookId }: World) {
  return db
    .selectFrom('orders')
    .select(['id', 'status', 'price', 'rent_days', 'rent_start', 'rent_end', 'hand_over'])
    .select(['confirmed_at', 'received_at', 'handed_back_at', 'returned_at'])
    .select(['closed_by_admin_at', 'reopened_at', 'courier', 'tracking_number'])
    .select((from) =>
      from
        .selectFrom('order_events')
        .whereRef('order_id', '=', 'orders.id')
        .select((f) => f.fn.countAll<string>().as('count'))
        .as('events'),
    )
    .select((from) =>
      from
        .selectFrom('meetings')
        .whereRef('meetings.id', '=', 'meeting_id')
        .select('wrong_codes')
        .as('wrong_codes'),
    )
    .where('book_id', '=', bookId)
    .execute()
}

const expectedOrder = (order: ModelOrder) => ({
  id: order.id,
  status: order.status,
  price: order.price,
  ...(order.isRent && { rent: [order.days, order.rentStart, order.rentEnd] }),
  confirmed: order.confirmed,
  received: order.received,
  handedBack: order.handedBack,
  returned: order.returnedOn !== undefined,
  closedByAdmin: order.closedByAdmin,
  reopened: order.reopenedAt !== undefined,
  handOver: order.handOver ?? null,
  sentWith: order.sentWith,
  wrongCodes: order.meeting?.wrongCodes ?? null,
  events: order.events,
})

const storedOrder = (row: Awaited<ReturnType<typeof findOrders>>[number]) => ({
  id: row.id,
  status: row.status,
  price: row.price,
  ...(row.rent_days !== null && { rent: [row.rent_days, row.rent_start, row.rent_end] }),
  confirmed: row.confirmed_at !== null,
  received: row.received_at !== null,
  handedBack: row.handed_back_at !== null,
  returned: row.returned_at !== null,
  closedByAdmin: row.closed_by_admin_at !== null,
  reopened: row.reopened_at !== null,
  handOver: row.hand_over,
  sentWith: row.courier === null ? undefined : `${row.courier} ${row.tracking_number ?? ''}`,
  wrongCodes: row.wrong_codes,
  events: Number(row.events),
})

async function compareViews({ state, seller, chatIds }: World) {
  const views: Order[] = []
  for (const chatId of chatIds) {
    const { body } = await seller.call(listChatOrders, { chatId })
    views.push(...(body as Order[]))
  }
  const shown = views.map(({ _id: id, agreed, closed, problem, can }) => ({
    id,
    agreed,
    closed,
    extendable: can.includes('extend'),
    problem: problem && (problem.outcome ?? `open, ${problem.proposal ?? 'nothing'} proposed`),
  }))
  const expected = state.orders.map((order) => ({
    id: order.id,
    agreed: isAgreed(order),
    closed: isClosed(order, state.now),
    extendable: !refuseExtension(state, order) && !isBlocked(state, order.buyer),
    problem: order.problem
      ? `open, ${order.problem.proposal ?? 'nothing'} proposed`
      : order.outcomes.at(-1),
  }))
  expect(byId(shown)).toEqual(byId(expected))
}

async function comparePayments({ context: { db }, state, bookId }: World) {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['order_id', 'kind', 'paid', 'received'])
    .where('book_id', '=', bookId)
    .execute()
  const stored = rows.map((row) => ({ id: `${row.order_id} ${row.kind}`, ...row }))
  const expected = state.orders.flatMap(({ id: order_id, payments }) =>
    Object.entries(payments).map(([kind, reported]) => ({
      id: `${order_id} ${kind}`,
      order_id,
      kind,
      ...reported,
    })),
  )
  expect(byId(stored)).toEqual(byId(expected))
}

async function compareProblems({ context: { db }, state, bookId }: World) {
  const rows = await db
    .selectFrom('problems')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['order_id', 'outcome'])
    .where('book_id', '=', bookId)
    .execute()
  const expected = state.orders.flatMap(({ id, outcomes, problem }) => [
    ...outcomes.map((outcome) => `${id} ${outcome}`),
    ...(problem ? [`${id} open`] : []),
  ])
  const stored = rows.map(({ order_id, outcome }) => `${order_id} ${outcome ?? 'open'}`)
  expect(stored.sort()).toEqual(expected.sort())
}

export async function compareWithDatabase(world: World): Promise<void> {
  const { context, state, bookId } = world
  const stored = (await findOrders(world)).map(storedOrder)
  expect(byId(stored)).toEqual(byId(state.orders.map(expectedOrder)))
  await compareViews(world)
  await compareProblems(world)
  await comparePayments(world)
  const { available } = await context.db
    .selectFrom('books')
    .select('available')
    .where('id', '=', bookId)
    .executeTakeFirstOrThrow()
  expect(available).toBe(freeCopies(state))
}
