import { z } from 'zod'
import { indianYear } from '#contract/common/dates.ts'
import { endpoint } from '#contract/common/endpoint.ts'
import { maxLength } from '#contract/common/limits.ts'
import {
  blankAsAbsent,
  Id,
  IsoDateTime,
  Money,
  numberInput,
  priceInput,
  singleLine,
} from '#contract/common/schemas.ts'
import { Isbn, Pages, PublicationYear } from './book-forms.ts'
import { ConditionInput, conditions } from './conditions.ts'

export const PriceRequest = z.object({
  condition: ConditionInput,
  publication_year: PublicationYear,
  original_price: numberInput(priceInput('Original price')),
  /** Accepted but not used: no data shows that the number of pages affects the price. */
  pages: blankAsAbsent(Pages),
  title: blankAsAbsent(singleLine('Title', maxLength.title)),
  /** If a title or an ISBN is given, prices of the title's other copies improve the prediction. */
  author: blankAsAbsent(singleLine('Author', maxLength.author)),
  isbn: blankAsAbsent(Isbn),
})
export type PriceRequest = z.output<typeof PriceRequest>

/**
 * Of the prices that the model wasn't fitted to, 80 % were in this range. It is rounded outwards in
 * the steps of the price; `high` is at most the original price.
 */
export const PriceBand = z.object({ low: Money, high: Money })
export type PriceBand = z.output<typeof PriceBand>

export const Prediction = PriceBand.extend({ predicted_price: Money })
export type Prediction = z.output<typeof Prediction>

const Month = z.string()

/**
 * The known prices of a title's used copies, without the caller's own and without names. `sold` and
 * `offered` count copies; of a title with hundreds of prices, only some are counted. `soldPrices`
 * has the newest sale of each seller. Copies with and without an ISBN have separate title pages;
 * `offered` and `lowestOffer` describe the page `title`. `prices` is the number of prices that the
 * prediction uses.
 */
export const TitleKnowledge = z.object({
  sold: z.number(),
  soldPrices: z.array(Money),
  offered: z.number(),
  lowestOffer: Money.optional(),
  title: z.string().optional(),
  prices: z.number(),
})
export type TitleKnowledge = z.output<typeof TitleKnowledge>

export const PricePrediction = Prediction.extend({
  reasons: z.array(z.string()),
  /** The newest completed sale of the title from each seller, without names or exact days. */
  comparables: z.array(
    z.object({ price: Money, originalPrice: Money, condition: z.enum(conditions), soldIn: Month }),
  ),
  known: TitleKnowledge.optional(),
})
export type PricePrediction = z.output<typeof PricePrediction>

export const predictPrice = endpoint({
  method: 'POST',
  path: '/predict-price',
  summary:
    'Predicts the selling price of a used copy, with a price band and reasons. The price is rounded down to whole rupees, above ₹200 to a multiple of ₹5.',
  access: 'anyone',
  repeatsError: true,
  input: PriceRequest,
  response: PricePrediction,
})

export const pricePositions = {
  fast: 'Likely to sell fast',
  fair: 'A fair price',
  high: 'High: it may take a while to sell',
} as const
type PricePosition = keyof typeof pricePositions
export const pricePosition = (price: number, { low, high }: PriceBand): PricePosition =>
  price < low ? 'fast' : price > high ? 'high' : 'fair'

export const PricingReport = z.object({
  /**
   * `factor` is the market's price level relative to the model's. It starts as `assumed`, and is
   * learned from the `sales` of the last year.
   */
  level: z.object({ assumed: z.number(), factor: z.number(), sales: z.number() }),
  /** The median error of the sales that aren't `taken`, as a share of the prediction. */
  medianError: z.number().optional(),
  /** Newest first. `taken`: the book was sold at exactly the predicted price. */
  sales: z.array(
    z.object({
      _id: Id,
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
  summary:
    'Returns the newest sales with their predicted prices, and the price level learned from sales.',
  access: ['admin'],
  input: z.object({}),
  response: PricingReport,
  reads: ['orders'],
})

/** After this many years a used book may be out of print and cost more than a new copy did. */
export const outOfPrintYears = 20

export const mayExceedListPrice = (
  publicationYear: number | null | undefined,
  now = new Date(),
): boolean => publicationYear != null && publicationYear <= indianYear(now) - outOfPrintYears
