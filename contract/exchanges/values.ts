// In an exchange, each book counts as its asking price in whole rupees.
import { priceRange } from '#contract/common/limits.ts'
import { toRupees } from '#contract/common/schemas.ts'

/** The value in rupees of a book with this asking price in paise. */
export const bookValue = (pricePaise: number): number =>
  Math.min(priceRange.max, Math.max(priceRange.min, Math.round(toRupees(pricePaise))))

export const sumOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0)

/**
 * The lowest and highest cash difference in rupees. The seller pays negative amounts. Nobody pays
 * more than the asking prices of the books they get.
 */
export const topUpRange = ({ seller, buyer }: Record<'seller' | 'buyer', readonly number[]>) => ({
  min: -sumOf(buyer),
  max: sumOf(seller),
})
