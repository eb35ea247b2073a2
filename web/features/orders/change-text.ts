import { errorCatalog } from '#contract/common/error-catalog.ts'
import { type Order, orderStatuses } from '#contract/orders/orders.ts'

type OrderState = Pick<Order, 'status'> & Partial<Pick<Order, 'returnedAt'>>

/** 'Shipped' or 'Returned'. For several orders '1 Shipped, 1 Cancelled'. */
function stateOf(orders: readonly OrderState[]): string {
  const [order] = orders
  if (orders.length === 1 && order) return order.returnedAt ? 'Returned' : order.status
  return orderStatuses
    .map((status) => [orders.filter((order) => order.status === status).length, status] as const)
    .filter(([count]) => count > 0)
    .map(([count, status]) => `${count} ${status}`)
    .join(', ')
}

function changeText(orders: readonly OrderState[], before: string): string {
  const now = stateOf(orders)
  // For example after a block, or because a problem was reported.
  if (now === before) return 'This can’t be done any more.'
  if (orders.length > 1) return `The deal has changed: ${now}.`
  return now === 'Returned'
    ? 'The book has been returned.'
    : `The order has changed: it is ${now} now.`
}

/**
 * Props for `StaleActionBoundary`: what an open dialog says when its step isn't possible any more.
 * `reason` replaces the status in the message.
 */
export const changeOf = (orders: readonly OrderState[], reason?: string | false) => ({
  state: stateOf(orders),
  changed: (before: string) => reason || changeText(orders, before),
})

export const wantedText = ({ wanted }: Pick<Order, 'wanted'>): string | false =>
  !!wanted && errorCatalog.copy_wanted[1]

export const codeEndedText = (meeting: Order['meeting']): string | false =>
  !!meeting?.codeEnded && errorCatalog.code_ended[1]
