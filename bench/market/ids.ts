// Who and what is in a filled market: the same numbers, ids and tokens in every run.
import { newId } from '#server/platform/database/ids.ts'

const kinds = ['seller', 'buyer', 'book', 'copy', 'chat', 'order', 'event'] as const
type Kind = (typeof kinds)[number]

const firstListing = Date.UTC(2025, 0, 1)
const listingDays = 300
const dayMs = 86_400_000

/** How many there are of what in a market of so many books. */
export const marketSizes = (books: number) => ({
  books,
  titles: Math.max(60, Math.round(books / 4)),
  sellers: Math.max(20, Math.round(books / 50)),
  buyers: Math.max(60, Math.round(books / 10)),
})
export type MarketSizes = ReturnType<typeof marketSizes>

export const listedAt = (book: number, { books }: MarketSizes): Date =>
  new Date(firstListing + Math.floor((book / books) * listingDays * dayMs))

/** A UUID v7 of that time, the same for the same kind and number. */
export function marketId(kind: Kind, number: number, at = new Date(firstListing)): string {
  const bytes = Buffer.alloc(16)
  bytes[8] = 0x80
  bytes[9] = kinds.indexOf(kind)
  bytes.writeUInt32BE(number, 12)
  return newId(at.getTime(), bytes)
}

export const bookId = (book: number, sizes: MarketSizes): string =>
  marketId('book', book, listedAt(book, sizes))
export const sellerOf = (book: number, { sellers }: MarketSizes): number => book % sellers

/** The chat of a pair is about the seller's first book; there are as many as sellers. */
export const chatOfPair = (pair: number): string => marketId('chat', pair)

/** Of the session that is open for each person from the start. */
export const tokenOf = (role: 'buyer' | 'seller', number: number): string =>
  `bench-${role}-${number}-session-token`
export const emailOf = (role: 'buyer' | 'seller', number: number): string =>
  `${role}${number}@dobara.example`
export const password = 'lantern-of-devanagar'
