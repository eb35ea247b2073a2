import { z } from 'zod'
import { conditions } from '#contract/books/book-forms.ts'
import { sides } from '#contract/common/endpoint.ts'
import { handOvers } from '#contract/common/hand-overs.ts'
import { Id, Money } from '#contract/common/schemas.ts'
import { Order, orderStatuses } from '#contract/orders/orders.ts'

export const ExchangeLeg = z.object({
  number: z.number(),
  /** Numbers of members. */
  from: z.number(),
  to: z.number(),
  book: z.object({
    _id: Id,
    title: z.string(),
    images: z.array(z.string()),
    condition: z.enum(conditions).optional(),
  }),
  value: Money,
  orderId: Id.optional(),
  status: z.enum(orderStatuses).optional(),
  /** The one who gets it said so, or said nothing for a week. */
  isIn: z.boolean(),
  /** As its two people read it: only for them, in the name of the account that it belongs to. */
  order: Order.optional(),
  as: z.enum(sides).optional(),
  /**
   * Of a ring: how it would change hands, where its giver is, and how far that is from who gets it,
   * which only its two people read.
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
