// A minimal model of one book's orders and offers. The model test compares the server with it. It
// shares no code with the server's rules.
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
  handedBack: boolean
  /** The day in India on which the seller got the rented copy back. */
  returnedOn: string | undefined
  /** The sum of the refunds of solved problems, in paise. */
  refund: number
  deliveredAt: number | undefined
  /**
   * When the status was last set, except by a code. It is the same for orders that were changed
   * together.
   */
  statusSetAt: number | undefined
  /** When the seller last set the status to Shipped. */
  shippedAt: number | undefined
  /** When the proposal expires if the buyer doesn't answer. */
  proposedUntil: number | undefined
  deal: string | undefined
  /** The price in paise. */
  price: number
  days: number
  /** The first day of the rental. It changes with the hand-over. */
  rentStart: string
  rentEnd: string
  closedByAdmin: boolean
  reopenedAt: number | undefined
  /** The open problem and the seller's proposal. `isMissing` means that the book never came. */
  problem: { proposal: string | undefined; isMissing: boolean } | undefined
  /** How problems were solved, and when the latest justified one was solved. */
  outcomes: string[]
  solvedAt: number | undefined
  /** The agreed hand-over, and the meeting's place, time and code. */
  handOver: 'meet' | 'post' | undefined
  meeting: ModelMeeting | undefined
  wasHandedOver: boolean
  sentWith: string | undefined
  /** Payments by kind, in paise. */
  payments: Record<string, { paid: number; received: number }>
  /** The number of entries that the history must have. */
  events: number
  /** The last change of the status, if the seller made it and the history has no later entry. */
  last: { isUnusual: boolean; at: number; before: Snapshot; explained: boolean } | undefined
  beforeCancel: Snapshot | undefined
  cancelledAt: number
}

/** A deal's orders share one meeting. */
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
  extended: ModelOrder | undefined
  status: 'open' | 'accepted' | 'declined' | 'withdrawn' | 'countered' | 'expired'
  expiresAt: number
  /**
   * The rental's first day if the offer names none: the day of the offer, not that of its
   * acceptance.
   */
  rentStart: string
}

export type ModelState = {
  copies: number
  orders: ModelOrder[]
  offers: ModelOffer[]
  /** When each buyer last wrote in the chat, by making an offer or proposing a meeting. */
  wroteAt: number[]
  /** For each buyer, whether the buyer has blocked the seller, and the seller the buyer. */
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
  handedBack: order.handedBack,
  deliveredAt: order.deliveredAt,
  proposedUntil: order.proposedUntil,
  rentStart: order.rentStart,
  rentEnd: order.rentEnd,
  sentWith: order.sentWith,
})

const holdsCopy = (order: ModelOrder): boolean =>
  order.status !== 'Cancelled' && order.returnedOn === undefined

export const freeCopies = ({ copies, orders }: ModelState): number =>
  copies - orders.filter(holdsCopy).length

/** Whether an order can't leave Cancelled, because no copy is free. A returned order needs none. */
export const lacksCopy = (order: ModelOrder, state: ModelState): boolean =>
  order.status === 'Cancelled' && order.returnedOn === undefined && freeCopies(state) === 0

export const isAgreed = (order: ModelOrder): boolean =>
  order.status !== 'Cancelled' && (order.confirmed || order.received)

export const isRentedOut = (order: ModelOrder): boolean =>
  order.isRent && order.status === 'Delivered' && order.returnedOn === undefined

/**
 * When the period of the buyer's silence started: at the delivery, or later if an admin or a
 * problem restarted it.
 */
export const quietSince = ({ deliveredAt = 0, solvedAt = 0, reopenedAt = 0 }: ModelOrder): number =>
  Math.max(deliveredAt, solvedAt, reopenedAt)

/** Whether only an admin can still change the order. */
export function isClosed(order: ModelOrder, now: number): boolean {
  if (order.closedByAdmin) return true
  if (order.status !== 'Delivered' || order.problem) return false
  const isAnswered = order.received && order.reopenedAt === undefined
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

/** Changes an order's status for the seller, for somebody else, or because a code was typed. */
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
  }
  if (to === 'Pending') order.sentWith = undefined
  if (to === 'Pending' && !isAgreed(order)) order.proposedUntil = now + proposalMs
  if (to === 'Delivered') moveRent(order, now)
}

/** Moves a rental to the day of its hand-over, which adds an entry to the history. */
export function moveRent(order: ModelOrder, now: number): void {
  const today = indianDate(new Date(now))
  if (!order.isRent || order.returnedOn !== undefined || order.rentStart === today) return
  order.rentStart = today
  order.rentEnd = addDays(today, order.days)
  order.events++
}

/** Moves the days of a resumed rental by the time for which it was cancelled. */
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

/** Returns the offer that the server stores as open in a buyer's chat, even if it has expired. */
export const openOffer = ({ offers }: ModelState, buyer: number): ModelOffer | undefined =>
  offers.find((offer) => offer.buyer === buyer && offer.status === 'open')
