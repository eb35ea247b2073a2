import { z } from 'zod'
import { endpoint } from '#contract/common/endpoint.ts'
import { maxLength } from '#contract/common/limits.ts'
import { blankAsAbsent, Id, singleLine } from '#contract/common/schemas.ts'
import { compactText } from '#contract/common/typed-text.ts'
import { Order } from './orders.ts'

export const TrackingNumber = z
  .string({ error: 'The tracking number is a text.' })
  .overwrite(compactText)
  .max(
    maxLength.trackingNumber,
    `Tracking number can have at most ${maxLength.trackingNumber} characters.`,
  )
  .regex(/^[A-Za-z0-9-]+$/, 'A tracking number has only letters, digits and hyphens.')

export const setShipment = endpoint({
  method: 'PUT',
  path: '/orders/{orderId}/shipment',
  summary:
    'The seller saves the courier of a shipped order, and of the other orders of its deal in the same parcel.',
  access: ['seller'],
  input: z.object({
    orderId: Id,
    courier: singleLine('Courier', maxLength.courier),
    trackingNumber: blankAsAbsent(TrackingNumber),
  }),
  response: Order,
  changes: ['orders', 'chats'],
})
