// What people do with orders: the call, and what the model says must come of it.

import { indianDate } from '#contract/common/dates.ts'
import {
  cancelOrder,
  confirmOrder,
  explainOrderStatus,
  type OrderStatus,
  placeOrder,
  rateOrder,
  receiveOrder,
  returnOrder,
  setOrderStatus,
  undoOrderStatus,
} from '#contract/orders/orders.ts'
import {
  changeStatus,
  freeCopies,
  holdsCopy,
  isAgreed,
  isClosed,
  type ModelOrder,
  type ModelState,
  moveRent,
} from './testing-state.ts'
import type { Action, Outcome, World } from './testing-world.ts'

/** Runs a step on the model if it is possible, else names the error that the server must give. */
export type Expect = (order: ModelOrder, state: ModelState) => Outcome

const refuse = (code: string): Outcome => ({ code })
const done = (change: () => void): Outcome => {
  change()
  return { code: undefined }
}
const unchanged: Outcome = { code: undefined }

const isCancellable = (order: ModelOrder, now: number) =>
  order.status !== 'Cancelled' &&
  !order.returned &&
  !isClosed(order, now) &&
  (!isAgreed(order) || order.status === 'Pending')

export const cancelByBuyer: Expect = (order, { now }) =>
  isCancellable(order, now)
    ? done(() => changeStatus(order, 'Cancelled', now, 'other'))
    : refuse('order_settled')

export const receiveByBuyer: Expect = (order, { now }) => {
  if (order.received && order.status === 'Delivered') return unchanged
  const isPossible =
    !order.returned &&
    order.status !== 'Cancelled' &&
    (order.status !== 'Pending' || isAgreed(order)) &&
    !isClosed(order, now)
  if (!isPossible) return refuse('order_settled')
  return done(() => {
    if (order.status !== 'Delivered') {
      order.status = 'Delivered'
      order.deliveredAt = now
      moveRent(order, now)
    }
    order.received = true
    order.last = undefined
    order.events++
  })
}

export const setStatus =
  (to: OrderStatus): Expect =>
  (order, state) => {
    if (order.status === to) return unchanged
    if (isClosed(order, state.now)) return refuse('order_closed')
    const needsCopy = order.status === 'Cancelled' && !order.returned
    if (needsCopy && freeCopies(state) === 0) return refuse('book_gone')
    return done(() => changeStatus(order, to, state.now, 'seller'))
  }

const confirm: Expect = (order) => {
  if (order.confirmed) return unchanged
  if (order.status !== 'Pending' || order.returned) return refuse('order_settled')
  return done(() => {
    order.confirmed = true
    order.last = undefined
    order.events++
  })
}

const rate: Expect = (order) => {
  if (order.rated) return refuse('already_rated')
  if (order.status !== 'Delivered') return refuse('not_delivered')
  return done(() => {
    order.rated = true
  })
}

const undo: Expect = (order, state) => {
  if (isClosed(order, state.now)) return refuse('order_closed')
  const { last } = order
  if (!last?.isUnusual || state.now - last.at >= 20_000) return refuse('undo_expired')
  const needsCopy = order.status === 'Cancelled' && !order.returned
  if (needsCopy && freeCopies(state) === 0) return refuse('book_gone')
  return done(() => {
    Object.assign(order, last.before)
    order.last = undefined
    order.events++
  })
}

const explain: Expect = ({ last }) => {
  if (!last?.isUnusual || last.explained) return refuse('order_settled')
  return done(() => {
    last.explained = true
  })
}

const returnRent: Expect = (order) => {
  if (!order.isRent || order.status !== 'Delivered' || !holdsCopy(order))
    return refuse('order_settled')
  return done(() => {
    order.returned = true
    order.last = undefined
    order.events++
  })
}

type Call = (world: World, order: ModelOrder) => Promise<{ status: number; code: string }>

/** Each step of one order, by its name in the table. */
const steps: Record<string, { call: Call; expect: Expect }> = {
  'buyer confirms': {
    call: ({ buyer }, { id, buyer: b }) => buyer(b).call(confirmOrder, { orderId: id }),
    expect: confirm,
  },
  'buyer cancels': {
    call: ({ buyer }, { id, buyer: b }) => buyer(b).call(cancelOrder, { orderId: id }),
    expect: cancelByBuyer,
  },
  'buyer receives': {
    call: ({ buyer }, { id, buyer: b }) => buyer(b).call(receiveOrder, { orderId: id }),
    expect: receiveByBuyer,
  },
  'buyer rates': {
    call: ({ buyer }, { id, buyer: b }) =>
      buyer(b).call(rateOrder, { orderId: id, book: 4, seller: 5 }),
    expect: rate,
  },
  'seller undoes': {
    call: ({ seller }, { id }) => seller.call(undoOrderStatus, { orderId: id }),
    expect: undo,
  },
  'seller explains': {
    call: ({ seller }, { id }) =>
      seller.call(explainOrderStatus, { orderId: id, reason: 'A slip of the finger' }),
    expect: explain,
  },
  'seller takes back': {
    call: ({ seller }, { id }) => seller.call(returnOrder, { orderId: id }),
    expect: returnRent,
  },
}
for (const status of ['Pending', 'Shipped', 'Delivered', 'Cancelled'] as const)
  steps[`seller sets ${status}`] = {
    call: ({ seller }, { id }) => seller.call(setOrderStatus, { orderId: id, status }),
    expect: setStatus(status),
  }

export const orderSteps = Object.keys(steps)

/** A step of the `pick`-th order. */
export const stepOrder =
  (name: string, pick: number): Action =>
  async (world) => {
    const { state } = world
    const order = state.orders[pick % Math.max(1, state.orders.length)]
    const step = steps[name]
    if (!order || !step) return
    const from = world.labelOf(order)
    const answer = await step.call(world, order)
    const outcome = step.expect(order, state)
    world.check(answer, outcome, name)
    world.count(from, name, outcome.code ?? world.labelOf(order))
  }

export const place =
  (buyer: number, isRent: boolean): Action =>
  async (world) => {
    const { state, chatIds } = world
    const answer = await world.seller.call(placeOrder, {
      chatId: chatIds[buyer] ?? '',
      deliveryAddress: '12 Lake Road, Pune',
      phoneNumber: '9876543210',
      ...(isRent ? { orderType: 'rent', rentDays: 5 } : { orderType: 'purchase' }),
    })
    const outcome = freeCopies(state) > 0 ? unchanged : refuse('book_gone')
    world.check(answer, outcome, 'seller makes an order')
    world.count('nothing', 'seller makes an order', outcome.code ?? 'proposed')
    if (outcome.code) return
    state.orders.push({
      id: (answer.body as { _id: string })._id,
      buyer,
      isRent,
      status: 'Pending',
      confirmed: false,
      received: false,
      rated: false,
      returned: false,
      deliveredAt: undefined,
      proposedUntil: state.now + 72 * 3_600_000,
      deal: undefined,
      rentStart: indianDate(new Date(state.now)),
      events: 1,
      last: undefined,
    })
  }
