// Which deals the demo market has seen: a year and more of trade, and lively accounts for the two demo people.

import type { Listing } from './listings.ts'
import type { Buyer } from './people.ts'
import { type Random, seeded } from './random.ts'
import type { Deal } from './scene.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

type Special = Pick<Deal, 'type' | 'ends'> &
  Partial<Pick<Deal, 'days' | 'returnedAfter' | 'isRated' | 'unread'>> & { hoursAgo: number }

/**
 * What each demo account has: every status of both kinds, a rent that runs, one that is overdue, one that came back,
 * ratings, questions, and messages that wait to be read (by the buyer or the seller, as `unread` says).
 */
const lively: readonly Special[] = [
  { type: 'purchase', ends: 'Pending', hoursAgo: 3, unread: 'buyer' },
  { type: 'purchase', ends: 'Shipped', hoursAgo: 50, unread: 'buyer' },
  { type: 'purchase', ends: 'Delivered', hoursAgo: 24 * 41, isRated: true },
  { type: 'purchase', ends: 'Delivered', hoursAgo: 24 * 12, isRated: false },
  { type: 'purchase', ends: 'Cancelled', hoursAgo: 24 * 20 },
  { type: 'rent', ends: 'Pending', hoursAgo: 2, days: 14, unread: 'seller' },
  { type: 'rent', ends: 'Shipped', hoursAgo: 40, days: 21, unread: 'buyer' },
  { type: 'rent', ends: 'Delivered', hoursAgo: 24 * 10, days: 30 },
  { type: 'rent', ends: 'Delivered', hoursAgo: 24 * 45, days: 21 },
  {
    type: 'rent',
    ends: 'Delivered',
    hoursAgo: 24 * 90,
    days: 30,
    returnedAfter: 28,
    isRated: true,
  },
  { type: 'rent', ends: 'Cancelled', hoursAgo: 24 * 15, days: 10 },
  { type: 'question', ends: 'Pending', hoursAgo: 5, unread: 'buyer' },
  { type: 'question', ends: 'Pending', hoursAgo: 26, unread: 'seller' },
]

/** What can still be promised: free copies, and which pairs already talk. */
type Stock = { left: Map<string, number>; talks: Set<string> }

const isFree = (stock: Stock, book: Listing) => (stock.left.get(book.id) ?? book.copies) > 0
const talkOf = (book: Listing, buyer: Buyer) => `${book.id} ${buyer.id}`

/** Enters a deal if its book and its pair are free; a copy that stays with the buyer isn't promised again. */
function enter(deals: Deal[], stock: Stock, deal: Deal): boolean {
  const { book, buyer } = deal
  if (stock.talks.has(talkOf(book, buyer)) || (deal.type !== 'question' && !isFree(stock, book)))
    return false
  if (deal.type === 'rent' && !book.is_rentable) return false
  stock.talks.add(talkOf(book, buyer))
  // Even a copy that came back isn't planned for again, so that no two deals can overlap.
  if (deal.type !== 'question')
    stock.left.set(book.id, (stock.left.get(book.id) ?? book.copies) - 1)
  deals.push(deal)
  return true
}

/** The lively deals of one account: about one of the books, with the buyer that `buyerOf` names. */
function planLively(
  deals: Deal[],
  stock: Stock,
  books: readonly Listing[],
  buyerOf: (random: Random) => Buyer,
  now: Date,
  seed: string,
): void {
  const random = seeded(seed)
  for (const { hoursAgo, ...special } of lively) {
    const at = new Date(now.getTime() - hoursAgo * hourMs)
    const old = books.filter((book) => book.created_at.getTime() < at.getTime() - hourMs)
    const entered = random.shuffle(old).some((book) =>
      enter(deals, stock, {
        days: 0,
        isRated: false,
        ...special,
        book,
        buyer: buyerOf(random),
        at,
      }),
    )
    if (!entered)
      throw new Error(`${seed}: no book for a ${special.type} that ends ${special.ends}`)
  }
}

/** A moment between two others at which people in India are awake; it may fall a few hours outside. */
function awake(random: Random, from: number, to: number): Date {
  const moment = new Date(from + random.next() * (to - from))
  moment.setUTCHours(random.whole(4, 14), random.whole(0, 59))
  return moment
}

/** Deals of everybody else: what shops sell again and again, what students sell once, rents, and questions. */
function planOthers(
  deals: Deal[],
  stock: Stock,
  books: readonly Listing[],
  buyers: readonly Buyer[],
  now: Date,
): void {
  for (const book of books) {
    const random = seeded(`other deals ${book.title} ${book.seller.name}`)
    const many =
      book.copies > 1 ? random.whole(0, Math.min(5, book.copies - 2)) : random.chance(0.26) ? 1 : 0
    const listed = book.created_at.getTime()
    // A single copy sells in its first weeks or stays.
    const latest = Math.min(now.getTime(), listed + (book.copies > 1 ? 500 : 60) * dayMs)
    for (let count = 0; count < many + (random.chance(0.1) ? 1 : 0); count++) {
      const at = awake(random, listed, latest)
      const ago = (now.getTime() - at.getTime()) / dayMs
      const isQuestion = count >= many
      const type = isQuestion
        ? 'question'
        : book.is_rentable && random.chance(0.45)
          ? 'rent'
          : 'purchase'
      const ends = random.chance(0.13)
        ? 'Cancelled'
        : ago > 6
          ? 'Delivered'
          : ago > 1.5
            ? 'Shipped'
            : 'Pending'
      const days = random.pick([7, 14, 15, 21, 30, 45, 60])
      const back =
        random.chance(0.85) && type === 'rent'
          ? { returnedAfter: Math.max(4, days - random.whole(-2, 5)) }
          : {}
      const deal = {
        book,
        buyer: random.pick(buyers),
        type,
        at,
        ends,
        days,
        ...back,
        isRated: random.chance(0.7),
      } as const
      if (ago > 0.1 && at > book.created_at && at > deal.buyer.joined) enter(deals, stock, deal)
    }
  }
}

/** All deals, the earliest first; both demo accounts get the lively ones. */
export function planDeals(
  books: readonly Listing[],
  buyers: readonly Buyer[],
  demo: { sellerId: string; buyer: Buyer },
  now: Date,
): Deal[] {
  const deals: Deal[] = []
  const stock: Stock = { left: new Map(), talks: new Set() }
  const others = buyers.filter(({ id }) => id !== demo.buyer.id)
  const longHere = others.filter(({ joined }) => now.getTime() - joined.getTime() > 100 * dayMs)
  const own = books.filter(({ seller }) => seller.id === demo.sellerId)
  planLively(deals, stock, own, (random) => random.pick(longHere), now, 'demo seller')
  planLively(
    deals,
    stock,
    books.filter(({ seller }) => seller.id !== demo.sellerId),
    () => demo.buyer,
    now,
    'demo buyer',
  )
  planOthers(deals, stock, books, others, now)
  return deals.sort((left, right) => left.at.getTime() - right.at.getTime())
}
