// Makes one chat of the demo market and its order, through the features' own functions.
import { toRupees } from '#contract/common/schemas.ts'
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
import {
  type ChatState,
  hourMs,
  markChatRead,
  minuteMs,
  moveOrder,
  type PlannedChat,
  passTime,
  sendMessages,
} from './chat-steps.ts'
import {
  type MessageFacts,
  orderMessages,
  questionMessages,
  reviewText,
  thanksMessages,
} from './messages.ts'
import { type Random, seeded } from './random.ts'

/** Gives the order's id, or undefined if it would lie in the future. */
async function createChatOrder(state: ChatState, agreed: number): Promise<string | undefined> {
  const { db, plan, chatId } = state
  if (!passTime(state, 4 * minuteMs, 20 * minuteMs)) return undefined
  const terms =
    plan.type === 'rent'
      ? { orderType: 'rent' as const, rentDays: plan.days }
      : { orderType: 'purchase' as const, price: toRupees(agreed) }
  const input = {
    chatId,
    ...terms,
    deliveryAddress: plan.buyer.address,
    phoneNumber: plan.buyer.phone,
  }
  return (await createOrder(db, { input, sellerId: plan.book.seller.id, now: state.clock })).id
}

/** A rating near the average of the title, which is high for some and low for others. */
function starsFor(title: string, random: Random): number {
  const liked = seeded(`liked ${title}`).pick([4.7, 4.6, 4.3, 3.9, 3.2])
  return Math.min(5, Math.max(1, Math.round(liked + (random.next() - 0.5) * 1.6)))
}

async function rateOrder({ db, plan, random, clock }: ChatState, orderId: string): Promise<void> {
  const book = starsFor(plan.book.title, random)
  const stars = { book, seller: random.pick([5, 5, 4, 4, 3]), review: reviewText(random, book) }
  await giveRating(db, { orderId, buyerId: plan.buyer.id, stars, now: clock })
}

async function moveOrderOn(state: ChatState, orderId: string, facts: MessageFacts): Promise<void> {
  const { plan, random } = state
  const setStatus = (status: OrderStatus) =>
    moveOrder(state, orderId, 'seller', (order) => statusTransition(order, status, state.clock))
  const isQuick = random.chance(0.6)
  // Nothing is sent before its buyer has confirmed it.
  if (
    (isQuick || plan.ends === 'Shipped' || plan.ends === 'Delivered') &&
    passTime(state, 10 * minuteMs, 5 * hourMs)
  )
    await moveOrder(state, orderId, 'buyer', (order) => confirmTransition(order, state.clock))
  if (plan.ends === 'Pending') return
  if (!passTime(state, 6 * hourMs, 20 * hourMs)) return
  if (plan.ends === 'Cancelled') return setStatus('Cancelled')
  await setStatus('Shipped')
  if (plan.ends === 'Shipped' || !passTime(state, 36 * hourMs, 70 * hourMs)) return
  await setStatus('Delivered')
  if (random.chance(0.5)) await sendMessages(state, thanksMessages(random, facts))
  if (plan.isRated && passTime(state, 20 * hourMs, 60 * hourMs)) await rateOrder(state, orderId)
  if (plan.returnedAfter === undefined) return
  const elapsed = state.clock.getTime() - plan.at.getTime()
  const left = Math.max(hourMs, plan.returnedAfter * 24 * hourMs - elapsed)
  if (passTime(state, left, left))
    await moveOrder(state, orderId, 'seller', (order) =>
      returnTransition(order, state.clock, 'seller'),
    )
}

/** Makes a chat in the caller's transaction. Nothing in it is later than `now`. */
export async function makeChat(db: Db, plan: PlannedChat, now: Date): Promise<void> {
  const { book, buyer } = plan
  const random = seeded(`deal ${book.title} ${book.seller.name} ${buyer.name}`)
  const chatId = await insertChat(db, {
    bookId: book.id,
    buyerId: buyer.id,
    sellerId: book.seller.id,
    now: plan.at,
  })
  const state: ChatState = { db, plan, random, chatId, clock: plan.at, now }
  const isNegotiated = book.book_type === 'old' && random.chance(0.45)
  const agreed = isNegotiated
    ? Math.max(1000, Math.round((book.price * 0.9) / 1000) * 1000)
    : book.price
  const facts: MessageFacts = {
    book,
    agreed: Math.min(agreed, book.price),
    days: plan.days,
    buyerName: buyer.name,
    city: buyer.address.replace(/^.*, (\D+) \d+$/, '$1'),
  }
  await sendMessages(
    state,
    plan.type === 'question'
      ? questionMessages(random, facts)
      : orderMessages(random, facts, plan.type),
  )
  if (plan.type !== 'question') {
    const orderId = await createChatOrder(state, facts.agreed)
    if (orderId !== undefined) await moveOrderOn(state, orderId, facts)
  }
  for (const side of ['buyer', 'seller'] as const)
    if (plan.unread !== side) await markChatRead(state, side)
}
