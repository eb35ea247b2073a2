// What a used copy should sell for, why, and how well that has come true.
import { z } from 'zod'
import { ConditionInput, conditions, Pages, PublicationYear } from './book-forms.ts'
import {
  blankAsAbsent,
  IsoDate,
  IsoDateTime,
  Money,
  numberInput,
  priceInput,
  singleLine,
} from './common.ts'
import { endpoint } from './endpoint.ts'

export const PriceRequest = z.object({
  condition: ConditionInput,
  publication_year: PublicationYear,
  original_price: numberInput(priceInput('Original price')),
  /** Taken as the specification has it, and not used: no data says that it matters. */
  pages: blankAsAbsent(Pages),
  /** With it the answer follows what the branch's own sales have taught. */
  branch: blankAsAbsent(singleLine('Branch', 60)),
  /** With it the answer names what copies of the title were sold for here. */
  title: blankAsAbsent(singleLine('Title', 200)),
})
export type PriceRequest = z.output<typeof PriceRequest>

/** Between which prices such a copy is expected, in whole rupees unless the original price cuts it off: 80 of 100 of the model's listings lay so. */
export const PriceBand = z.object({ low: Money, high: Money })
export type PriceBand = z.output<typeof PriceBand>

/** A month in India, as in 2026-03. */
const Month = z.string()

export const PricePrediction = PriceBand.extend({
  predicted_price: Money,
  /** Short sentences: age, condition, what stands behind it. */
  reasons: z.array(z.string()),
  /** Completed sales of the same title on this market, the newest first; whose they were, and on which day, is not told. */
  comparables: z.array(
    z.object({ price: Money, originalPrice: Money, condition: z.enum(conditions), soldIn: Month }),
  ),
})
export type PricePrediction = z.output<typeof PricePrediction>

export const predictPrice = endpoint({
  method: 'POST',
  path: '/predict-price',
  summary: 'What a used copy should sell for, in rupees with two decimals, in which band, and why.',
  access: 'anyone',
  repeatsError: true,
  input: PriceRequest,
  response: PricePrediction,
})

/** What a price means beside the band. */
export const pricePositions = {
  fast: 'Likely to sell fast',
  fair: 'A fair price',
  high: 'High: it may take long',
} as const
export type PricePosition = keyof typeof pricePositions
export const pricePosition = (price: number, { low, high }: PriceBand): PricePosition =>
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
      soldAt: IsoDateTime,
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
  response: PricingReport,
  reads: ['orders'],
})
