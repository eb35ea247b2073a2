// Plans the demo market's deals: some of every kind for the two demo accounts, and a year of trade.
import type { OrderStatus } from '#contract/orders/orders.ts'
import { type Buyer, demoBuyerName, demoSellerName } from './accounts.ts'
import type { Listing } from './listings.ts'
import { seeded } from './random.ts'

/**
 * The outcome of a chat about a book. `hoursAgo` is when the chat began; `returnedAfter`, after how
 * many days a rental is returned.
 */
type Outline = {
  kind: 'purchase' | 'rent' | 'question'
  ends: OrderStatus
  hoursAgo: number
  days?: number
  returnedAfter?: number
  isRated?: boolean
  /** The side that hasn't read the last message. */
  unread?: 'buyer' | 'seller'
}
export type Deal = Outline & { listing: Listing; buyer: Buyer }

const day = 24

const ofEachKind: readonly Outline[] = [
  { kind: 'purchase', ends: 'Pending', hoursAgo: 5, unread: 'buyer' },
  { kind: 'purchase', ends: 'Shipped', hoursAgo: 50, unread: 'buyer' },
  { kind: 'purchase', ends: 'Delivered', hoursAgo: 41 * day, isRated: true },
  { kind: 'purchase', ends: 'Cancelled', hoursAgo: 20 * day },
  { kind: 'rent', ends: 'Pending', hoursAgo: 4, days: 14, unread: 'seller' },
  { kind: 'rent', ends: 'Shipped', hoursAgo: 40, days: 21, unread: 'buyer' },
  { kind: 'rent', ends: 'Delivered', hoursAgo: 10 * day, days: 30 },
  { kind: 'rent', ends: 'Delivered', hoursAgo: 45 * day, days: 21 },
  { kind: 'rent', ends: 'Delivered', hoursAgo: 90 * day, days: 30, returnedAfter: 28 },
  { kind: 'rent', ends: 'Cancelled', hoursAgo: 15 * day, days: 10 },
  { kind: 'question', ends: 'Pending', hoursAgo: 26, unread: 'seller' },
]

const eachMonth: readonly Outline[] = Array.from({ length: 12 }, (_, month) => ({
  kind: 'purchase',
  ends: 'Delivered',
  hoursAgo: (8 + 30 * month) * day,
  isRated: month % 3 > 0,
}))

/** Purchases of new books, which still have copies and become bestsellers. */
const ofShops: readonly Outline[] = Array.from({ length: 10 }, (_, week) => ({
  kind: 'purchase',
  ends: 'Delivered',
  hoursAgo: (9 + 7 * week) * day,
  isRated: true,
}))

export function planDeals(listings: readonly Listing[], buyers: readonly Buyer[], now: Date) {
  const random = seeded('deals')
  const used = new Set<Listing>()
  const take = (isMatching: (listing: Listing) => boolean): Listing => {
    const fitting = listings.filter((listing) => !used.has(listing) && isMatching(listing))
    const taken = random.pick(fitting)
    used.add(taken)
    return taken
  }
  const isOf = (seller: string) => (listing: Listing) => listing.seller.name === seller
  const plan = (
    outlines: readonly Outline[],
    isOffered: (listing: Listing) => boolean,
    by: readonly Buyer[],
  ): Deal[] =>
    outlines.map((outline) => {
      const listedBefore = now.getTime() - (outline.hoursAgo + 1) * 3_600_000
      const isMatching = ({ book }: Listing) =>
        book.created_at.getTime() < listedBefore &&
        (outline.kind !== 'rent' || book.is_rentable === true)
      const listing = take((one) => isOffered(one) && isMatching(one))
      return { ...outline, listing, buyer: random.pick(by) }
    })
  const demoNames = [demoBuyerName, demoSellerName]
  const demoBuyer = buyers.filter(({ name }) => name === demoBuyerName)
  const others = buyers.filter(({ name }) => !demoNames.includes(name))
  const isOfOthers = ({ seller }: Listing) => !demoNames.includes(seller.name)
  const deals = [
    ...plan([...ofEachKind, ...eachMonth], isOf(demoSellerName), others),
    ...plan(ofEachKind, isOfOthers, demoBuyer),
    ...plan(ofShops, (listing) => isOfOthers(listing) && (listing.book.copies ?? 1) > 1, others),
  ]
  // Each demo account has an accepted swap.
  const swaps = [
    { from: demoBuyerName, to: 'Ananya Iyer', hoursAgo: 30, isAccepted: true },
    { from: 'Rohit Bhosale', to: demoSellerName, hoursAgo: 8 * day, isAccepted: true },
    { from: 'Harpreet Kaur', to: demoSellerName, hoursAgo: 3, isAccepted: false },
  ].map(({ from, to, ...swap }) => {
    const takeOpen = (owner: string) =>
      take((listing) => isOf(owner)(listing) && listing.book.open_to_exchange === true)
    const buyer = buyers.filter(({ name }) => name === from)
    return { ...swap, buyer: random.pick(buyer), wanted: takeOpen(to), given: takeOpen(from) }
  })
  return { deals, swaps, unused: listings.filter((listing) => !used.has(listing)) }
}
