import { z } from 'zod'
import { endpoint, sides } from '#contract/common/endpoint.ts'
import { Id } from '#contract/common/schemas.ts'
import { Order } from './orders.ts'

const DealInput = z.object({ dealId: Id })
/** The changed orders of the deal, oldest first. */
const ChangedOrders = z.array(Order)

const bySeller = { method: 'PUT', access: ['seller'], response: ChangedOrders } as const
const byBuyer = {
  method: 'PUT',
  access: ['buyer'],
  input: DealInput,
  response: ChangedOrders,
} as const

export const setDealStatus = endpoint({
  ...bySeller,
  path: '/deals/{dealId}/status',
  summary:
    'The seller sets the status of every order of a deal for which it is a usual next step. If part of the deal was shipped, Delivered applies only to that part.',
  input: DealInput.extend({
    status: z.enum(['Shipped', 'Delivered', 'Cancelled'], {
      error: 'The status is Shipped, Delivered or Cancelled.',
    }),
  }),
  changes: ['orders', 'books', 'chats', 'reports'],
})

export const undoDealStatus = endpoint({
  ...bySeller,
  path: '/deals/{dealId}/undo',
  summary:
    'The seller undoes the last status change of an order, and of the orders of its deal that were changed with it, within ten seconds.',
  input: DealInput.extend({ orderId: Id }),
  changes: ['orders', 'books', 'chats', 'reports'],
})

export const confirmDeal = endpoint({
  ...byBuyer,
  path: '/deals/{dealId}/confirm',
  summary: 'The buyer agrees to all orders of a deal that the seller created.',
  changes: ['orders', 'chats'],
})

export const receiveDeal = endpoint({
  ...byBuyer,
  path: '/deals/{dealId}/receive',
  summary: 'The buyer confirms that the books of a deal have arrived, which closes their orders.',
  changes: ['orders', 'chats', 'reports'],
})

export const cancelDeal = endpoint({
  ...byBuyer,
  path: '/deals/{dealId}/cancel',
  summary: 'The buyer cancels every order of a deal that can still be cancelled.',
  changes: ['orders', 'books', 'chats', 'reports'],
})

export const listChatOrders = endpoint({
  method: 'GET',
  path: '/chats/{chatId}/orders',
  summary: 'Lists the latest 100 orders of a chat, newest first.',
  access: sides,
  input: z.object({ chatId: Id }),
  response: z.array(Order),
  reads: ['orders', 'payments'],
})

export const readOrder = endpoint({
  method: 'GET',
  path: '/orders/{orderId}',
  summary: 'Returns one of the caller’s orders and the other orders of its deal, newest first.',
  access: sides,
  apiTokens: true,
  input: z.object({ orderId: Id }),
  response: z.array(Order),
  reads: ['orders', 'payments'],
})
