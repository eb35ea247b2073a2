// Members of an exchange send, hand over and receive its books, logged in to either of their
// accounts. Each order is changed as the account that it belongs to.
import type { Side } from '#contract/common/endpoint.ts'
import { AppError, fieldError } from '#contract/common/error-catalog.ts'
import { findAccount, findAccountsOfPerson } from '#server/accounts/store.ts'
import { senderModelOf } from '#server/chats/rules.ts'
import type { OrderUpdate } from '#server/orders/announce.ts'
import { saveShipment } from '#server/orders/hand-over/shipment.ts'
import { applyTransition } from '#server/orders/lifecycle/apply-transition.ts'
import {
  receiveTransition,
  sellerTransition,
  statusTransition,
} from '#server/orders/lifecycle/transitions.ts'
import { type CheckedCode, checkCode, type Try } from '#server/orders/meetings/code.ts'
import { countDealChange } from '#server/orders/quotas.ts'
import { lockExchangeChats, lockOrder, lockOrdersOf } from '#server/orders/store.ts'
import { cancelledExchange } from '#server/orders/texts.ts'
import type { Db } from '#server/platform/database/database.ts'
import { hasBegun } from './rules.ts'
import { findOwn, selectOwn } from './store.ts'
import { accountBlockedText } from './texts.ts'

type Leg = { exchangeId: string; orderId: string }
type Options = { now: Date; isLimited: boolean }

/**
 * Returns the caller's account that gives or receives the book. Throws exchange_not_found, and
 * order_settled if an admin has blocked that account.
 */
async function findOwnLeg(db: Db, accountId: string, leg: Leg, side: Side) {
  const order = await selectOwn(db, accountId)
    .innerJoin('exchange_legs as leg', (on) =>
      on
        .onRef('leg.exchange_id', '=', 'exchanges.id')
        .onRef('me.number', '=', side === 'seller' ? 'leg.giver' : 'leg.receiver'),
    )
    .innerJoin('orders', 'orders.id', 'leg.order_id')
    .select(['orders.meeting_id as meetingId', `orders.${side}_id as accountId`])
    .where('exchanges.id', '=', leg.exchangeId)
    .where('orders.id', '=', leg.orderId)
    .executeTakeFirst()
  if (!order) throw new AppError('exchange_not_found')
  const account = await findAccount(db, order.accountId)
  if (account?.status !== 'active')
    throw new AppError('order_settled', { message: accountBlockedText(side) })
  return { accountId: order.accountId, side, meetingId: order.meetingId }
}

/**
 * Checks the code of a book that the caller hands over. Throws like `checkCode`, and
 * exchange_not_found.
 */
export async function enterCode(
  db: Db,
  accountId: string,
  { code, idempotencyKey, ...leg }: Leg & Try,
  options: Options,
): Promise<CheckedCode> {
  const { meetingId, ...me } = await findOwnLeg(db, accountId, leg, 'seller')
  if (meetingId === null) throw new AppError('order_settled')
  return checkCode(db, me, meetingId, { code, idempotencyKey }, options)
}

type Sent = Leg & { courier?: string | undefined; trackingNumber?: string | undefined }

/**
 * Sets the order to Shipped, and saves the courier. A courier can be corrected but not removed,
 * because the other member has seen it. Throws like `saveShipment`, and exchange_not_found,
 * order_closed, malformed.
 */
export async function sendLeg(
  db: Db,
  accountId: string,
  { courier, trackingNumber, ...leg }: Sent,
  { now, isLimited }: Options,
) {
  const me = await findOwnLeg(db, accountId, leg, 'seller')
  const order = await lockOrder(db, me, leg.orderId)
  if (order.hand_over === 'meet') throw new AppError('order_settled')
  if (order.status !== 'Pending' && order.status !== 'Shipped') throw new AppError('order_settled')
  if (order.status === 'Shipped' && order.courier !== null && courier === undefined)
    throw fieldError('courier', 'Enter a courier.')
  const transition = sellerTransition(order, 'Shipped', now)
  const actor = { model: 'Seller', id: me.accountId } as const
  if (transition && isLimited)
    await countDealChange(db, { chatId: order.chat_id, side: 'seller' }, now)
  const update = transition && (await applyTransition(db, order, transition, actor, now))
  const sent =
    courier === undefined
      ? undefined
      : await saveShipment(db, me, leg.orderId, { courier, trackingNumber }, { now, isLimited })
  return { update, sent }
}

/**
 * Records that the caller received a book. Returns undefined if that is already recorded. Throws
 * exchange_not_found, order_settled, problem_open, session_ended.
 */
export async function receiveLeg(
  db: Db,
  accountId: string,
  leg: Leg,
  now: Date,
): Promise<OrderUpdate | undefined> {
  const me = await findOwnLeg(db, accountId, leg, 'buyer')
  const order = await lockOrder(db, me, leg.orderId)
  const transition = receiveTransition(order, now)
  if (!transition) return undefined
  return applyTransition(db, order, transition, { model: 'Buyer', id: me.accountId }, now)
}

/**
 * Cancels one of the caller's orders, which cancels the whole exchange. Returns undefined if it is
 * already cancelled. Throws exchange_not_found, exchange_begun, too_many_deals, and order_settled
 * if an admin has blocked the caller's accounts.
 */
export async function cancelWhole(
  db: Db,
  accountId: string,
  exchangeId: string,
  { now, isLimited }: Options,
): Promise<OrderUpdate | undefined> {
  await findOwn(db, accountId, exchangeId)
  await lockExchangeChats(db, exchangeId)
  const orders = await lockOrdersOf(db, 'exchange_id', exchangeId)
  const left = orders.filter(({ status }) => status !== 'Cancelled')
  if (left.length === 0) return undefined
  if (hasBegun(orders)) throw new AppError('exchange_begun')
  const ids = await findAccountsOfPerson(db, accountId)
  const findBy = (side: Side) =>
    left.find((order) => ids.includes(order[`${side}_id`]) && order[`${side}_status`] === 'active')
  const given = findBy('seller')
  const order = given ?? findBy('buyer')
  const side = given ? 'seller' : 'buyer'
  if (!order) throw new AppError('order_settled', { message: accountBlockedText('seller') })
  const transition = statusTransition(order, 'Cancelled', now, cancelledExchange(side))
  if (!transition) return undefined
  if (isLimited) await countDealChange(db, { chatId: order.chat_id, side }, now)
  const actor = { model: senderModelOf[side], id: order[`${side}_id`] }
  return applyTransition(db, order, transition, actor, now)
}
