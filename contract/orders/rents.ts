import { z } from 'zod'
import { endpoint } from '#contract/common/endpoint.ts'
import { Id } from '#contract/common/schemas.ts'
import { Order } from './orders.ts'

export const handBackOrder = endpoint({
  method: 'PUT',
  path: '/orders/{orderId}/hand-back',
  summary:
    'The buyer reports that a rented book was handed back. The seller then marks it as returned.',
  access: ['buyer'],
  input: z.object({ orderId: Id }),
  response: Order,
  changes: ['orders', 'chats'],
})

export const returnOrder = endpoint({
  method: 'PUT',
  path: '/orders/{orderId}/return',
  summary:
    'The seller marks a rented book as returned, which frees the copy. If an admin has blocked the seller, the buyer does.',
  access: ['seller', 'buyer'],
  input: z.object({ orderId: Id }),
  response: Order,
  changes: ['orders', 'books', 'chats', 'reports'],
})
