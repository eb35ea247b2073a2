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

/** The cash difference that makes the chosen books even by asking price, and who pays it. */
export function evenedOut({ seller, buyer }: Chosen): TopUp {
  const hasBoth = seller.length > 0 && buyer.length > 0
  const rupees = hasBoth ? sumOfValues(seller) - sumOfValues(buyer) : 0
  return {
    topUp: String(Math.abs(rupees)),
    topUpBy: rupees === 0 ? '' : rupees > 0 ? 'buyer' : 'seller',
  }
}

/** The form's fields for the chosen books, one copy of each. */
export function termsOf({ seller, buyer }: Chosen, topUp: TopUp) {
  const toItem = ({ _id, listingVersion }: ExchangeableBook) => ({ bookId: _id, listingVersion })
  return {
    items: seller.map((book) => ({ ...toItem(book), copies: 1 })),
    exchange: { items: buyer.map(toItem), ...topUp },
  }
}

/** The chosen books as they are listed now. */
export function asListed(chosen: Chosen, latest: Chosen): Chosen {
  const of = (side: Side) =>
    chosen[side].map((book) => latest[side].find(({ _id }) => _id === book._id) ?? book)
  return { seller: of('seller'), buyer: of('buyer') }
}

/** Says what changed in the listings of the chosen books, in one sentence for each book. */
export function editTexts(chosen: Chosen, latest: Chosen): string[] {
  const now = asListed(chosen, latest)
  return (['seller', 'buyer'] as const).flatMap((side) =>
    now[side].flatMap(({ title, price, listingVersion }, index) => {
      const before = chosen[side][index]
      if (!before || before.listingVersion === listingVersion) return []
      return before.price === price
        ? `“${title}” was changed. Look at it again before you send the offer.`
        : `“${title}” now costs ${formatRupees(price)}. It was ${formatRupees(before.price)}.`
    }),
  )
}

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
