import type { Message } from '#contract/chats.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { maxWrongCodes } from '#contract/common/limits.ts'
import { insertSystemMessage } from '#server/chats/messages.ts'
import { actorOf, clientIdOf } from '#server/chats/rules.ts'
import type { Participant } from '#server/chats/store.ts'
import type { OrderUpdate } from '#server/orders/announce.ts'
import { hasUsableCode } from '#server/orders/hand-over/hand-over.ts'
import { applyTransitions } from '#server/orders/lifecycle/apply-transition.ts'
import { handOverTransition } from '#server/orders/lifecycle/transitions.ts'
import { countDealChange } from '#server/orders/quotas.ts'
import { codeEndedText } from '#server/orders/texts.ts'
import type { Db } from '#server/platform/database/database.ts'
import { isRightCode, wrongCodeError } from './rules.ts'
import { countWrongCode, type LockedMeeting, lockMeeting } from './store.ts'

/**
 * The result of checking a code; `error` is set if the code is wrong. The caller must throw the
 * error after the commit, because a rollback would undo the count of wrong codes.
 */
export type CheckedCode =
  | { orderIds: string[]; update?: OrderUpdate | undefined; error?: undefined }
  | { error: AppError; ended?: { chatId: string; accountIds: string[]; message: Message } }

async function findHandedOver(db: Db, { meeting }: LockedMeeting): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_events', 'order_events.order_id', 'orders.id')
    .select('orders.id')
    .distinct()
    .where('meeting_id', '=', meeting.id)
    .where('orders.status', '=', 'Delivered')
    .where('order_events.kind', '=', 'handed_over')
    .execute()
  return rows.map(({ id }) => id)
}

async function handOver(
  db: Db,
  me: Participant,
  orders: LockedMeeting['orders'],
  now: Date,
): Promise<CheckedCode> {
  const steps = orders.flatMap((order) => {
    const transition = handOverTransition(order, now)
    return transition ? [{ order, transition }] : []
  })
  const update = await applyTransitions(db, steps, actorOf(me), now)
  return { orderIds: orders.map(({ id }) => id), update }
}

export type Try = { code: string; idempotencyKey: string | undefined }

async function rejectCode(
  db: Db,
  { meeting, chat, orders }: LockedMeeting,
  { code, idempotencyKey }: Try,
  now: Date,
): Promise<CheckedCode> {
  const requestId = idempotencyKey && clientIdOf(idempotencyKey)
  // The same code with the same key is a retry of a request whose response was lost.
  const isRepeated =
    requestId !== undefined &&
    requestId === meeting.last_request_id &&
    code === meeting.last_wrong_code
  if (isRepeated) return { error: wrongCodeError(meeting.wrong_codes) }
  const wrongCodes = await countWrongCode(db, meeting.id, { code, requestId })
  const error = wrongCodeError(wrongCodes)
  if (wrongCodes < maxWrongCodes) return { error }
  const message = await insertSystemMessage(db, {
    chatId: chat.id,
    text: codeEndedText(orders.filter(hasUsableCode).map(({ id }) => id)),
    unreadFor: ['buyer', 'seller'],
    now,
  })
  const accountIds = [chat.buyer_id, chat.seller_id]
  return { error, ended: { chatId: chat.id, accountIds, message } }
}

/**
 * Checks the code that a seller typed. The right code sets the meeting's orders to Delivered.
 * Throws meeting_not_found, order_settled, code_ended, too_many_deals, session_ended.
 */
export async function checkCode(
  db: Db,
  me: Participant,
  meetingId: string,
  typed: Try,
  { now, isLimited }: { now: Date; isLimited: boolean },
): Promise<CheckedCode> {
  const locked = await lockMeeting(db, me, meetingId)
  const { meeting, chat } = locked
  const orders = locked.orders.filter(hasUsableCode)
  if (orders.length === 0) {
    const orderIds = await findHandedOver(db, locked)
    if (orderIds.length > 0 && isRightCode(meeting.code, typed.code)) return { orderIds }
    throw new AppError(meeting.wrong_codes === maxWrongCodes ? 'code_ended' : 'order_settled')
  }
  // Wrong codes have a limit of their own, and don't count here.
  if (!isRightCode(meeting.code, typed.code)) return rejectCode(db, locked, typed, now)
  if (isLimited) await countDealChange(db, { chatId: chat.id, side: me.side }, now)
  return handOver(db, me, orders, now)
}
