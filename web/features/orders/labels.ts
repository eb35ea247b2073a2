import type { Order } from '#contract/orders/orders.ts'
import { formatRupees, labelOf } from '#web/format.ts'

export const orderTypeLabels = { rent: 'Rent', purchase: 'Purchase' } as const

/** 'Rent', 'Purchase' or 'Swap'. */
export const orderTypeText = ({ orderType, exchange }: Pick<Order, 'orderType' | 'exchange'>) =>
  exchange ? 'Swap' : labelOf(orderTypeLabels, orderType)

/** 'You pay ₹29' for the cash difference of an exchange; undefined if there is none. */
export function cashDifference({ exchange, status }: Pick<Order, 'exchange' | 'status'>) {
  const pays = exchange?.pays
  if (!pays || status === 'Cancelled') return undefined
  return `You ${pays > 0 ? 'pay' : 'get'} ${formatRupees(Math.abs(pays))}`
}
