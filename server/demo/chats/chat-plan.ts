// Plans the chats and orders of the demo market: more than a year of trade, and varied ones for the
// two demo accounts.

import type { Buyer } from '#server/demo/accounts.ts'
import type { Listing } from '#server/demo/listings.ts'
import { type Random, seeded } from '#server/demo/random.ts'
import type { PlannedChat } from './chat-steps.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

type PlannedForDemo = Pick<PlannedChat, 'type' | 'ends'> &
  Partial<Pick<PlannedChat, 'days' | 'returnedAfter' | 'isRated' | 'unread'>> & { hoursAgo: number }

const demoAccountChats: readonly PlannedForDemo[] = [
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

type Stock = { left: Map<string, number>; pairs: Set<string> }

const isFree = (stock: Stock, book: Listing) => (stock.left.get(book.id) ?? book.copies) > 0
const pairOf = (book: Listing, buyer: Buyer) => `${book.id} ${buyer.id}`

function addChat(chats: PlannedChat[], stock: Stock, chat: PlannedChat): boolean {
  const { book, buyer } = chat
  if (stock.pairs.has(pairOf(book, buyer)) || (chat.type !== 'question' && !isFree(stock, book)))
    return false
  if (chat.type === 'rent' && !book.is_rentable) return false
  stock.pairs.add(pairOf(book, buyer))
  // A copy is sold or rented once at most, even after a return, so that no two orders overlap.
  if (chat.type !== 'question')
    stock.left.set(book.id, (stock.left.get(book.id) ?? book.copies) - 1)
  chats.push(chat)
  return true
}

function planForDemoAccount(
  chats: PlannedChat[],
  stock: Stock,
  books: readonly Listing[],
  buyerOf: (random: Random) => Buyer,
  now: Date,
  seed: string,
): void {
  const random = seeded(seed)
  for (const { hoursAgo, ...wanted } of demoAccountChats) {
    const at = new Date(now.getTime() - hoursAgo * hourMs)
    const listedBefore = books.filter((book) => book.created_at.getTime() < at.getTime() - hourMs)
    const isAdded = random.shuffle(listedBefore).some((book) =>
      addChat(chats, stock, {
        days: 0,
        isRated: false,
        ...wanted,
        book,
        buyer: buyerOf(random),
        at,
      }),
    )
    if (!isAdded) throw new Error(`${seed}: no book for a ${wanted.type} that ends ${wanted.ends}`)
  }
}

function daytime(random: Random, from: number, to: number): Date {
  const moment = new Date(from + random.next() * (to - from))
  moment.setUTCHours(random.integer(4, 14), random.integer(0, 59))
  return moment
}

function planOthers(
  chats: PlannedChat[],
  stock: Stock,
  books: readonly Listing[],
  buyers: readonly Buyer[],
  now: Date,
): void {
  for (const book of books) {
    const random = seeded(`other deals ${book.title} ${book.seller.name}`)
    const orders =
      book.copies > 1
        ? random.integer(0, Math.min(5, book.copies - 2))
        : random.chance(0.26)
          ? 1
          : 0
    const listed = book.created_at.getTime()
    // A single copy sells in its first weeks or stays.
    const latest = Math.min(now.getTime(), listed + (book.copies > 1 ? 500 : 60) * dayMs)
    for (let count = 0; count < orders + (random.chance(0.1) ? 1 : 0); count++) {
      const at = daytime(random, listed, latest)
      const ago = (now.getTime() - at.getTime()) / dayMs
      const isQuestion = count >= orders
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
      const returned =
        random.chance(0.85) && type === 'rent'
          ? { returnedAfter: Math.max(4, days - random.integer(-2, 5)) }
          : {}
      const chat = {
        book,
        buyer: random.pick(buyers),
        type,
        at,
        ends,
        days,
        ...returned,
        isRated: random.chance(0.7),
      } as const
      if (ago > 0.1 && at > book.created_at && at > chat.buyer.joined) addChat(chats, stock, chat)
    }
  }
}

export function planChats(
  books: readonly Listing[],
  buyers: readonly Buyer[],
  demo: { sellerId: string; buyer: Buyer },
  now: Date,
): PlannedChat[] {
  const chats: PlannedChat[] = []
  const stock: Stock = { left: new Map(), pairs: new Set() }
  const others = buyers.filter(({ id }) => id !== demo.buyer.id)
  const earlyBuyers = others.filter(({ joined }) => now.getTime() - joined.getTime() > 100 * dayMs)
  const own = books.filter(({ seller }) => seller.id === demo.sellerId)
  planForDemoAccount(chats, stock, own, (random) => random.pick(earlyBuyers), now, 'demo seller')
  planForDemoAccount(
    chats,
    stock,
    books.filter(({ seller }) => seller.id !== demo.sellerId),
    () => demo.buyer,
    now,
    'demo buyer',
  )
  planOthers(chats, stock, books, others, now)
  return chats.sort((left, right) => left.at.getTime() - right.at.getTime())
}
