import { z } from 'zod'
import { endpoint } from '#contract/common/endpoint.ts'
import { maxLength, maxOfferCopies, maxRentDays } from '#contract/common/limits.ts'
import {
  blankAsAbsent,
  Id,
  integer,
  invalidDateMessage,
  multiLine,
  numberInput,
  Phone,
  priceInput,
  singleLine,
} from '#contract/common/schemas.ts'

export const orderTypes = ['rent', 'purchase'] as const

/** Accepts any case, and 'buy' for 'purchase'. */
export const OrderType = z.preprocess(
  (value) => {
    const type = typeof value === 'string' ? value.trim().toLowerCase() : value
    return type === 'buy' ? 'purchase' : type
  },
  z.enum(orderTypes, { error: 'The order type is rent or purchase.' }),
) as unknown as z.ZodType<'rent' | 'purchase', string>

// A date or a timestamp. The server computes the dates itself, and rejects an order with other
// dates.
const RentDate = z.string({ error: invalidDateMessage }).max(40, invalidDateMessage)

export const OrderInput = z
  .object({
    chatId: Id,
    buyerId: blankAsAbsent(Id),
    sellerId: blankAsAbsent(Id),
    bookId: blankAsAbsent(Id),
    deliveryAddress: multiLine('Delivery address', maxLength.address),
    phoneNumber: Phone,
    price: blankAsAbsent(numberInput(priceInput('Price'))),
    orderType: OrderType,
    /** How many copies are ordered. Each has an order of its own, and together they are a deal. */
    copies: blankAsAbsent(numberInput(integer('Quantity', 1, maxOfferCopies))),
    rentDays: blankAsAbsent(numberInput(integer('The number of days', 1, maxRentDays))),
    rentStartDate: blankAsAbsent(RentDate),
    rentEndDate: blankAsAbsent(RentDate),
    idempotencyKey: blankAsAbsent(singleLine('Idempotency-Key', maxLength.idempotencyKey)),
  })
  .superRefine((order, context) => {
    if (order.orderType === 'rent' && order.rentDays === undefined)
      context.addIssue({
        code: 'custom',
        path: ['rentDays'],
        message: 'The number of days is required.',
      })
  })
export type OrderInput = z.output<typeof OrderInput>

export const readDelivery = endpoint({
  method: 'GET',
  path: '/chats/{chatId}/delivery',
  summary:
    'Returns the delivery address and phone number of the latest order between the seller and the chat’s buyer, or else those of the buyer’s profile, if the buyer shares them. Orders that were cancelled, never confirmed or handed over in person don’t count.',
  access: ['seller'],
  input: z.object({ chatId: Id }),
  response: z.object({
    deliveryAddress: z.string().optional(),
    phoneNumber: z.string().optional(),
  }),
  reads: ['orders', 'accounts', 'blocks'],
})
