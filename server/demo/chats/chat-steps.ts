import type { Side } from '#contract/common/endpoint.ts'
import type { OrderStatus } from '#contract/orders/orders.ts'
import type { Buyer } from '#server/demo/accounts.ts'
import type { Listing } from '#server/demo/listings.ts'
import type { Random } from '#server/demo/random.ts'
import type { OrderTransition } from '#server/orders/lifecycle/transitions.ts'
import type { OrderDetails } from '#server/orders/order-details.ts'
import { addMessage, applyTransition, type ChatRows, detailsOf, markChatRead } from './chat-rows.ts'
import type { Message } from './messages.ts'

export type PlannedChat = {
  book: Listing
  buyer: Buyer
  type: 'rent' | 'purchase' | 'question'
  at: Date
  ends: OrderStatus
  days: number
  returnedAfter?: number
  isRated: boolean
  unread?: Side
}

export const hourMs = 3_600_000
export const minuteMs = 60_000
const otherSide = { buyer: 'seller', seller: 'buyer' } as const

/** A chat while it is being made: `clock` only goes forward and never past `now`. */
export type ChatState = {
  rows: ChatRows
  plan: PlannedChat
  random: Random
  clock: Date
  now: Date
}

/** False where that would pass the present: nothing more happens then. */
export function passTime(state: ChatState, minMs: number, maxMs: number): boolean {
  const later = new Date(state.clock.getTime() + state.random.integer(minMs, maxMs))
  if (later > state.now) return false
  state.clock = later
  return true
}

export function sendMessages(state: ChatState, messages: readonly Message[]): void {
  for (const [side, text] of messages) {
    if (!passTime(state, minuteMs, 12 * minuteMs)) return
    addMessage(state.rows, side, text, otherSide[side], state.clock)
  }
  const last = messages.at(-1)?.[0]
  if (last) markChatRead(state.rows, last, state.clock)
}

export function moveOrder(
  { rows, clock }: ChatState,
  side: Side,
  step: (order: OrderDetails) => OrderTransition | undefined,
): void {
  const { order } = rows
  const transition = order && step(detailsOf(rows, order))
  if (order && transition) applyTransition(rows, order, transition, side, clock)
}
