import { z } from 'zod'
import { endpoint } from '#contract/common/endpoint.ts'
import { maxLength } from '#contract/common/limits.ts'
import { blankAsAbsent, Id, MessageResponse, singleLine } from '#contract/common/schemas.ts'
import { TrackingNumber } from './hand-over.ts'
import { Order } from './orders.ts'

/** How many parcels one call can name, and how many orders they can contain. */
export const maxParcels = 100
export const maxParcelOrders = 200

const parcelsError = `Choose 1 to ${maxParcels} orders.`
const bySeller = {
  method: 'PUT',
  access: ['seller'],
  changes: ['orders', 'books', 'chats', 'reports'],
} as const

export const shipParcels = endpoint({
  ...bySeller,
  path: '/seller/orders/shipped',
  summary: `Marks up to ${maxParcels} parcels as shipped, all or none. A parcel is an order, with the other orders of its deal that are to be packed. Orders that are already shipped that way stay as they are. If some can’t be shipped, \`fields\` says why, by the order’s id.`,
  input: z
    .object({
      courier: blankAsAbsent(singleLine('Courier', maxLength.courier)),
      parcels: z
        .array(
          z.object(
            { orderId: Id, trackingNumber: blankAsAbsent(TrackingNumber) },
            { error: 'A parcel has an order.' },
          ),
          { error: parcelsError },
        )
        .min(1, parcelsError)
        .max(maxParcels, parcelsError),
    })
    .refine(
      ({ courier, parcels }) =>
        courier !== undefined || parcels.every((parcel) => parcel.trackingNumber === undefined),
      { path: ['courier'], error: 'Courier is required.' },
    ),
  response: MessageResponse.extend({
    /** The orders that are shipped now. */
    orderIds: z.array(Id),
  }),
})

export const undoShipped = endpoint({
  ...bySeller,
  path: '/seller/orders/shipped/undo',
  summary: 'Undoes that orders were marked as shipped, all or none, within ten seconds.',
  input: z.object({
    orderIds: z
      .array(Id, { error: 'Choose the orders.' })
      .min(1, 'Choose the orders.')
      .max(maxParcelOrders, `Undo at most ${maxParcelOrders} orders at once.`),
  }),
  response: MessageResponse,
})

export const readParcels = endpoint({
  method: 'GET',
  path: '/seller/orders/parcels',
  summary: `Returns orders that the seller sends by post or has just sent, with the other orders in the same parcels. \`orders\` are up to ${maxParcels} ids, separated by commas; orders that can’t be sent now are left out.`,
  access: ['seller'],
  input: z.object({
    orders: z.preprocess(
      (value) => (typeof value === 'string' ? value.split(',') : value),
      z.array(Id, { error: parcelsError }).min(1, parcelsError).max(maxParcels, parcelsError),
    ) as unknown as z.ZodType<string[], string>,
  }),
  response: z.array(Order),
  reads: ['orders', 'payments'],
})
