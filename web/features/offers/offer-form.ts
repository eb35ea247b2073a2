import type { z } from 'zod'
import type { OfferBook, OfferInput } from '#contract/orders/offers.ts'

export type OfferForm = z.input<typeof OfferInput>
type BookFacts = Pick<OfferBook, '_id' | 'title' | 'images' | 'price' | 'rentPrice' | 'available'>
export type ChosenBook = BookFacts & { copies: number }

/** What the chosen copies ask, in rupees; of a rent, a day. */
export const askingAmount = (chosen: readonly ChosenBook[], orderType: string): number =>
  chosen.reduce(
    (sum, { price, rentPrice, copies }) =>
      sum + Math.round((orderType === 'rent' ? (rentPrice ?? 0) : price) * 100) * copies,
    0,
  ) / 100

/** Only what all of them can be. */
export const isRentable = (chosen: readonly ChosenBook[]): boolean =>
  chosen.length > 0 && chosen.every(({ rentPrice }) => rentPrice !== undefined)
