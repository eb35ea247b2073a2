import { z } from 'zod'
import { IsoDateTime } from '#contract/common/schemas.ts'

export const OrderRating = z.object({
  book: z.number(),
  seller: z.number(),
  review: z.string().optional(),
  removedAt: IsoDateTime.optional(),
})
