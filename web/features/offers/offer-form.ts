import type { z } from 'zod'
import type { Offer, OfferBook, OfferInput } from '#contract/orders/offers.ts'

export type OfferForm = z.input<typeof OfferInput>
type BookFacts = Omit<OfferBook, 'author' | 'bookType' | 'condition' | 'listingVersion'> &
  Partial<Pick<OfferBook, 'listingVersion'>>
export type ChosenBook = BookFacts & { copies: number }

/** Returns the asking price of the chosen copies in rupees; for a rental, per day. */
export const askingAmount = (chosen: readonly ChosenBook[], orderType: string): number =>
  chosen.reduce(
    (sum, { price, rentPrice, copies }) =>
      sum + Math.round((orderType === 'rent' ? (rentPrice ?? 0) : price) * 100) * copies,
    0,
  ) / 100

export const asListed = (
  chosen: readonly ChosenBook[],
  books: readonly OfferBook[],
): ChosenBook[] => chosen.map((book) => ({ ...book, ...books.find(({ _id }) => _id === book._id) }))

export const toItems = (chosen: readonly ChosenBook[]): OfferForm['items'] =>
  chosen.map(({ _id, copies, listingVersion }) => ({ bookId: _id, copies, listingVersion }))

/** Returns the items of an offer with the current versions of their listings. */
export const latestItems = <Item extends { bookId: string; listingVersion?: string | undefined }>(
  items: readonly Item[],
  books: readonly OfferBook[],
): Item[] =>
  items.map((item) => ({
    ...item,
    listingVersion:
      books.find(({ _id }) => _id === item.bookId)?.listingVersion ?? item.listingVersion,
  }))

export function rentTermsOf(chosen: readonly ChosenBook[]) {
  const sumOf = (what: 'rentDeposit' | 'lateFee' | 'price') =>
    chosen.reduce((sum, book) => sum + Math.round((book[what] ?? 0) * 100) * book.copies, 0) / 100
  const [deposit, lateFee] = [sumOf('rentDeposit'), sumOf('lateFee')]
  return {
    deposit: deposit > 0 ? deposit : undefined,
    lateFee: lateFee > 0 ? lateFee : undefined,
    lossPrice: sumOf('price'),
  }
}

export const isRentable = (chosen: readonly ChosenBook[]): boolean =>
  chosen.length > 0 && chosen.every(({ rentPrice }) => rentPrice !== undefined)

/** Returns the books of an offer that have copies left, with at most as many copies as are left. */
export const leftOf = ({ items }: Pick<Offer, 'items'>): ChosenBook[] =>
  items
    .filter(({ available }) => available > 0)
    .map(({ book, copies, available }) => ({
      ...book,
      copies: Math.min(copies, available),
      available,
    }))

/** Says which books of an offer can't be offered again. */
export const unavailableTexts = ({ items }: Pick<Offer, 'items'>): string[] =>
  items
    .filter(({ available, copies }) => available < copies)
    .map(({ book, available }) =>
      available === 0
        ? `“${book.title}” is left out: no copy is left.`
        : `Of “${book.title}” only ${available} ${available === 1 ? 'is' : 'are'} left.`,
    )
