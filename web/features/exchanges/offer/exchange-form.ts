import type { z } from 'zod'
import type { Side } from '#contract/common/endpoint.ts'
import type { ExchangeableBook } from '#contract/exchanges/exchange-offers.ts'
import { sumOf } from '#contract/exchanges/values.ts'
import type { Offer, OfferInput } from '#contract/orders/offers.ts'
import { formatRupees } from '#web/format.ts'

export type ExchangeForm = z.input<typeof OfferInput> & {
  exchange: {
    items: { bookId: string; listingVersion: string }[]
    topUp: string
    topUpBy: '' | Side
  }
}
export type TopUp = Pick<ExchangeForm['exchange'], 'topUp' | 'topUpBy'>
export type Chosen = Record<Side, ExchangeableBook[]>

export const sumOfValues = (books: readonly ExchangeableBook[]): number =>
  sumOf(books.map(({ value }) => value))

/** Returns the cash difference that makes the chosen books even, and who pays it. */
export function evenedOut({ seller, buyer }: Chosen): TopUp {
  const hasBoth = seller.length > 0 && buyer.length > 0
  const rupees = hasBoth ? sumOfValues(seller) - sumOfValues(buyer) : 0
  return {
    topUp: String(Math.abs(rupees)),
    topUpBy: rupees === 0 ? '' : rupees > 0 ? 'buyer' : 'seller',
  }
}

export function termsOf({ seller, buyer }: Chosen, topUp: TopUp) {
  const toItem = ({ _id, listingVersion }: ExchangeableBook) => ({ bookId: _id, listingVersion })
  return {
    items: seller.map((book) => ({ ...toItem(book), copies: 1 })),
    exchange: { items: buyer.map(toItem), ...topUp },
  }
}

/** Returns the chosen books with their current listings. */
export function asListed(chosen: Chosen, listed: Chosen): Chosen {
  const of = (side: Side) =>
    chosen[side].map((book) => listed[side].find(({ _id }) => _id === book._id) ?? book)
  return { seller: of('seller'), buyer: of('buyer') }
}

/**
 * Returns the books that the form starts with: those of the replaced offer that are still listed;
 * or else the chat's book and, if the buyer lists only one book, that one.
 */
export function firstChosen(listed: Chosen, bookId: string, replaced?: Offer): Chosen {
  const offered = [...(replaced?.items ?? []), ...(replaced?.exchange?.items ?? [])]
  const ids = offered.map(({ book }) => book._id)
  const left = (side: Side) => listed[side].filter(({ _id }) => ids.includes(_id))
  const [seller, buyer] = [left('seller'), left('buyer')]
  return {
    seller: seller.length > 0 ? seller : listed.seller.filter(({ _id }) => _id === bookId),
    buyer: buyer.length > 0 ? buyer : listed.buyer.length === 1 ? listed.buyer : [],
  }
}

/** Returns a text such as 'You pay ₹100 on top'. */
export function topUpText(
  { topUp, topUpBy }: { topUp: number; topUpBy?: Side | '' | undefined },
  side: Side,
  other: string,
): string {
  if (topUp === 0 || !topUpBy) return 'No cash difference'
  return `${topUpBy === side ? 'You pay' : `${other} pays`} ${formatRupees(topUp)} on top`
}
