// What a used copy should sell for, why, and how well that has come true.
import { z } from 'zod'
import { ConditionInput, conditions, Pages, PublicationYear } from './book-forms.ts'
import { blankable, IsoDate, IsoTime, Money, numeric, price, text } from './common.ts'
import { endpoint } from './endpoint.ts'

export const PriceQuestion = z.object({
  condition: ConditionInput,
  publication_year: PublicationYear,
  original_price: numeric(price('Original price')),
  /** Taken as the specification has it, and not used: no data says that it matters. */
  pages: blankable(Pages),
  /** With it the answer follows what the branch's own sales have taught. */
  branch: blankable(text('Branch', 60)),
  /** With it the answer names what copies of the title were sold for here. */
  title: blankable(text('Title', 200)),
})
export type PriceQuestion = z.output<typeof PriceQuestion>

/** Between which prices such a copy is expected, in whole rupees unless the original price cuts it off: 80 of 100 of the model's listings lay so. */
export const PriceBand = z.object({ low: Money, high: Money })
export type PriceBand = z.output<typeof PriceBand>

/** A month in India, as in 2026-03. */
const Month = z.string()

export const PriceAnswer = PriceBand.extend({
  predicted_price: Money,
  /** Short sentences: age, condition, what stands behind it. */
  reasons: z.array(z.string()),
  /** Completed sales of the same title on this market, the newest first; whose they were, and on which day, is not told. */
  comparables: z.array(
    z.object({ price: Money, originalPrice: Money, condition: z.enum(conditions), soldIn: Month }),
  ),
})
export type PriceAnswer = z.output<typeof PriceAnswer>

export const predictPrice = endpoint({
  method: 'POST',
  path: '/predict-price',
  summary: 'What a used copy should sell for, in rupees with two decimals, in which band, and why.',
  access: 'anyone',
  repeatsError: true,
  input: PriceQuestion,
  reply: PriceAnswer,
})

/** What a price means beside the band. */
export const priceStandings = {
  fast: 'Likely to sell fast',
  fair: 'A fair price',
  high: 'High: it may take long',
} as const
export type PriceStanding = keyof typeof priceStandings
export const standingOf = (price: number, { low, high }: PriceBand): PriceStanding =>
  price < low ? 'fast' : price > high ? 'high' : 'fair'

/** A factor as it stood on a day in India; the whole market has no branch. */
const FactorDay = z.object({ day: IsoDate, factor: z.number() })
export const PricingReport = z.object({
  /** The factor before the market has taught anything. */
  assumed: z.number(),
  /** The whole market first, then the branches with most sales. `sales` and `sellers` are what it learned from. */
  factors: z.array(
    z.object({
      branch: z.string().optional(),
      factor: z.number(),
      sales: z.number(),
      sellers: z.number(),
      path: z.array(FactorDay),
    }),
  ),
  /**
   * The last twelve months with sales: how many, how many of them at a price that was taken as predicted, and the median
   * error of the others, as a share of the prediction.
   */
  months: z.array(
    z.object({
      month: Month,
      sales: z.number(),
      taken: z.number(),
      medianError: z.number().optional(),
    }),
  ),
  /** The completed sales ordered last, in rupees; `taken` were sold at the price that was predicted for them. */
  sales: z.array(
    z.object({
      title: z.string(),
      branch: z.string(),
      seller: z.string(),
      predicted: Money,
      actual: Money,
      taken: z.boolean(),
      soldAt: IsoTime,
    }),
  ),
})
export type PricingReport = z.output<typeof PricingReport>

export const readPricing = endpoint({
  method: 'GET',
  path: '/admin/pricing',
  summary: 'How predicted prices came true, and what the market has taught.',
  access: ['admin'],
  input: z.object({}),
  reply: PricingReport,
  reads: ['orders'],
})
