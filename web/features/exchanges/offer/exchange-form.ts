import type { z } from 'zod'
import type { Side } from '#contract/common/endpoint.ts'
import type { ExchangeableBook } from '#contract/exchanges/exchange-offers.ts'
import { agreedValues, evenTopUp, topUpRange } from '#contract/exchanges/values.ts'
import type { Offer, OfferInput } from '#contract/orders/offers.ts'
import { formatRupees, typedNumber } from '#web/format.ts'

export type ExchangeForm = z.input<typeof OfferInput> & {
  exchange: { items: { bookId: string }[]; topUp: string; topUpBy: '' | Side }
}
export type Chosen = Record<Side, ExchangeableBook[]>

const valued = (chosen: Chosen) => {
  const of = (side: Side) => chosen[side].map(({ value, maxValue }) => ({ value, max: maxValue }))
  return { seller: of('seller'), buyer: of('buyer') }
}

/** The cash difference that makes the chosen books even by asking price, and who pays it. */
export function evenedOut(chosen: Chosen): ExchangeForm['exchange'] & { rupees: number } {
  const topUp = evenTopUp(valued(chosen))
  const items = chosen.buyer.map(({ _id }) => ({ bookId: _id }))
  const { min, max } = topUpRange(valued(chosen))
  const hasBoth = chosen.seller.length > 0 && chosen.buyer.length > 0
  const rupees = hasBoth ? Math.min(max, Math.max(min, topUp)) : 0
  return {
    items,
    rupees,
    topUp: String(Math.abs(rupees)),
    topUpBy: rupees === 0 ? '' : rupees > 0 ? 'buyer' : 'seller',
  }
}

/**
 * What the books of each side count for at another sum on top, as the offer will say; undefined for
 * a sum that can't be.
 */
export function agreedSums(
  chosen: Chosen,
  { topUp, topUpBy }: Pick<ExchangeForm['exchange'], 'topUp' | 'topUpBy'>,
): (Record<Side, number> & { topUp: number }) | undefined {
  const rupees = topUpBy === '' ? 0 : typedNumber(topUp)
  const paid = topUpBy === 'seller' ? -rupees : rupees
  const { min, max } = topUpRange(valued(chosen))
  if (!Number.isInteger(paid) || (topUpBy !== '' && topUp === '') || paid < min || paid > max)
    return undefined
  const { seller, buyer } = agreedValues(valued(chosen), paid)
  const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0)
  return { seller: sum(seller), buyer: sum(buyer), topUp: rupees }
}

export const sumOfValues = (books: readonly ExchangeableBook[]): number =>
  books.reduce((sum, { value }) => sum + value, 0)

/** 'You pay ₹100 on top', as one side reads it. */
export function topUpText(
  { topUp, topUpBy }: { topUp: number; topUpBy?: Side | '' | undefined },
  side: Side,
  other: string,
): string {
  if (topUp === 0 || !topUpBy) return 'Nobody pays on top'
  return topUpBy === side
    ? `You pay ${formatRupees(topUp)} on top`
    : `${other} pays ${formatRupees(topUp)} on top`
}

/** Of an offer that is answered or changed, what is left of its books. */
export const leftOf = (replaced: Offer | undefined, listed: Chosen): Chosen => {
  const ids = (side: Side) =>
    side === 'seller'
      ? replaced?.items.map(({ book }) => book._id)
      : replaced?.exchange?.items.map(({ book }) => book._id)
  const of = (side: Side) => listed[side].filter(({ _id }) => ids(side)?.includes(_id))
  return { seller: of('seller'), buyer: of('buyer') }
}
