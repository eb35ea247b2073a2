import { z } from 'zod'
import { Book } from '#contract/books/books.ts'
import { conditions } from '#contract/books/conditions.ts'
import { sides } from '#contract/common/endpoint.ts'
import { handOvers } from '#contract/common/hand-overs.ts'
import { Id, Money } from '#contract/common/schemas.ts'
import { Order, orderStatuses } from '#contract/orders/orders.ts'

export const ExchangeLeg = z.object({
  number: z.number(),
  /** The numbers of the members who give and get the book. */
  from: z.number(),
  to: z.number(),
  book: Book.pick({ _id: true, title: true, images: true }).extend({
    condition: z.enum(conditions).optional(),
  }),
  value: Money,
  orderId: Id.optional(),
  status: z.enum(orderStatuses).optional(),
  /** Whether the book was delivered and its order is closed. */
  isIn: z.boolean(),
  /** Only for the giver and the receiver: the order as its seller or buyer (`as`) sees it. */
  order: Order.optional(),
  as: z.enum(sides).optional(),
  /**
   * Only in a ring: how the book is handed over, and the giver's area. `km` is shown only to the
   * giver and the receiver.
   */
  way: z
    .object({
      handOver: z.enum(handOvers),
      km: z.number().optional(),
      place: z.string().optional(),
    })
    .optional(),
})
export type ExchangeLeg = z.output<typeof ExchangeLeg>
