import { z } from 'zod'
import { endpoint } from '#contract/common/endpoint.ts'
import { errorWithCode } from '#contract/common/input-errors.ts'
import { Id, idAsWritten } from '#contract/common/schemas.ts'
import { BookDetail } from './books.ts'

/** A seller as everybody sees them. The books are listed by `listBooks`. */
export const PublicSeller = BookDetail.shape.seller
  .pick({ sellerType: true, deals: true, backOn: true, ratings: true })
  .extend({
    _id: Id,
    /** The shop's name, or a student's first name. */
    name: z.string(),
    shopHours: z.string().optional(),
    ...BookDetail.pick({ place: true, handOvers: true }).shape,
    /** The median time until the seller's first answer, rounded up. Missing after few chats. */
    answerHours: z.number().optional(),
  })
export type PublicSeller = z.output<typeof PublicSeller>

export const readSeller = endpoint({
  method: 'GET',
  path: '/sellers/{id}',
  summary: 'Returns what everybody sees of a seller: name, place, opening hours and ratings.',
  access: 'anyone',
  input: z.object({
    id: z.uuid({ error: errorWithCode('seller_not_found') }).overwrite(idAsWritten),
  }),
  response: PublicSeller,
  reads: ['blocks', 'profiles', 'books', 'orders'],
})
