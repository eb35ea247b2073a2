// One chat of the demo market while it is being played: its clock, its messages, its order's steps.
import type { Side } from '#contract/endpoint.ts'
import type { OrderStatus } from '#contract/orders.ts'
import { insertMessage } from '#server/chats/messages.ts'
import { senderModelOf } from '#server/chats/rules.ts'
import { markRead } from '#server/chats/store.ts'
import { applyTransition } from '#server/orders/apply-transition.ts'
import { type LockedOrder, lockOrder, type OrderActor } from '#server/orders/store.ts'
import type { OrderTransition } from '#server/orders/transitions.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Listing } from './listings.ts'
import type { Buyer } from './people.ts'
import type { Random } from './random.ts'
import type { Line } from './talk.ts'

/** A chat and, unless it is only a question, the order it led to. */
export type Deal = {
  book: Listing
  buyer: Buyer
  type: 'rent' | 'purchase' | 'question'
  /** When the chat begins. */
  at: Date
  ends: OrderStatus
  /** Of a rent: agreed days, and after how many the copy came back, if it did. */
  days: number
  returnedAfter?: number
  isRated: boolean
  /** Who has not yet read what came last. */
  unread?: Side
}

export const hourMs = 3_600_000
export const minuteMs = 60_000
const other = { buyer: 'seller', seller: 'buyer' } as const

/** A chat that is being played: its clock only goes forward and never past the present. */
export type Scene = { db: Db; deal: Deal; random: Random; chatId: string; clock: Date; now: Date }

/** Lets time pass; false when it would pass the present, and then nothing more happens. */
export function wait(scene: Scene, least: number, most: number): boolean {
  const later = new Date(scene.clock.getTime() + scene.random.whole(least, most))
  if (later > scene.now) return false
  scene.clock = later
  return true
}

const idOf = ({ buyer, book }: Deal, side: Side) => (side === 'buyer' ? buyer.id : book.seller.id)
export const readAll = ({ db, deal, chatId, clock }: Scene, side: Side) =>
  markRead(db, { personId: idOf(deal, side), side }, chatId, clock)

export async function say(scene: Scene, lines: readonly Line[]): Promise<void> {
  for (const [side, text] of lines) {
    if (!wait(scene, minuteMs, 12 * minuteMs)) return
    const sender = { id: idOf(scene.deal, side), model: senderModelOf[side] }
    await insertMessage(scene.db, {
      chatId: scene.chatId,
      sender,
      text,
      channel: 'socket',
      unreadFor: [other[side]],
      now: scene.clock,
    })
  }
  const last = lines.at(-1)?.[0]
  if (last) await readAll(scene, last)
}

/** Carries one step of an order out, as its buyer or seller. */
export async function move(
  scene: Scene,
  orderId: string,
  side: Side,
  step: (order: LockedOrder) => OrderTransition | undefined,
): Promise<void> {
  const personId = idOf(scene.deal, side)
  const locked = await lockOrder(scene.db, { personId, side }, orderId)
  const made = locked && step(locked)
  const by: OrderActor = { model: senderModelOf[side], id: personId }
  if (locked && made) await applyTransition(scene.db, locked, made, by, scene.clock)
}
