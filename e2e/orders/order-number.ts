import type { Order } from '#contract/orders/orders.ts'

/** How pages show an order's id: its last six characters, in capitals. */
export const orderNumber = ({ _id }: Pick<Order, '_id'>) => _id.slice(-6).toUpperCase()
