import { photoAddress } from '#contract/books/photos.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { OfferedExchange } from '#contract/exchanges/exchange-offers.ts'
import type { selectItems } from '#server/offers/items.ts'
import { listingChanges } from '#server/offers/listing-changes.ts'

type Items = Awaited<ReturnType<typeof selectItems>>
type Row = {
  status: string
  top_up: number | null
  seller_delivery_address: string | null
  seller_phone_number: string | null
  exchange_id: string | null
}

/** Undefined where the offer is no exchange. */
export function exchangeView(
  row: Row,
  items: Items,
  isContactVisible: boolean,
): OfferedExchange | undefined {
  if (row.top_up === null) return undefined
  return {
    items: items
      .filter(({ given_by }) => given_by === 'buyer')
      .map((item) => ({
        book: {
          _id: item.book_id,
          title: item.title,
          images: item.cover === null ? [] : [photoAddress(item.cover)],
          price: toRupees(item.price),
        },
        value: toRupees(item.value ?? item.asking_price),
        available: item.available,
        ...(item.has_changed && { hasChanged: true }),
        ...(row.status === 'open' && {
          changedBefore: listingChanges(item.listed_before, item.listing),
        }),
      })),
    topUp: toRupees(Math.abs(row.top_up)),
    ...(row.top_up !== 0 && { topUpBy: row.top_up > 0 ? 'buyer' : 'seller' }),
    ...(isContactVisible && {
      deliveryAddress: row.seller_delivery_address ?? undefined,
      phoneNumber: row.seller_phone_number ?? undefined,
    }),
    ...(row.exchange_id !== null && { exchangeId: row.exchange_id }),
  }
}
