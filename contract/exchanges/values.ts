// What the books of an exchange count for, in whole rupees: the web proposes with it what evens it
// out, the server makes the prices of the orders.
import { priceRange } from '#contract/common/policy.ts'
import { toPaise, toRupees } from '#contract/common/schemas.ts'

/** `value` is the asking price of a copy, `max` the most that it may count for. */
export type ValuedBook = { value: number; max: number }

/** The value of a listing in paise, from its asking price. */
export function bookValue({
  price,
  original_price,
}: {
  price: number
  original_price: number
}): ValuedBook {
  const rupees = (paise: number) => Math.floor(toRupees(paise))
  const most = rupees(Math.max(original_price, price))
  const max = Math.max(priceRange.min, Math.min(most, priceRange.max))
  const value = Math.round(toRupees(price))
  return { value: Math.min(max, Math.max(priceRange.min, value)), max }
}

const sumOf = (books: readonly ValuedBook[], amount: 'value' | 'max') =>
  books.reduce((sum, book) => sum + book[amount], 0)

type Sides = { seller: readonly ValuedBook[]; buyer: readonly ValuedBook[] }

/** Rupees that the buyer pays on top so that nobody loses; below zero, the seller. */
export const evenTopUp = ({ seller, buyer }: Sides): number =>
  sumOf(seller, 'value') - sumOf(buyer, 'value')

/** The least and the most that the buyer can pay on top of these books. */
export const topUpRange = ({ seller, buyer }: Sides) => ({
  min: seller.length * priceRange.min - sumOf(buyer, 'max'),
  max: sumOf(seller, 'max') - buyer.length * priceRange.min,
})

/** Raises or lowers the values to a sum that they can have, each by its part of the room it has. */
function spread(books: readonly ValuedBook[], sum: number): number[] {
  const missing = sum - sumOf(books, 'value')
  const rooms = books.map(({ value, max }) => (missing > 0 ? max - value : value - priceRange.min))
  const room = rooms.reduce((total, one) => total + one, 0)
  const exact = rooms.map((one) => (room === 0 ? 0 : (Math.abs(missing) * one) / room))
  const shares = exact.map(Math.floor)
  const left = Math.abs(missing) - shares.reduce((total, share) => total + share, 0)
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const { index } of byRemainder.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1
  return books.map(({ value }, index) => value + Math.sign(missing) * (shares[index] ?? 0))
}

/**
 * What each book counts for where the buyer pays so much on top (below zero: the seller): the
 * seller's come to exactly that more than the buyer's. The difference from the asking prices is
 * shared by both sides. `topUp` must be in the range.
 */
export function agreedValues(
  { seller, buyer }: Sides,
  topUp: number,
): Record<keyof Sides, number[]> {
  const half = Math.floor((topUp - evenTopUp({ seller, buyer })) / 2)
  const least = Math.max(seller.length * priceRange.min, topUp + buyer.length * priceRange.min)
  const most = Math.min(sumOf(seller, 'max'), topUp + sumOf(buyer, 'max'))
  const sum = Math.min(most, Math.max(least, sumOf(seller, 'value') + half))
  return { seller: spread(seller, sum), buyer: spread(buyer, sum - topUp) }
}

export const inPaise = (rupees: readonly number[]): number[] => rupees.map(toPaise)
