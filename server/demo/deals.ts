// How a deal of the demo market went, carried out as the features themselves do it.
import { toRupees } from '#contract/common.ts'
import type { OrderStatus } from '#contract/orders.ts'
import { insertChat } from '#server/chats/store.ts'
import { createOrder } from '#server/orders/place.ts'
import { giveRating } from '#server/orders/rate.ts'
import {
  confirmTransition,
  returnTransition,
  statusTransition,
} from '#server/orders/transitions.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Random, seeded } from './random.ts'
import { type Deal, hourMs, minuteMs, move, readAll, type Scene, say, wait } from './scene.ts'
import { askTalk, dealTalk, reviewOf, type Talk, thanks } from './talk.ts'

/** Makes the order of a deal as the seller does it in the chat; undefined when the present comes first. */
async function order(scene: Scene, agreed: number): Promise<string | undefined> {
  const { db, deal, chatId } = scene
  if (!wait(scene, 4 * minuteMs, 20 * minuteMs)) return undefined
  const terms =
    deal.type === 'rent'
      ? { orderType: 'rent' as const, rentDays: deal.days }
      : { orderType: 'purchase' as const, price: toRupees(agreed) }
  const input = {
    chatId,
    ...terms,
    deliveryAddress: deal.buyer.address,
    phoneNumber: deal.buyer.phone,
  }
  return (await createOrder(db, { input, sellerId: deal.book.seller.id, now: scene.clock })).id
}

/** Stars around what readers think of the title: some titles are loved, some are not. */
function starsFor(title: string, random: Random): number {
  const liked = seeded(`liked ${title}`).pick([4.7, 4.6, 4.3, 3.9, 3.2])
  return Math.min(5, Math.max(1, Math.round(liked + (random.next() - 0.5) * 1.6)))
}

async function rate({ db, deal, random, clock }: Scene, orderId: string): Promise<void> {
  const book = starsFor(deal.book.title, random)
  const stars = { book, seller: random.pick([5, 5, 4, 4, 3]), review: reviewOf(random, book) }
  await giveRating(db, { orderId, buyerId: deal.buyer.id, stars, now: clock })
}

/** From Pending to where the deal ends. */
async function follow(scene: Scene, orderId: string, talk: Talk): Promise<void> {
  const { deal, random } = scene
  const set = (status: OrderStatus) =>
    move(scene, orderId, 'seller', (order) => statusTransition(order, status, scene.clock))
  const isQuick = random.chance(0.6)
  // Nothing is sent before its buyer has confirmed it.
  if (
    (isQuick || deal.ends === 'Shipped' || deal.ends === 'Delivered') &&
    wait(scene, 10 * minuteMs, 5 * hourMs)
  )
    await move(scene, orderId, 'buyer', (order) => confirmTransition(order, scene.clock))
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
  if (wait(scene, left, left))
    await move(scene, orderId, 'seller', (order) => returnTransition(order, scene.clock, 'seller'))
}

/** Plays one deal from its first message to its end, inside the caller's transaction. Nothing of it lies after `now`. */
export async function play(db: Db, deal: Deal, now: Date): Promise<void> {
  const { book, buyer } = deal
  const random = seeded(`deal ${book.title} ${book.seller.name} ${buyer.name}`)
  const chatId = await insertChat(db, {
    bookId: book.id,
    buyerId: buyer.id,
    sellerId: book.seller.id,
    now: deal.at,
  })
  const scene: Scene = { db, deal, random, chatId, clock: deal.at, now }
  const isHaggled = book.book_type === 'old' && random.chance(0.45)
  const agreed = isHaggled
    ? Math.max(1000, Math.round((book.price * 0.9) / 1000) * 1000)
    : book.price
  const talk: Talk = {
    book,
    agreed: Math.min(agreed, book.price),
    days: deal.days,
    buyerName: buyer.name,
    city: buyer.address.replace(/^.*, (\D+) \d+$/, '$1'),
  }
  await say(
    scene,
    deal.type === 'question' ? askTalk(random, talk) : dealTalk(random, talk, deal.type),
  )
  if (deal.type !== 'question') {
    const orderId = await order(scene, talk.agreed)
    if (orderId !== undefined) await follow(scene, orderId, talk)
  }
  for (const side of ['buyer', 'seller'] as const)
    if (deal.unread !== side) await readAll(scene, side)
}
