import type { Order } from '#contract/orders/orders.ts'
import { labelOf } from '#web/format.ts'

export const orderTypeLabels = { rent: 'Rent', purchase: 'Purchase' } as const

/** 'Rent', 'Purchase' or 'Exchange'. */
export const orderTypeText = ({ orderType, exchange }: Pick<Order, 'orderType' | 'exchange'>) =>
  exchange ? 'Exchange' : labelOf(orderTypeLabels, orderType)
