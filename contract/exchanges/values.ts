// What the books of an exchange count for: their asking prices, in whole rupees.
import { priceRange } from '#contract/common/policy.ts'
import { toRupees } from '#contract/common/schemas.ts'

type Values<T> = Record<'seller' | 'buyer', readonly T[]>

/** The value in rupees of a book that is asked at a price in paise. */
export const bookValue = (pricePaise: number): number =>
  Math.min(priceRange.max, Math.max(priceRange.min, Math.round(toRupees(pricePaise))))

export const sumOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0)

/** Rupees that the buyer pays on top so that nobody loses; below zero, the seller. */
export const evenTopUp = ({ seller, buyer }: Values<number>): number => sumOf(seller) - sumOf(buyer)

/** The least and the most that the buyer can pay on top: what the books they get are asked for. */
export const topUpRange = ({ seller, buyer }: Values<number>) => ({
  min: -sumOf(buyer),
  max: sumOf(seller),
})
