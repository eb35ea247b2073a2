import type { Order } from '#contract/orders/orders.ts'

/** Returns an order's id as pages show it: its last six characters, in capitals. */
export const orderNumber = ({ _id }: Pick<Order, '_id'>) => _id.slice(-6).toUpperCase()
