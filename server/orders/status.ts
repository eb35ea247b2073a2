// What makes an order pending, open, agreed, overdue or completed, in TypeScript and in SQL.
// Every feature may import this file; it imports no feature.
import { sql } from 'kysely'
import type { OrderStatus } from '#contract/orders.ts'

export type OrderState = {
  order_type: 'rent' | 'purchase'
  status: OrderStatus
  confirmed_at: Date | null
  returned_at: Date | null
  rent_end: string | null
  /** Also where an admin removed the rating. */
  is_rated: boolean
  is_rating_removed: boolean
}

export const statusGroups = {
  completed: ['Delivered'],
  pending: ['Pending', 'Shipped'],
  cancelled: ['Cancelled'],
} as const satisfies Record<string, readonly OrderStatus[]>

export const isPending = (order: Pick<OrderState, 'status' | 'returned_at'>): boolean =>
  order.status === 'Pending' && order.returned_at === null

/** Whether the buyer has the rented copy. */
export const isRentedOut = (
  order: Pick<OrderState, 'order_type' | 'status' | 'returned_at'>,
): boolean =>
  order.order_type === 'rent' && order.status === 'Delivered' && order.returned_at === null

/** Not yet on the end date itself. `today` is a date in India. */
export const isOverdue = (
  order: Pick<OrderState, 'order_type' | 'status' | 'returned_at' | 'rent_end'>,
  today: string,
): boolean => isRentedOut(order) && order.rent_end !== null && order.rent_end < today

/**
 * Whether the buyer agreed to an order, which its seller makes alone: by confirming or by rating
 * it. A removed rating doesn't count, nor does anything about a cancelled order.
 */
export const isAgreed = (
  order: Pick<OrderState, 'status' | 'confirmed_at' | 'is_rated' | 'is_rating_removed'>,
): boolean =>
  order.status !== 'Cancelled' &&
  (order.confirmed_at !== null || (order.is_rated && !order.is_rating_removed))

/** SQL conditions on `orders`. */
export const orderIs = {
  /** Not over: to be delivered, or a rented copy that is still out. */
  open: sql<boolean>`(orders.returned_at is null
    and (orders.status in ('Pending', 'Shipped') or (orders.status = 'Delivered' and orders.order_type = 'rent')))`,
  /** As the function `isAgreed`. */
  agreed: sql<boolean>`(orders.status <> 'Cancelled' and (orders.confirmed_at is not null
    or exists (select from ratings where ratings.order_id = orders.id and ratings.removed_at is null)))`,
  sale: sql<boolean>`orders.status <> 'Cancelled'`,
  completedPurchase: sql<boolean>`(orders.status = 'Delivered' and orders.order_type = 'purchase')`,
}

export const bookHasOpenOrder = sql<boolean>`exists (select from orders where orders.book_id = books.id and ${orderIs.open})`
