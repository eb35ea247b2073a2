import { errorCatalog } from '#contract/common/errors.ts'
import type { Order } from '#contract/orders/orders.ts'

/** Said in an open dialog when its step isn't possible any more. */
export const changeText = ({ status, returnedAt }: Pick<Order, 'status' | 'returnedAt'>): string =>
  returnedAt
    ? 'The book has been returned meanwhile.'
    : `The order has changed meanwhile: it is ${status} now.`

export const extendChangeText = (order: Order): string =>
  order.wanted ? errorCatalog.copy_wanted[1] : changeText(order)

export const codeChangeText = (order: Order): string =>
  order.meeting?.codeEnded ? errorCatalog.code_ended[1] : changeText(order)
