// A buyer's and a seller's steps with an order: each has a call and its result in the model.
import { indianDate } from '#contract/common/dates.ts'
import {
  cancelOrder,
  confirmOrder,
  explainOrderStatus,
  handBackOrder,
  type OrderStatus,
  placeOrder,
  rateOrder,
  receiveOrder,
  returnOrder,
  setOrderStatus,
  undoOrderStatus,
} from '#contract/orders/orders.ts'
import {
  addEvent,
  changeStatus,
  freeCopies,
  isAgreed,
  isBlocked,
  isClosed,
  isRentedOut,
  lacksCopy,
  type ModelOrder,
  moveRent,
  newOrder,
} from './testing-state.ts'
import {
  type Action,
  bookTerms,
  done,
  type Expect,
  refuse,
  type Step,
  unchanged,
} from './testing-world.ts'

const isCancellable = (order: ModelOrder, now: number) =>
  order.status !== 'Cancelled' &&
  order.returnedOn === undefined &&
  !isClosed(order, now) &&
  (!isAgreed(order) || order.status === 'Pending')

export const cancelByBuyer: Expect = (order, { now }) =>
  isCancellable(order, now)
    ? done(() => changeStatus(order, 'Cancelled', now, 'other'))
    : refuse('order_settled')

export const receiveByBuyer: Expect = (order, { now }) => {
  if (order.received && order.status === 'Delivered' && order.reopenedAt === undefined)
    return unchanged
  if (order.problem) return refuse('problem_open')
  const isPossible =
    order.returnedOn === undefined &&
    order.status !== 'Cancelled' &&
    (order.status !== 'Pending' || isAgreed(order)) &&
    !isClosed(order, now)
  if (!isPossible) return refuse('order_settled')
  return done(() => {
    addEvent(order)
    if (order.status !== 'Delivered') {
      order.status = 'Delivered'
      order.deliveredAt = now
      moveRent(order, now)
    }
    order.received = true
    order.reopenedAt = undefined
  })
}

export const setStatus =
  (to: OrderStatus): Expect =>
  (order, state) => {
    if (order.status === to) return unchanged
    if (isClosed(order, state.now)) return refuse('order_closed')
    const isReordered = order.status === 'Cancelled' && order.returnedOn === undefined
    if (isReordered && isBlocked(state, order.buyer)) return refuse('chat_read_only')
    if (lacksCopy(order, state)) return refuse('book_gone')
    return done(() => changeStatus(order, to, state.now, 'seller'))
  }

const confirm: Expect = (order) => {
  if (order.confirmed) return unchanged
  if (order.status !== 'Pending' || order.returnedOn !== undefined) return refuse('order_settled')
  if (order.problem) return refuse('problem_open')
  return done(() => {
    addEvent(order)
    order.confirmed = true
  })
}

const rate: Expect = (order) => {
  if (order.rated) return refuse('already_rated')
  if (order.problem) return refuse('problem_open')
  if (order.status !== 'Delivered') return refuse('not_delivered')
  return done(() => {
    order.rated = true
    order.received = true
    order.reopenedAt = undefined
  })
}

export const isUndoable = ({ last }: ModelOrder, now: number): boolean =>
  last !== undefined && now - last.at < 20_000

export function takeLastBack(order: ModelOrder): void {
  const before = order.last?.before
  addEvent(order)
  Object.assign(order, before)
}

const undo: Expect = (order, state) => {
  if (isClosed(order, state.now)) return refuse('order_closed')
  if (!isUndoable(order, state.now)) return refuse('undo_expired')
  const isReordered = order.status === 'Cancelled' && order.returnedOn === undefined
  if (isReordered && isBlocked(state, order.buyer)) return refuse('chat_read_only')
  if (lacksCopy(order, state)) return refuse('book_gone')
  return done(() => {
    takeLastBack(order)
  })
}

const explain: Expect = ({ last, buyer }, state) => {
  if (isBlocked(state, buyer)) return refuse('chat_read_only')
  if (!last?.isUnusual || last.explained) return refuse('order_settled')
  return done(() => {
    last.explained = true
  })
}

const handBack: Expect = (order) => {
  if (!isRentedOut(order)) return refuse('order_settled')
  if (order.handedBack) return unchanged
  if (order.problem?.isMissing) return refuse('order_settled')
  return done(() => {
    addEvent(order)
    order.handedBack = true
  })
}

const takeBack: Expect = (order, { now }) => {
  if (!isRentedOut(order)) return refuse('order_settled')
  return done(() => {
    addEvent(order)
    order.returnedOn = indianDate(new Date(now))
  })
}

export const orderSteps: Record<string, Step> = {
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
  'buyer hands back': {
    call: ({ buyer }, { id, buyer: b }) => buyer(b).call(handBackOrder, { orderId: id }),
    expect: handBack,
  },
  'seller takes back': {
    call: ({ seller }, { id }) => seller.call(returnOrder, { orderId: id }),
    expect: takeBack,
  },
  'seller undoes': {
    label: 'last change',
    call: ({ seller }, { id }) => seller.call(undoOrderStatus, { orderId: id }),
    expect: undo,
  },
  'seller explains': {
    label: 'last change',
    call: ({ seller }, { id }) =>
      seller.call(explainOrderStatus, { orderId: id, reason: 'A slip of the finger' }),
    expect: explain,
  },
}
for (const status of ['Pending', 'Shipped', 'Delivered', 'Cancelled'] as const)
  orderSteps[`seller sets ${status}`] = {
    call: ({ seller }, { id }) => seller.call(setOrderStatus, { orderId: id, status }),
    expect: setStatus(status),
  }

const rentDays = 5

export const place =
  (buyer: number, isRent: boolean): Action =>
  async (world) => {
    const { state, chatIds } = world
    const answer = await world.seller.call(placeOrder, {
      chatId: chatIds[buyer] ?? '',
      deliveryAddress: '12 Lake Road, Pune',
      phoneNumber: '+919876543210',
      ...(isRent ? { orderType: 'rent', rentDays } : { orderType: 'purchase' }),
    })
    const code = isBlocked(state, buyer)
      ? 'chat_read_only'
      : freeCopies(state) > 0
        ? undefined
        : 'book_gone'
    world.count('nothing', 'seller makes an order', 'proposed', code)
    world.check(answer, { code })
    if (code) return
    const { _id: id } = answer.body as { _id: string }
    const terms = isRent
      ? { price: rentDays * bookTerms.rent_price, days: rentDays }
      : { price: bookTerms.price, days: 0 }
    state.orders.push(newOrder({ id, buyer, isRent, ...terms }, state.now))
  }
