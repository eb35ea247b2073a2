// What must be true of one book's orders and offers, told again in the fewest words: the judge of
// the model test. It shares no code with the rules of the server.
import { indianDate } from '#contract/common/dates.ts'
import type { OrderStatus } from '#contract/orders/orders.ts'

const dayMs = 86_400_000

export type ModelOrder = {
  id: string
  buyer: number
  isRent: boolean
  status: OrderStatus
  confirmed: boolean
  received: boolean
  rated: boolean
  returned: boolean
  deliveredAt: number | undefined
  /** Until then a proposal waits for its buyer. */
  proposedUntil: number | undefined
  deal: string | undefined
  /** The first day of a rent, which moves with the hand-over of one from an offer. */
  rentStart: string
  /** How many entries its history must have. */
  events: number
  /** The last change of the status, if the seller made it. */
  last: { isUnusual: boolean; at: number; before: Snapshot; explained: boolean } | undefined
}
type Snapshot = Pick<
  ModelOrder,
  'status' | 'confirmed' | 'received' | 'deliveredAt' | 'proposedUntil' | 'rentStart'
>

export type ModelOffer = {
  id: string
  buyer: number
  by: 'buyer' | 'seller'
  isRent: boolean
  copies: number
  status: 'open' | 'accepted' | 'declined' | 'withdrawn' | 'countered' | 'expired'
  expiresAt: number
}

export type ModelState = { copies: number; orders: ModelOrder[]; offers: ModelOffer[]; now: number }

export const snapshot = (order: ModelOrder): Snapshot => ({
  status: order.status,
  confirmed: order.confirmed,
  received: order.received,
  deliveredAt: order.deliveredAt,
  proposedUntil: order.proposedUntil,
  rentStart: order.rentStart,
})

export const holdsCopy = (order: ModelOrder): boolean =>
  order.status !== 'Cancelled' && !order.returned

export const freeCopies = ({ copies, orders }: ModelState): number =>
  copies - orders.filter(holdsCopy).length

export const isAgreed = (order: ModelOrder): boolean =>
  order.status !== 'Cancelled' && (order.confirmed || order.received || order.rated)

/** Only an admin changes it any more. */
export const isClosed = (order: ModelOrder, now: number): boolean =>
  order.status === 'Delivered' &&
  (order.received ||
    order.rated ||
    (isAgreed(order) && order.deliveredAt !== undefined && now - order.deliveredAt >= 7 * dayMs))

export const isProposal = (order: ModelOrder): boolean =>
  order.status === 'Pending' && !order.returned && !isAgreed(order)

const usual: Record<OrderStatus, OrderStatus[]> = {
  Pending: ['Shipped', 'Delivered', 'Cancelled'],
  Shipped: ['Delivered'],
  Delivered: [],
  Cancelled: [],
}
export const isUsual = (from: OrderStatus, to: OrderStatus): boolean => usual[from].includes(to)

/** Changes an order's status as its seller, its buyer or the system does. */
export function changeStatus(
  order: ModelOrder,
  to: OrderStatus,
  now: number,
  by: 'seller' | 'other',
): void {
  const before = snapshot(order)
  order.last =
    by === 'seller'
      ? {
          isUnusual: order.status !== to && !isUsual(order.status, to),
          at: now,
          before,
          explained: false,
        }
      : undefined
  order.status = to
  order.deliveredAt = to === 'Delivered' ? now : undefined
  if (to === 'Cancelled') {
    order.confirmed = false
    order.received = false
  }
  if (to === 'Pending' && !isAgreed(order)) order.proposedUntil = now + 72 * 3_600_000
  order.events++
  if (to === 'Delivered') moveRent(order, now)
}

/** A rent from an offer begins on the day of its hand-over; the move is an entry of its own. */
export function moveRent(order: ModelOrder, now: number): void {
  const today = indianDate(new Date(now))
  if (!order.deal || !order.isRent || order.rentStart === today) return
  order.rentStart = today
  order.events++
}

export const offerStatus = (offer: ModelOffer, now: number): ModelOffer['status'] =>
  offer.status === 'open' && offer.expiresAt <= now ? 'expired' : offer.status

/** The offer of a buyer's chat that the server still keeps as open, whether its time is over or not. */
export const openOffer = ({ offers }: ModelState, buyer: number): ModelOffer | undefined =>
  offers.find((offer) => offer.buyer === buyer && offer.status === 'open')
