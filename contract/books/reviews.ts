import { z } from 'zod'
import { endpoint } from '#contract/common/endpoint.ts'
import { IsoDateTime } from '#contract/common/schemas.ts'
import { BookId } from './book-forms.ts'

/** `name` is only the buyer's first name. It is missing once the account is deleted. */
export const Review = z.object({
  stars: z.number(),
  review: z.string(),
  name: z.string().optional(),
  at: IsoDateTime,
})
export type Review = z.output<typeof Review>

export const listReviews = endpoint({
  method: 'GET',
  path: '/books/{id}/reviews',
  summary: 'Lists the 20 newest reviews of the book’s title, from all its listings.',
  access: 'anyone',
  input: z.object({ id: BookId }),
  response: z.array(Review),
  reads: ['books'],
})
