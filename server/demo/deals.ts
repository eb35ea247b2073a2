// How a deal of the demo market went, written through the features' own stores.
import { addDays, indianDate } from '#contract/dates.ts'
import type { OrderStatus } from '#contract/orders.ts'
import { addBookRating } from '#server/books/store.ts'
import { insertChat, insertSystemMessage } from '#server/chats/store.ts'
import {
  confirmMove,
  findTitleKey,
  insertOrder,
  insertRating,
  lockBook,
  orderSummary,
  returnMove,
  statusMove,
} from '#server/orders/store.ts'
import { addSellerRating } from '#server/people/store.ts'
import type { Db } from '#server/platform/db.ts'
import { type Random, seeded } from './random.ts'
import { type Deal, hourMs, minuteMs, move, readAll, type Scene, say, wait } from './scene.ts'
import { askTalk, dealTalk, reviewOf, type Talk, thanks } from './talk.ts'

/** Makes the order of a deal as the seller does it in the chat; undefined when the present comes first. */
async function order(scene: Scene, agreed: number): Promise<string | undefined> {
  const { db, deal, random, chatId } = scene
  if (!wait(scene, 4 * minuteMs, 20 * minuteMs)) return undefined
  const book = await lockBook(db, deal.book.id)
  if (!book) throw new Error(`${deal.book.title} is off the market`)
  const today = indianDate(scene.clock)
  const terms =
    deal.type === 'rent'
      ? {
          order_type: 'rent' as const,
          price: deal.days * (book.rent_price ?? 0),
          rent_days: deal.days,
          rent_start: today,
          rent_end: addDays(today, deal.days),
        }
      : { order_type: 'purchase' as const, price: agreed, rent_days: null, rent_start: null, rent_end: null }
  const made = {
    id: random.id(scene.clock),
    chat_id: chatId,
    book_id: book.id,
    buyer_id: deal.buyer.id,
    seller_id: deal.book.seller.id,
    ...terms,
    delivery_address: deal.buyer.address,
    phone_number: deal.buyer.phone,
    book_title: book.title,
    book_type: book.book_type,
    book_cover: book.cover,
    branch: book.branch,
    original_price: book.original_price,
    predicted_price: book.predicted_price,
    buyer_name: deal.buyer.name,
    seller_name: deal.book.seller.name,
    created_at: scene.clock,
  }
  await insertOrder(db, made)
  const text = orderSummary(made, { address: made.delivery_address, phone: made.phone_number })
  await insertSystemMessage(db, { chatId, text, newsFor: ['buyer'], now: scene.clock })
  return made.id
}

/** Stars around what readers think of the title: some titles are loved, some are not. */
function starsFor(title: string, random: Random): number {
  const liked = seeded(`liked ${title}`).pick([4.7, 4.6, 4.3, 3.9, 3.2])
  return Math.min(5, Math.max(1, Math.round(liked + (random.next() - 0.5) * 1.6)))
}

async function rate(scene: Scene, orderId: string): Promise<void> {
  const { db, deal, random } = scene
  const stars = { book: starsFor(deal.book.title, random), seller: random.pick([5, 5, 4, 4, 3]) }
  const title_key = await findTitleKey(db, deal.book.id)
  const people = { buyer_id: deal.buyer.id, seller_id: deal.book.seller.id }
  const review = reviewOf(random, stars.book)
  await insertRating(db, {
    order_id: orderId,
    title_key,
    ...people,
    book_stars: stars.book,
    seller_stars: stars.seller,
    review,
    created_at: scene.clock,
  })
  await addSellerRating(db, deal.book.seller.id, stars.seller)
  await addBookRating(db, title_key, stars.book)
}

/** From Pending to where the deal ends. */
async function follow(scene: Scene, orderId: string, talk: Talk): Promise<void> {
  const { deal, random } = scene
  const set = (status: OrderStatus) => move(scene, orderId, 'seller', (order) => statusMove(order, status, scene.clock))
  if (random.chance(0.6) && wait(scene, 10 * minuteMs, 5 * hourMs))
    await move(scene, orderId, 'buyer', (order) => confirmMove(order, scene.clock))
  if (deal.ends === 'Pending') return
  if (!wait(scene, 6 * hourMs, 20 * hourMs)) return
  if (deal.ends === 'Cancelled') return set('Cancelled')
  await set('Shipped')
  if (deal.ends === 'Shipped' || !wait(scene, 36 * hourMs, 70 * hourMs)) return
  await set('Delivered')
  if (random.chance(0.5)) await say(scene, thanks(random, talk))
  if (deal.isRated && wait(scene, 20 * hourMs, 60 * hourMs)) await rate(scene, orderId)
  if (deal.returnedAfter === undefined) return
  const back = scene.clock.getTime() - deal.at.getTime()
  const left = Math.max(hourMs, deal.returnedAfter * 24 * hourMs - back)
  if (wait(scene, left, left)) await move(scene, orderId, 'seller', (order) => returnMove(order, scene.clock))
}

/** Plays one deal from its first message to its end, inside the caller's transaction. Nothing of it lies after `now`. */
export async function play(db: Db, deal: Deal, now: Date): Promise<void> {
  const { book, buyer } = deal
  const random = seeded(`deal ${book.title} ${book.seller.name} ${buyer.name}`)
  const chatId = await insertChat(db, { bookId: book.id, buyerId: buyer.id, sellerId: book.seller.id, now: deal.at })
  const scene: Scene = { db, deal, random, chatId, clock: deal.at, now }
  const isHaggled = book.book_type === 'old' && random.chance(0.45)
  const agreed = isHaggled ? Math.max(1000, Math.round((book.price * 0.9) / 1000) * 1000) : book.price
  const talk: Talk = {
    book,
    agreed: Math.min(agreed, book.price),
    days: deal.days,
    buyerName: buyer.name,
    city: buyer.address.replace(/^.*, (\D+) \d+$/, '$1'),
  }
  await say(scene, deal.type === 'question' ? askTalk(random, talk) : dealTalk(random, talk, deal.type))
  if (deal.type !== 'question') {
    const orderId = await order(scene, talk.agreed)
    if (orderId !== undefined) await follow(scene, orderId, talk)
  }
  for (const side of ['buyer', 'seller'] as const) if (deal.unread !== side) await readAll(scene, side)
}
