import { z } from 'zod'
import { ConditionInput, Pages, PublicationYear } from './book-forms.ts'
import { Money, numeric, price } from './common.ts'
import { endpoint } from './endpoint.ts'

export const PriceQuestion = z.object({
  condition: ConditionInput,
  publication_year: PublicationYear,
  original_price: numeric(price('Original price')),
  pages: Pages,
})
export type PriceQuestion = z.output<typeof PriceQuestion>

export const predictPrice = endpoint({
  method: 'POST',
  path: '/predict-price',
  summary: 'What a used copy should sell for, in rupees with two decimals.',
  access: 'anyone',
  repeatsError: true,
  input: PriceQuestion,
  reply: z.object({ predicted_price: Money }),
})
