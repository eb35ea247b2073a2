import type { Order } from '#contract/orders/orders.ts'
import { labelOf } from '#web/format.ts'

export const orderTypeLabels = { rent: 'Rent', purchase: 'Purchase' } as const

/** What kind of order it is: of an exchange, that. */
export const orderTypeText = ({ orderType, exchange }: Pick<Order, 'orderType' | 'exchange'>) =>
  exchange ? 'Exchange' : labelOf(orderTypeLabels, orderType)
