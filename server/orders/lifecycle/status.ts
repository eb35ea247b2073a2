// The states of orders, in TypeScript and in SQL. Every feature may import this file, so it imports
// none.
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { OrderStatus } from '#contract/orders/orders.ts'
import type { OrdersTable } from '#db/tables.ts'
import { closeAfterMs } from '#server/orders/limits.ts'

export type OrderColumns = Selectable<OrdersTable>

export type OrderState = Pick<
  OrderColumns,
  'order_type' | 'status' | 'exchange_id' | 'rent_end' | 'closed_by_admin_at' | 'reopened_at'
> &
  Pick<OrderColumns, 'delivered_at' | 'confirmed_at' | 'received_at' | 'returned_at'> & {
    buyer_deleted_at: Date | null
    has_open_problem: boolean
    /** When the latest problem was solved. Withdrawn and dismissed problems don't count. */
    problem_solved_at: Date | null
  }

export const statusGroups = {
  completed: ['Delivered'],
  pending: ['Pending', 'Shipped'],
  cancelled: ['Cancelled'],
} as const satisfies Record<string, readonly OrderStatus[]>

export const isPending = (order: Pick<OrderState, 'status' | 'returned_at'>): boolean =>
  order.status === 'Pending' && order.returned_at === null

export const isSentOrDelivered = ({ status }: Pick<OrderState, 'status'>): boolean =>
  status === 'Shipped' || status === 'Delivered'

const usualSteps: Record<OrderStatus, readonly OrderStatus[]> = {
  Pending: ['Shipped', 'Delivered', 'Cancelled'],
  Shipped: ['Delivered'],
  Delivered: [],
  Cancelled: [],
}

export const isUsualStep = (from: OrderStatus, to: OrderStatus): boolean =>
  usualSteps[from].includes(to)

/**
 * Whether a change is unusual, so that the seller should explain it: a step back, or cancelling a
 * sent order.
 */
export const isUnusual = (from: OrderStatus, to: OrderStatus): boolean =>
  from !== to && !isUsualStep(from, to)

export const isRentedOut = (
  order: Pick<OrderState, 'order_type' | 'status' | 'returned_at'>,
): boolean =>
  order.order_type === 'rent' && order.status === 'Delivered' && order.returned_at === null

/**
 * Whether a rented book is overdue: after its end date, unless the buyer says it never arrived.
 * `today` is a date in India.
 */
export const isOverdue = (
  order: Pick<OrderState, 'order_type' | 'status' | 'returned_at' | 'rent_end'> & {
    is_said_missing: boolean
  },
  today: string,
): boolean =>
  isRentedOut(order) && !order.is_said_missing && order.rent_end !== null && order.rent_end < today

/**
 * Whether the buyer agreed to the order by confirming it, or by receiving or rating the book. A
 * cancelled order isn't agreed to.
 */
export const isAgreed = (
  order: Pick<OrderState, 'status' | 'confirmed_at' | 'received_at'>,
): boolean =>
  order.status !== 'Cancelled' && (order.confirmed_at !== null || order.received_at !== null)

/** When a delivered order closes, if the buyer agreed to it and says nothing more. */
export function openUntil(
  order: Pick<OrderState, 'delivered_at' | 'problem_solved_at' | 'reopened_at'>,
): Date | undefined {
  if (order.delivered_at === null) return undefined
  const times = [order.delivered_at, order.problem_solved_at, order.reopened_at]
  const last = Math.max(...times.map((time) => time?.getTime() ?? 0))
  return new Date(last + closeAfterMs)
}

function isSettled(order: OrderState, now: Date): boolean {
  if (order.buyer_deleted_at !== null) return true
  if (order.reopened_at === null && order.received_at !== null) return true
  const until = openUntil(order)
  return isAgreed(order) && until !== undefined && until <= now
}

/**
 * Whether the seller can no longer change the order: an admin closed it; or it was delivered, has
 * no open problem, and the buyer received or rated it, has deleted the account, or agreed to it but
 * said nothing for seven days. Cancelled orders of an exchange are closed, because its other books
 * were given back.
 */
export const isClosed = (order: OrderState, now: Date): boolean =>
  order.closed_by_admin_at !== null ||
  (order.exchange_id !== null && order.status === 'Cancelled') ||
  (order.status === 'Delivered' && !order.has_open_problem && isSettled(order, now))

/**
 * Whether the order expires unless the buyer agrees in time. An order with an open problem doesn't
 * expire.
 */
export const isProposed = (order: OrderState & { proposed_until: Date | null }): boolean =>
  isPending(order) && !isAgreed(order) && order.proposed_until !== null && !order.has_open_problem

const withOpenProblem = sql<boolean>`exists (select from problems
    where problems.order_id = orders.id and problems.solved_at is null)`

const saidMissing = sql<boolean>`exists (select from problems
    where problems.order_id = orders.id and problems.solved_at is null
      and problems.reason = 'not-received')`

export const orderIs = {
  open: sql<boolean>`(orders.returned_at is null
    and (orders.status in ('Pending', 'Shipped')
      or (orders.status = 'Delivered' and orders.order_type = 'rent')))`,
  /** Same as the function `isAgreed`, and `is_agreed` in the database. */
  agreed: sql<boolean>`(orders.status <> 'Cancelled' and (orders.confirmed_at is not null
    or orders.received_at is not null))`,
  /** Same as the function `isProposed`. */
  proposed: sql<boolean>`(orders.status = 'Pending' and orders.confirmed_at is null
    and orders.received_at is null and orders.returned_at is null
    and orders.proposed_until is not null
    and not ${withOpenProblem})`,
  /**
   * Like the function `isRentedOut`, but false after the buyer says that they handed the book back.
   */
  rentedOut: sql<boolean>`(orders.order_type = 'rent' and orders.status = 'Delivered'
    and orders.returned_at is null and orders.handed_back_at is null)`,
  withOpenProblem,
  saidMissing,
  /** Exchanged books aren't sales. */
  sale: sql<boolean>`(orders.status <> 'Cancelled' and orders.exchange_id is null)`,
  completedPurchase: sql<boolean>`(orders.status = 'Delivered' and orders.order_type = 'purchase'
    and orders.exchange_id is null)`,
  forMoney: sql<boolean>`orders.exchange_id is null`,
}

/**
 * Whether the buyer has ordered the book. A delivered purchase counts only if no copy is left to
 * buy.
 */
export const hasOrderedBook = (buyer: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from orders
    where orders.book_id = books.id and orders.buyer_id = ${buyer}
      and orders.status <> 'Cancelled' and orders.returned_at is null
      and (books.available = 0 or orders.status <> 'Delivered' or orders.order_type = 'rent'))`

export const bookHasOpenOrder = sql<boolean>`exists (select from orders
  where orders.book_id = books.id and ${orderIs.open})`
