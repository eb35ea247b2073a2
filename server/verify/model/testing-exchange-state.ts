// A minimal model of exchanges between two people. Like testing-state.ts, it shares no code with
// the server's rules.
import type { OrderStatus } from '#contract/orders/orders.ts'
import type { Side } from './testing-state.ts'

const dayMs = 86_400_000

/**
 * Person 0 (Asha) is the seller in the chat, and person 1 (Ravi) the buyer. Each has both accounts.
 */
export type Person = 0 | 1
export const other = (person: Person): Person => (person === 0 ? 1 : 0)
export const sideOf = (person: Person): Side => (person === 0 ? 'seller' : 'buyer')

export type ModelLeg = {
  orderId: string
  giver: Person
  status: OrderStatus
  received: boolean
  deliveredAt: number | undefined
  /** The code to type in at the meeting. Undefined if the book is sent by post. */
  code: string | undefined
  wasHandedOver: boolean
}

type Reported = { paid: boolean; received: boolean }
export type ModelExchange = {
  id: string
  offer: ModelExchangeOffer
  legs: [ModelLeg, ModelLeg]
  /** The reports about the money that Ravi pays on top. `back` has those about the repayment. */
  reported: Reported
  back: Reported
}

export type ModelExchangeOffer = {
  id: string
  by: Person
  post: boolean
  status: 'open' | 'accepted' | 'declined' | 'withdrawn' | 'countered' | 'expired'
  expiresAt: number
}

export type ExchangeState = {
  copies: number
  offers: ModelExchangeOffer[]
  exchanges: ModelExchange[]
  hasRaviOffered: boolean
  now: number
}

export const legsOf = ({ exchanges }: ExchangeState): ModelLeg[] =>
  exchanges.flatMap(({ legs }) => legs)

export const freeCopies = (state: ExchangeState, giver: Person): number =>
  state.copies -
  legsOf(state).filter((leg) => leg.giver === giver && leg.status !== 'Cancelled').length

export const isHandedOver = ({ status }: ModelLeg): boolean =>
  status === 'Shipped' || status === 'Delivered'

export const isClosed = (leg: ModelLeg, now: number): boolean =>
  leg.status === 'Cancelled' ||
  (leg.status === 'Delivered' &&
    (leg.received || (leg.deliveredAt !== undefined && now - leg.deliveredAt >= 7 * dayMs)))

export const statusOf = ({ legs }: ModelExchange, now: number) => {
  if (legs.every(({ status }) => status === 'Cancelled')) return 'cancelled'
  if (!legs.every((leg) => isClosed(leg, now))) return 'running'
  return legs.every(({ status }) => status === 'Delivered') ? 'completed' : 'incomplete'
}

/** Sets a leg's status. Cancelling one book cancels both, unless one was handed over. */
export function setStatus(
  { legs }: ModelExchange,
  leg: ModelLeg,
  status: OrderStatus,
  now: number,
): void {
  const changed = status === 'Cancelled' && !legs.some(isHandedOver) ? legs : [leg]
  for (const one of changed) {
    if (one !== leg && one.status === 'Cancelled') continue
    one.status = status
    one.deliveredAt = status === 'Delivered' ? now : undefined
    if (status === 'Cancelled') one.received = false
  }
}

export const offerStatus = ({ status, expiresAt }: ModelExchangeOffer, now: number) =>
  status === 'open' && expiresAt <= now ? 'expired' : status

export const isPaid = ({ paid, received }: Reported): boolean => paid || received
