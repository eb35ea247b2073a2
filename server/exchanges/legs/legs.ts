// What members do with the books of an exchange, in the name of the account that each belongs to.
import { AppError } from '#contract/common/errors.ts'
import { findAccount } from '#server/accounts/store.ts'
import { senderModelOf } from '#server/chats/rules.ts'
import { hasBegun } from '#server/exchanges/rules.ts'
import { findOwnLeg, selectOwn } from '#server/exchanges/store.ts'
import { accountBlockedText } from '#server/exchanges/texts.ts'
import { lockExchangeOrders } from '#server/orders/exchange/cancel-together.ts'
import { lockExchangeChats } from '#server/orders/exchange/lock-chats.ts'
import { saveShipment } from '#server/orders/hand-over/shipment.ts'
import { applyTransition } from '#server/orders/lifecycle/apply-transition.ts'
import {
  receiveTransition,
  sellerTransition,
  statusTransition,
} from '#server/orders/lifecycle/transitions.ts'
import { countDealChange } from '#server/orders/limits.ts'
import { type CheckedCode, checkCode } from '#server/orders/meetings/code.ts'
import type { OrderUpdate } from '#server/orders/order-updates.ts'
import { type LockedOrder, lockOrder } from '#server/orders/store.ts'
import { cancelledExchange } from '#server/orders/texts.ts'
import type { Db } from '#server/platform/database/database.ts'

type Leg = { exchangeId: string; orderId: string }
type Options = { now: Date; isLimited: boolean }

async function ownLeg(db: Db, accountId: string, leg: Leg, part: 'giver' | 'receiver') {
  const found = await findOwnLeg(db, accountId, { ...leg, part })
  if (!found) throw new AppError('exchange_not_found')
  const account = await findAccount(db, found.accountId)
  if (account?.status !== 'active') {
    const message = accountBlockedText(part === 'giver' ? 'seller' : 'buyer')
    throw new AppError('order_settled', { message })
  }
  return found
}

/** Throws as the order's own hand-over does, and exchange_not_found. */
export async function enterCode(
  db: Db,
  accountId: string,
  { code, clientId, ...leg }: Leg & { code: string; clientId?: string | undefined },
  options: Options,
): Promise<CheckedCode> {
  const found = await ownLeg(db, accountId, leg, 'giver')
  if (found.meetingId === null) throw new AppError('order_settled')
  const me = { accountId: found.accountId, side: 'seller' } as const
  return checkCode(db, me, found.meetingId, { code, clientId }, options)
}

type Sent = Leg & { courier?: string | undefined; trackingNumber?: string | undefined }

/** Sets Shipped, and notes the courier. Throws exchange_not_found, order_closed, order_settled. */
export async function sendLeg(
  db: Db,
  accountId: string,
  { courier, trackingNumber, ...leg }: Sent,
  { now, isLimited }: Options,
) {
  const found = await ownLeg(db, accountId, leg, 'giver')
  const me = { accountId: found.accountId, side: 'seller' } as const
  const order = await lockOrder(db, me, leg.orderId)
  if (!order || order.hand_over === 'meet') throw new AppError('order_settled')
  if (order.status !== 'Pending' && order.status !== 'Shipped') throw new AppError('order_settled')
  const transition = sellerTransition(order, 'Shipped', now)
  const actor = { model: 'Seller', id: found.accountId } as const
  if (transition && isLimited)
    await countDealChange(db, { chatId: order.chat_id, side: 'seller' }, now)
  const update = transition && (await applyTransition(db, order, transition, actor, now))
  const sent =
    courier === undefined
      ? undefined
      : await saveShipment(db, me, leg.orderId, { courier, trackingNumber }, { now, isLimited })
  return { update, sent }
}

/** Throws exchange_not_found, order_settled, problem_open. */
export async function receiveLeg(
  db: Db,
  accountId: string,
  leg: Leg,
  now: Date,
): Promise<OrderUpdate | undefined> {
  const found = await ownLeg(db, accountId, leg, 'receiver')
  const order = await lockOrder(db, { accountId: found.accountId, side: 'buyer' }, leg.orderId)
  const transition = order && receiveTransition(order, now)
  if (!order || !transition) return undefined
  const actor = { model: 'Buyer', id: found.accountId } as const
  return applyTransition(db, order, transition, actor, now)
}

/**
 * Cancels an exchange with one of its books, and so all; undefined if it was cancelled before.
 * Throws exchange_not_found, exchange_begun, too_many_deals.
 */
export async function cancelWhole(
  db: Db,
  accountId: string,
  exchangeId: string,
  { now, isLimited }: Options,
): Promise<OrderUpdate | undefined> {
  const own = await selectOwn(db, accountId)
    .where('exchanges.id', '=', exchangeId)
    .executeTakeFirst()
  if (!own) throw new AppError('exchange_not_found')
  await lockExchangeChats(db, exchangeId)
  const orders = await lockExchangeOrders(db, exchangeId)
  const left = orders.filter(({ status }) => status !== 'Cancelled')
  if (left.length === 0) return undefined
  if (hasBegun(orders)) throw new AppError('exchange_begun')
  const found = await findActing(db, accountId, left)
  const transition = statusTransition(found.order, 'Cancelled', now, cancelledExchange(found.side))
  if (!transition) return undefined
  const { chat_id: chatId } = found.order
  if (isLimited) await countDealChange(db, { chatId, side: found.side }, now)
  const actor = { model: senderModelOf[found.side], id: found.accountId }
  return applyTransition(db, found.order, transition, actor, now)
}

/** One of the orders that somebody is in, with the account and the side by which they are. */
async function findActing(db: Db, accountId: string, orders: LockedOrder[]) {
  const accounts = await db
    .selectFrom('accounts')
    .innerJoin('accounts as own', 'own.person_id', 'accounts.person_id')
    .select(['accounts.id', 'accounts.status'])
    .where('own.id', '=', accountId)
    .where('accounts.deleted_at', 'is', null)
    .execute()
  const active = accounts.filter(({ status }) => status === 'active').map(({ id }) => id)
  for (const side of ['seller', 'buyer'] as const) {
    const order = orders.find((order) => active.includes(order[`${side}_id`]))
    if (order) return { order, side, accountId: order[`${side}_id`] }
  }
  throw new AppError('order_settled', { message: 'Your account in this exchange is blocked.' })
}
