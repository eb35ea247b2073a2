// What must be true of one book's orders and offers, told again in the fewest words: the judge of
// the model test. It shares no code with the rules of the server.
import { addDays, indianDate } from '#contract/common/dates.ts'
import type { OrderStatus } from '#contract/orders/orders.ts'

export const dayMs = 86_400_000
export const proposalMs = 3 * dayMs
export type Side = 'buyer' | 'seller'

export type ModelOrder = {
  id: string
  buyer: number
  isRent: boolean
  status: OrderStatus
  confirmed: boolean
  received: boolean
  rated: boolean
  /** Not since the order was cancelled. */
  ratingCounts: boolean
  handedBack: boolean
  /** The day in India on which the seller had a rented copy back. */
  returnedOn: string | undefined
  /** Of the price, in paise: what all problems that ended so give back together. */
  refund: number
  deliveredAt: number | undefined
  /**
   * When its status was last set, by a code aside; then that of others of its deal may have been.
   */
  statusSetAt: number | undefined
  /** When its seller last set Shipped. */
  shippedAt: number | undefined
  /** Until then a proposal waits for its buyer. */
  proposedUntil: number | undefined
  deal: string | undefined
  /** In paise. */
  price: number
  days: number
  /** The first day of a rent, which moves with its hand-over. */
  rentStart: string
  rentEnd: string
  closedByAdmin: boolean
  reopenedAt: number | undefined
  /** The open problem and its seller's proposal; `isMissing` if the book never came. */
  problem: { proposal: string | undefined; isMissing: boolean } | undefined
  /** How its problems were solved, and when the last one was that the buyer was right about. */
  outcomes: string[]
  solvedAt: number | undefined
  /** What both agreed on; where, when and with which code they meet. */
  handOver: 'meet' | 'post' | undefined
  meeting: ModelMeeting | undefined
  wasHandedOver: boolean
  /** Courier and tracking number. */
  sentWith: string | undefined
  /** In paise, by what is paid. */
  payments: Record<string, { paid: number; received: number }>
  /** How many entries its history must have. */
  events: number
  /** The last change of the status, if the seller made it and nothing came after it. */
  last: { isUnusual: boolean; at: number; before: Snapshot; explained: boolean } | undefined
  beforeCancel: Snapshot | undefined
  cancelledAt: number
}

/** All orders of a deal share one. */
export type ModelMeeting = {
  id: string
  code: string
  wrongCodes: number
  proposal: { id: string; by: Side; time: number; isChosen: boolean } | undefined
}

type Snapshot = ReturnType<typeof snapshot>

export type ModelOffer = {
  id: string
  buyer: number
  by: Side
  isRent: boolean
  copies: number
  handOver: 'meet' | 'post'
  /** The rent of which it is an extension. */
  extended: ModelOrder | undefined
  status: 'open' | 'accepted' | 'declined' | 'withdrawn' | 'countered' | 'expired'
  expiresAt: number
  /**
   * On which a rent begins, if no other day was named: that of the offer, not of its acceptance.
   */
  rentStart: string
}

export type ModelState = {
  copies: number
  orders: ModelOrder[]
  offers: ModelOffer[]
  /** When each buyer last wrote in the chat: an offer or a proposal to meet. */
  wroteAt: number[]
  /** Of each buyer: who of the two has blocked the other. */
  blocks: Record<Side, boolean>[]
  now: number
}

export function newOrder(
  made: Pick<ModelOrder, 'id' | 'buyer' | 'isRent' | 'price' | 'days'>,
  now: number,
  rentStart = indianDate(new Date(now)),
): ModelOrder {
  return {
    ...made,
    status: 'Pending',
    confirmed: false,
    received: false,
    rated: false,
    ratingCounts: false,
    handedBack: false,
    returnedOn: undefined,
    deliveredAt: undefined,
    statusSetAt: undefined,
    shippedAt: undefined,
    proposedUntil: now + proposalMs,
    deal: undefined,
    rentStart,
    rentEnd: addDays(rentStart, made.days),
    closedByAdmin: false,
    reopenedAt: undefined,
    problem: undefined,
    outcomes: [],
    solvedAt: undefined,
    refund: 0,
    handOver: undefined,
    meeting: undefined,
    wasHandedOver: false,
    sentWith: undefined,
    payments: {},
    events: 1,
    last: undefined,
    beforeCancel: undefined,
    cancelledAt: now,
  }
}

const snapshot = (order: ModelOrder) => ({
  status: order.status,
  confirmed: order.confirmed,
  received: order.received,
  ratingCounts: order.ratingCounts,
  handedBack: order.handedBack,
  deliveredAt: order.deliveredAt,
  proposedUntil: order.proposedUntil,
  rentStart: order.rentStart,
  rentEnd: order.rentEnd,
})

