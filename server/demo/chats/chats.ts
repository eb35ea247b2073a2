import { toRupees } from '#contract/common/schemas.ts'
import type { OrderStatus } from '#contract/orders/orders.ts'
import type { CopyStock } from '#server/demo/copies-and-holds.ts'
import { type Random, seeded } from '#server/demo/random.ts'
import {
  confirmTransition,
  returnTransition,
  statusTransition,
} from '#server/orders/lifecycle/transitions.ts'
import { addOrder, addRating, type ChatRows, markChatRead, startChat } from './chat-rows.ts'
import {
  type ChatState,
  hourMs,
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

type MarketState = { stock: CopyStock; covers: ReadonlyMap<string, string> }

/** Says whether it did: not if the order would lie in the future. */
function placeOrder(state: ChatState, { stock, covers }: MarketState, agreed: number): boolean {
  const { rows, plan } = state
  const { book, buyer } = plan
  if (!passTime(state, 4 * minuteMs, 20 * minuteMs)) return false
  const terms =
    plan.type === 'rent'
      ? { orderType: 'rent' as const, rentDays: plan.days }
      : { orderType: 'purchase' as const, price: toRupees(agreed) }
  const input = {
    chatId: rows.chat.id,
    ...terms,
    deliveryAddress: buyer.address,
    phoneNumber: buyer.phone,
  }
  addOrder(rows, { book, buyer, cover: covers.get(book.id) ?? null, input, stock }, state.clock)
  return true
}

function starsFor(title: string, random: Random): number {
  const liked = seeded(`liked ${title}`).pick([4.7, 4.6, 4.3, 3.9, 3.2])
  return Math.min(5, Math.max(1, Math.round(liked + (random.next() - 0.5) * 1.6)))
}

function rateOrder({ rows, plan, random, clock }: ChatState): void {
  const book = starsFor(plan.book.title, random)
  const stars = { book, seller: random.pick([5, 5, 4, 4, 3]), review: reviewText(random, book) }
  if (rows.order) addRating(rows, rows.order, stars, clock)
}

function moveOrderOn(state: ChatState, facts: MessageFacts): void {
  const { plan, random } = state
  const setStatus = (status: OrderStatus) =>
    moveOrder(state, 'seller', (order) => statusTransition(order, status, state.clock))
  const isQuick = random.chance(0.6)
  // Nothing is sent before its buyer has confirmed it.
  if (
    (isQuick || plan.ends === 'Shipped' || plan.ends === 'Delivered') &&
    passTime(state, 10 * minuteMs, 5 * hourMs)
  )
    moveOrder(state, 'buyer', (order) => confirmTransition(order, state.clock))
  if (plan.ends === 'Pending') return
  if (!passTime(state, 6 * hourMs, 20 * hourMs)) return
  setStatus(plan.ends === 'Cancelled' ? 'Cancelled' : 'Shipped')
  if (plan.ends !== 'Delivered' || !passTime(state, 36 * hourMs, 70 * hourMs)) return
  setStatus('Delivered')
  if (random.chance(0.5)) sendMessages(state, thanksMessages(random, facts))
  if (plan.isRated && passTime(state, 20 * hourMs, 60 * hourMs)) rateOrder(state)
  if (plan.returnedAfter === undefined) return
  const elapsed = state.clock.getTime() - plan.at.getTime()
  const left = Math.max(hourMs, plan.returnedAfter * 24 * hourMs - elapsed)
  if (passTime(state, left, left))
    moveOrder(state, 'seller', (order) => returnTransition(order, state.clock, 'seller'))
}

/** The rows of a chat and its order. Nothing in it is later than `now`. */
export function makeChat(plan: PlannedChat, market: MarketState, now: Date): ChatRows {
  const { book, buyer } = plan
  const random = seeded(`deal ${book.title} ${book.seller.name} ${buyer.name}`)
  const rows = startChat(book, buyer, plan.at)
  const state: ChatState = { rows, plan, random, clock: plan.at, now }
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
  sendMessages(
    state,
    plan.type === 'question'
      ? questionMessages(random, facts)
      : orderMessages(random, facts, plan.type),
  )
  if (plan.type !== 'question' && placeOrder(state, market, facts.agreed)) moveOrderOn(state, facts)
  for (const side of ['buyer', 'seller'] as const)
    if (plan.unread !== side) markChatRead(rows, side, state.clock)
  return rows
}
