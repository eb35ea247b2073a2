// A minimal model of one book's orders and offers, against which the model test checks the server.
// It shares no code with the server's rules.
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
  /** False once the rated order was cancelled. */
  ratingCounts: boolean
  handedBack: boolean
  /** The day in India on which the seller got a rented copy back. */
  returnedOn: string | undefined
  /** The part of the price, in paise, that all refunds of solved problems give back. */
  refund: number
  deliveredAt: number | undefined
  /** When the status was last set, except by a code. It identifies orders changed together. */
  statusSetAt: number | undefined
  /** When its seller last set Shipped. */
  shippedAt: number | undefined
  /** When a proposal expires if its buyer doesn't answer. */
  proposedUntil: number | undefined
  deal: string | undefined
  /** In paise. */
  price: number
  days: number
  /** The first day of a rental. It moves with the hand-over. */
  rentStart: string
  rentEnd: string
  closedByAdmin: boolean
  reopenedAt: number | undefined
  /** The open problem and its seller's proposal; `isMissing` if the book never came. */
  problem: { proposal: string | undefined; isMissing: boolean } | undefined
  /** How its problems were solved, and when the last justified one was solved. */
  outcomes: string[]
  solvedAt: number | undefined
  /** The agreed way of handing over, and the place, time and code of the meeting. */
  handOver: 'meet' | 'post' | undefined
  meeting: ModelMeeting | undefined
  wasHandedOver: boolean
  /** Courier and tracking number. */
  sentWith: string | undefined
  /** Payments by kind, in paise. */
  payments: Record<string, { paid: number; received: number }>
  /** How many entries its history must have. */
  events: number
  /** The last change of the status, if the seller made it and no other entry followed. */
  last: { isUnusual: boolean; at: number; before: Snapshot; explained: boolean } | undefined
  beforeCancel: Snapshot | undefined
  cancelledAt: number
}

/** All orders of a deal share one meeting. */
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
  /** The rental that the offer extends. */
  extended: ModelOrder | undefined
  status: 'open' | 'accepted' | 'declined' | 'withdrawn' | 'countered' | 'expired'
  expiresAt: number
  /** The first day of a rental if no day was named: the day of the offer, not of its acceptance. */
  rentStart: string
}

export type ModelState = {
  copies: number
  orders: ModelOrder[]
  offers: ModelOffer[]
  /** When each buyer last wrote in the chat: an offer or a proposal to meet. */
  wroteAt: number[]
  /** For each buyer, which of the two people has blocked the other. */
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

/** An order that leaves Cancelled needs a free copy, unless its own was returned. */
export const lacksCopy = (order: ModelOrder, state: ModelState): boolean =>
  order.status === 'Cancelled' && order.returnedOn === undefined && freeCopies(state) === 0

export const isAgreed = (order: ModelOrder): boolean =>
  order.status !== 'Cancelled' && (order.confirmed || order.received || order.ratingCounts)

export const isRentedOut = (order: ModelOrder): boolean =>
  order.isRent && order.status === 'Delivered' && order.returnedOn === undefined

/**
 * When the period starts after which the buyer's silence counts: at the delivery, or when an admin
 * or a problem restarted it.
 */
export const quietSince = ({ deliveredAt = 0, solvedAt = 0, reopenedAt = 0 }: ModelOrder): number =>
  Math.max(deliveredAt, solvedAt, reopenedAt)

/** Whether only an admin may still change the order. */
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

/** Adds an entry to the history. After it, the seller's last change can't be undone. */
export function addEvent(order: ModelOrder): void {
  order.events++
  order.last = undefined
}

/** Changes an order's status on behalf of its seller, somebody else, or a typed code. */
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

/** A rental starts on the day of its hand-over. Moving it adds an entry to the history. */
export function moveRent(order: ModelOrder, now: number): void {
  const today = indianDate(new Date(now))
  if (!order.isRent || order.returnedOn !== undefined || order.rentStart === today) return
  order.rentStart = today
  order.rentEnd = addDays(today, order.days)
  order.events++
}

/** If a rental is resumed after a cancellation, its days move by the time in between. */
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

/** Returns the offer in a buyer's chat that the server stores as open, even if it has expired. */
export const openOffer = ({ offers }: ModelState, buyer: number): ModelOffer | undefined =>
  offers.find((offer) => offer.buyer === buyer && offer.status === 'open')