const holdsCopy = (order: ModelOrder): boolean =>
  order.status !== 'Cancelled' && order.returnedOn === undefined

export const freeCopies = ({ copies, orders }: ModelState): number =>
  copies - orders.filter(holdsCopy).length

/** What leaves Cancelled needs a copy again, unless its own came back. */
export const lacksCopy = (order: ModelOrder, state: ModelState): boolean =>
  order.status === 'Cancelled' && order.returnedOn === undefined && freeCopies(state) === 0

export const isAgreed = (order: ModelOrder): boolean =>
  order.status !== 'Cancelled' && (order.confirmed || order.received || order.ratingCounts)

export const isRentedOut = (order: ModelOrder): boolean =>
  order.isRent && order.status === 'Delivered' && order.returnedOn === undefined

/** From then on the buyer's silence counts: the delivery, or what an admin or a problem undid. */
export const quietSince = ({ deliveredAt = 0, solvedAt = 0, reopenedAt = 0 }: ModelOrder): number =>
  Math.max(deliveredAt, solvedAt, reopenedAt)

/** Only an admin changes it any more. */
export function isClosed(order: ModelOrder, now: number): boolean {
  if (order.closedByAdmin) return true
  if (order.status !== 'Delivered' || order.problem) return false
  const isAnswered = (order.received || order.rated) && order.reopenedAt === undefined
  return isAnswered || (isAgreed(order) && now - quietSince(order) >= 7 * dayMs)
}

export const isProposal = (order: ModelOrder): boolean =>
  order.status === 'Pending' && order.returnedOn === undefined && !isAgreed(order)

const usual: Record<OrderStatus, OrderStatus[]> = {
  Pending: ['Shipped', 'Delivered', 'Cancelled'],
  Shipped: ['Delivered'],
  Delivered: [],
  Cancelled: [],
}
export const isUsual = (from: OrderStatus, to: OrderStatus): boolean => usual[from].includes(to)

/** An entry in the history; the seller's last change can't be undone after it. */
export function addEvent(order: ModelOrder): void {
  order.events++
  order.last = undefined
}

/** Changes an order's status as its seller, somebody else, or the code that was typed. */
export function changeStatus(
  order: ModelOrder,
  to: OrderStatus,
  now: number,
  by: 'seller' | 'other' | 'code',
): void {
  const before = snapshot(order)
  const isUnusual = order.status !== to && !isUsual(order.status, to)
  addEvent(order)
  if (by === 'seller') order.last = { isUnusual, at: now, before, explained: false }
  const isBack = order.returnedOn !== undefined
  if (order.status === 'Delivered' && !isBack) order.handedBack = false
  order.status = to
  if (by !== 'code') order.statusSetAt = now
  order.deliveredAt = to === 'Delivered' ? now : undefined
  if (to === 'Shipped') order.shippedAt = now
  if (to === 'Cancelled') {
    order.beforeCancel = before
    order.cancelledAt = now
    if (!isBack) order.confirmed = false
    if (!isBack) order.received = false
    if (!isBack) order.ratingCounts = false
  }
  if (to === 'Pending' && !isAgreed(order)) order.proposedUntil = now + proposalMs
  if (to === 'Delivered') moveRent(order, now)
}

/** A rent begins on the day of its hand-over; the move is an entry of its own. */
export function moveRent(order: ModelOrder, now: number): void {
  const today = indianDate(new Date(now))
  if (!order.isRent || order.returnedOn !== undefined || order.rentStart === today) return
  order.rentStart = today
  order.rentEnd = addDays(today, order.days)
  order.events++
}

/** A rent that was out when it was cancelled goes on as many days later. */
export function resumeRent(order: ModelOrder, now: number): void {
  const [from, to] = [order.cancelledAt, now].map((time) => indianDate(new Date(time)))
  const days = (Date.parse(to ?? '') - Date.parse(from ?? '')) / dayMs
  if (!isRentedOut(order) || days === 0) return
  order.rentStart = addDays(order.rentStart, days)
  order.rentEnd = addDays(order.rentEnd, days)
  order.events++
}

export const isBlocked = ({ blocks }: ModelState, buyer: number): boolean =>
  blocks[buyer]?.buyer === true || blocks[buyer]?.seller === true

export const offerStatus = (offer: ModelOffer, now: number): ModelOffer['status'] =>
  offer.status === 'open' && offer.expiresAt <= now ? 'expired' : offer.status

/**
 * The offer of a buyer's chat that the server still keeps as open, whether its time is over or not.
 */
export const openOffer = ({ offers }: ModelState, buyer: number): ModelOffer | undefined =>
  offers.find((offer) => offer.buyer === buyer && offer.status === 'open')
