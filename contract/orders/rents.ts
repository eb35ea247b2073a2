import { z } from 'zod'
import { endpoint } from '#contract/common/endpoint.ts'
import { Id } from '#contract/common/schemas.ts'
import { Order } from './orders.ts'

export const handBackOrder = endpoint({
  method: 'PUT',
  path: '/orders/{orderId}/hand-back',
  summary: 'The buyer says that a rented book was handed back; the seller marks the return.',
  access: ['buyer'],
  input: z.object({ orderId: Id }),
  response: Order,
  changes: ['orders', 'chats'],
})

export const returnOrder = endpoint({
  method: 'PUT',
  path: '/orders/{orderId}/return',
  summary:
    'The seller marks a delivered rent as returned, which frees the copy; if the seller is blocked, the buyer does.',
  access: ['seller', 'buyer'],
  input: z.object({ orderId: Id }),
  response: Order,
  changes: ['orders', 'books', 'chats', 'reports'],
})
