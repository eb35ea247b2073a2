import { z } from 'zod'
import { IsoDateTime } from '#contract/common/schemas.ts'

/** What a buyer said of the book and of its seller, in stars. */
export const OrderRating = z.object({
  book: z.number(),
  seller: z.number(),
  review: z.string().optional(),
  removedAt: IsoDateTime.optional(),
})
