import { z } from 'zod'
import { endpoint } from '#contract/common/endpoint.ts'
import { maxLength } from '#contract/common/policy.ts'
import {
  blankAsAbsent,
  IsoDate,
  IsoDateTime,
  Money,
  numberInput,
  priceInput,
  singleLine,
} from '#contract/common/schemas.ts'
import { ConditionInput, conditions, Isbn, Pages, PublicationYear } from './book-forms.ts'

export const PriceRequest = z.object({
  condition: ConditionInput,
  publication_year: PublicationYear,
  original_price: numberInput(priceInput('Original price')),
  /** Accepted but not used: no data shows that it matters. */
  pages: blankAsAbsent(Pages),
  branch: blankAsAbsent(singleLine('Branch', maxLength.branch)),
  title: blankAsAbsent(singleLine('Title', maxLength.title)),
  /** With the title or an ISBN, other copies of the title sharpen the price. */
  author: blankAsAbsent(singleLine('Author', maxLength.author)),
  isbn: blankAsAbsent(Isbn),
})
export type PriceRequest = z.output<typeof PriceRequest>

/**
 * The range that held 80 % of the model's listings, rounded outwards like the price, up to the
 * original price.
 */
export const PriceBand = z.object({ low: Money, high: Money })
export type PriceBand = z.output<typeof PriceBand>

export const Prediction = PriceBand.extend({ predicted_price: Money })
export type Prediction = z.output<typeof Prediction>

const Month = z.string()

/**
 * What is known of a title from other people, without names. `sold` and `offered` count copies, of
 * hundreds only some; `soldPrices` are the newest of each seller. Copies with and without an ISBN
 * are on different pages: `offered` and `lowestOffer` are of those on one, that of the `title`.
 * `prices` counts those that stand behind the prediction, wherever they are.
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
  /**
   * Completed sales here, the newest of each seller, without names or exact day: of the title that
   * is known, or of all that are called so where only a title is named.
   */
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
    'What a used copy should sell for, rounded down to whole rupees (above ₹200 to a multiple of ₹5), in which band, and why.',
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

const FactorDay = z.object({ day: IsoDate, factor: z.number() })
export const PricingReport = z.object({
  assumed: z.number(),
  /** The whole market first (without a branch), then the branches with most sales. */
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
   * The last twelve months with sales. `taken` counts sales at exactly the predicted price;
   * `medianError` is that of the others, as a share of the prediction. `titles`: over those with an
   * earlier sale of their title, what the error would have been without and with knowing it.
   */
  months: z.array(
    z.object({
      month: Month,
      sales: z.number(),
      taken: z.number(),
      medianError: z.number().optional(),
      titles: z.object({ sales: z.number(), without: z.number(), knowing: z.number() }).optional(),
    }),
  ),
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
  summary: 'How accurate predicted prices were, and the market factors learned from sales.',
  access: ['admin'],
  input: z.object({}),
  response: PricingReport,
  reads: ['orders'],
})
