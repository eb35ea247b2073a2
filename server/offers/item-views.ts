// Converts the books of an offer to their API form.
import { photoAddress } from '#contract/books/photos.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { Offer } from '#contract/orders/offers.ts'
import type { selectItems } from './items.ts'
import { listingChanges } from './listing-changes.ts'

type Items = Awaited<ReturnType<typeof selectItems>>

/** In rupees, for all copies of a rent. */
export function rentTermsOf(items: Items) {
  const sumOf = (name: 'deposit' | 'late_fee' | 'loss_price') => {
    const sum = items.reduce((total, item) => total + (item[name] ?? 0) * item.copies, 0)
    return sum === 0 ? undefined : toRupees(sum)
  }
  return { deposit: sumOf('deposit'), lateFee: sumOf('late_fee'), lossPrice: sumOf('loss_price') }
}

export function offeredItem(item: Items[number], status: Offer['status']): Offer['items'][number] {
  const changes = listingChanges(item.listing, item.listed_now)
  return {
    book: {
      _id: item.book_id,
      title: item.title,
      images: item.cover === null ? [] : [photoAddress(item.cover)],
      price: toRupees(item.price),
      ...(item.is_rentable &&
        item.rent_price !== null && {
          rentPrice: toRupees(item.rent_price),
          ...(item.rent_deposit !== null && { rentDeposit: toRupees(item.rent_deposit) }),
          ...(item.book_late_fee !== null && { lateFee: toRupees(item.book_late_fee) }),
        }),
    },
    copies: item.copies,
    askingPrice: toRupees(item.asking_price),
    ...(item.value !== null && { value: toRupees(item.value) }),
    available: item.available,
    ...(item.has_changed && { hasChanged: true }),
    ...(status === 'open' && {
      ...(changes && { changes, listingVersion: item.listing_version }),
      changedBefore: listingChanges(item.listed_before, item.listing),
    }),
  }
}
