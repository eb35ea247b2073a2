// Creates the demo market's deals with the functions of chats, orders and offers, dated in the
// past.
import { otherSide, type Side } from '#contract/common/endpoint.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { OfferInput } from '#contract/orders/offers.ts'
import { insertMessage } from '#server/chats/messages.ts'
import { senderModelOf } from '#server/chats/rules.ts'
import { insertChat, markRead } from '#server/chats/store.ts'
import { createOffer } from '#server/offers/make-offer.ts'
import { acceptOpenOffer } from '#server/offers/respond-to-offer.ts'
import { insertDeal } from '#server/offers/store.ts'
import { applyTransition } from '#server/orders/lifecycle/apply-transition.ts'
import {
  cancelTransition,
  confirmTransition,
  type OrderTransition,
  returnTransition,
  sellerTransition,
} from '#server/orders/lifecycle/transitions.ts'
import { createOrder } from '#server/orders/place-order.ts'
import { giveRating } from '#server/orders/rate.ts'
import { type LockedOrder, lockOrder } from '#server/orders/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Buyer } from './accounts.ts'
import type { Listing } from './listings.ts'
import type { Deal } from './plan.ts'
import { type Random, seeded } from './random.ts'
import { chats, reviews, thanks } from './texts.ts'

const hourMs = 3_600_000

const contactOf = ({ address, phone }: { address: string; phone: string }) => ({
  deliveryAddress: address,
  phoneNumber: phone,
})

/** Opens a chat at `start`. The returned functions take a time in hours after that. */
async function openChat(db: Db, listing: Listing, buyer: Buyer, start: Date) {
  const { seller_id: sellerId, id: bookId } = listing.book
  const chatId = await insertChat(db, { bookId, buyerId: buyer.buyerId, sellerId, now: start })
  const me = {
    buyer: { accountId: buyer.buyerId, side: 'buyer' },
    seller: { accountId: sellerId, side: 'seller' },
  } as const
  const after = (hours: number) => new Date(start.getTime() + hours * hourMs)
  const read = (side: Side, hours: number) => markRead(db, me[side], chatId, after(hours))
  async function say(side: Side, text: string, hours: number) {
    const sender = { id: me[side].accountId, model: senderModelOf[side] }
    const message = {
      chatId,
      sender,
      text,
      channel: 'socket',
      unreadFor: [otherSide(side)],
    } as const
    await insertMessage(db, { ...message, now: after(hours) })
  }
  return { chatId, me, after, read, say }
}

type Chat = Awaited<ReturnType<typeof openChat>>
type Step = (order: LockedOrder, now: Date) => OrderTransition | undefined

async function playOrder(
  db: Db,
  { listing, buyer, kind, ends, days, isRated, returnedAfter, unread }: Deal,
  { chatId, me, after, say, random, agreed }: Chat & { random: Random; agreed: number },
): Promise<void> {
  const terms =
    kind === 'rent'
      ? ({ orderType: 'rent', rentDays: days } as const)
      : ({ orderType: 'purchase', price: toRupees(agreed) } as const)
  const input = { chatId, ...terms, ...contactOf(buyer) }
  const placed = { input, seller: me.seller, insertDeal, now: after(1) }
  const { id: orderId } = await createOrder(db, placed)
  async function move(side: Side, hours: number, step: Step) {
    const order = await lockOrder(db, me[side], orderId)
    const transition = step(order, after(hours))
    const actor = { model: senderModelOf[side], id: me[side].accountId }
    if (transition) await applyTransition(db, order, transition, actor, after(hours))
  }
  if (ends === 'Cancelled') return move('buyer', 2, cancelTransition)
  if (ends === 'Pending' && unread === 'buyer') return
  await move('buyer', 2, confirmTransition)
  if (ends === 'Pending') return
  await move('seller', 14, (order, now) => sellerTransition(order, 'Shipped', now))
  if (ends === 'Shipped') return
  await move('seller', 62, (order, now) => sellerTransition(order, 'Delivered', now))
  await say('buyer', thanks(random, listing.seller), 64)
  if (isRated) {
    const book = random.pick([5, 5, 4, 4, 3, 2])
    const review = random.pick(reviews[book] ?? [undefined])
    const stars = { book, seller: random.pick([5, 5, 4, 4, 3]), review }
    await giveRating(db, { orderId, buyerId: buyer.buyerId, stars, now: after(92) })
  }
  if (returnedAfter !== undefined)
    await move('seller', returnedAfter * 24, (rent, now) => returnTransition(rent, now, 'seller'))
}

export async function playDeal(db: Db, deal: Deal, now: Date): Promise<void> {
  const { listing, buyer, kind, days = 0 } = deal
  const random = seeded(`deal ${listing.book.title} ${buyer.name}`)
  const chat = await openChat(db, listing, buyer, new Date(now.getTime() - deal.hoursAgo * hourMs))
  const { price, book_type } = listing.book
  const isNegotiated = book_type === 'old' && price > 2_000 && random.chance(0.45)
  const agreed = isNegotiated ? Math.round((price * 0.9) / 1_000) * 1_000 : price
  const lines = chats[kind](random, { listing, buyer, agreed, days })
  // If the seller hasn't read a question, there is no reply.
  const said = kind === 'question' && deal.unread === 'seller' ? lines.slice(0, -1) : lines
  for (const [at, text] of said.entries())
    await chat.say(at % 2 ? 'seller' : 'buyer', text, at / 12)

  if (kind !== 'question' && deal.unread) await chat.read(deal.unread, 1)
  if (kind !== 'question') await playOrder(db, deal, { ...chat, random, agreed })
  for (const side of ['buyer', 'seller'] as const)
    if (side !== deal.unread)
      await chat.read(side, Math.min(deal.hoursAgo, 24 * (deal.returnedAfter ?? 4)))
}

/** `buyer` offers their book `given` for `wanted`. The seller may accept six hours later. */
export async function playSwap(
  db: Db,
  swap: { wanted: Listing; given: Listing; buyer: Buyer; hoursAgo: number; isAccepted: boolean },
  now: Date,
): Promise<void> {
  const { wanted, given, buyer, hoursAgo, isAccepted } = swap
  const start = new Date(now.getTime() - hoursAgo * hourMs)
  const { chatId, me, after, read } = await openChat(db, wanted, buyer, start)
  const offered: OfferInput = {
    chatId,
    orderType: 'purchase',
    handOver: 'post',
    ...contactOf(buyer),
    items: [{ bookId: wanted.book.id, copies: 1 }],
    exchange: { items: [{ bookId: given.book.id }], topUp: 0 },
  }
  const limits = { now: after(0.2), isLimited: false }
  const { id } = await createOffer(db, me.buyer, offered, limits)
  if (!isAccepted) return
  await read('seller', 6)
  await acceptOpenOffer(db, me.seller, id, contactOf(wanted.seller), after(6))
  await read('buyer', 7)
}
