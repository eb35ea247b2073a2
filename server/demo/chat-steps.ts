// The steps of a demo chat: time passes, messages are sent and read, the order moves on.
import type { Side } from '#contract/common/endpoint.ts'
import type { OrderStatus } from '#contract/orders.ts'
import { insertMessage } from '#server/chats/messages.ts'
import { senderModelOf } from '#server/chats/rules.ts'
import { markRead } from '#server/chats/store.ts'
import { applyTransition } from '#server/orders/apply-transition.ts'
import { type LockedOrder, lockOrder, type OrderActor } from '#server/orders/store.ts'
import type { OrderTransition } from '#server/orders/transitions.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Listing } from './listings.ts'
import type { Message } from './messages.ts'
import type { Buyer } from './people.ts'
import type { Random } from './random.ts'

/** A chat and, unless it is only a question, the order it led to. */
export type PlannedChat = {
  book: Listing
  buyer: Buyer
  type: 'rent' | 'purchase' | 'question'
  at: Date
  ends: OrderStatus
  /** For rents: the days agreed, and after how many the copy was returned. */
  days: number
  returnedAfter?: number
  isRated: boolean
  /** The side that has not read the last messages. */
  unread?: Side
}

export const hourMs = 3_600_000
export const minuteMs = 60_000
const otherSide = { buyer: 'seller', seller: 'buyer' } as const

/** A chat while it is being made: `clock` only goes forward and never past `now`. */
export type ChatState = {
  db: Db
  plan: PlannedChat
  random: Random
  chatId: string
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

const idOf = ({ buyer, book }: PlannedChat, side: Side) =>
  side === 'buyer' ? buyer.id : book.seller.id
export const markChatRead = ({ db, plan, chatId, clock }: ChatState, side: Side) =>
  markRead(db, { accountId: idOf(plan, side), side }, chatId, clock)

export async function sendMessages(state: ChatState, messages: readonly Message[]): Promise<void> {
  for (const [side, text] of messages) {
    if (!passTime(state, minuteMs, 12 * minuteMs)) return
    const sender = { id: idOf(state.plan, side), model: senderModelOf[side] }
    await insertMessage(state.db, {
      chatId: state.chatId,
      sender,
      text,
      channel: 'socket',
      unreadFor: [otherSide[side]],
      now: state.clock,
    })
  }
  const last = messages.at(-1)?.[0]
  if (last) await markChatRead(state, last)
}

/** Moves the order on by one step, as its buyer or seller. */
export async function moveOrder(
  state: ChatState,
  orderId: string,
  side: Side,
  step: (order: LockedOrder) => OrderTransition | undefined,
): Promise<void> {
  const accountId = idOf(state.plan, side)
  const locked = await lockOrder(state.db, { accountId, side }, orderId)
  const change = locked && step(locked)
  const by: OrderActor = { model: senderModelOf[side], id: accountId }
  if (locked && change) await applyTransition(state.db, locked, change, by, state.clock)
}
