// The orders of an accepted offer, which the buyer or the seller can change together.
import { AppError } from '#contract/common/error-catalog.ts'
import {
  cancelDeal,
  confirmDeal,
  receiveDeal,
  setDealStatus,
  undoDealStatus,
} from '#contract/orders/deals.ts'
import type { OrderStatus } from '#contract/orders/orders.ts'
import { lockChat, type Participant } from '#server/chats/store.ts'
import { type ChangeRequest, changeOrders, type StepOf } from '#server/orders/change-orders.ts'
import { changedTogether, undoStep } from '#server/orders/lifecycle/last-change.ts'
import { isUsualStep } from '#server/orders/lifecycle/status.ts'
import {
  cancelTransition,
  confirmTransition,
  receiveTransition,
  sellerTransition,
} from '#server/orders/lifecycle/transitions.ts'
import { type LockedOrder, lockOrdersOf } from '#server/orders/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Mount } from '#server/platform/http/route.ts'

const lockDeal = (offerId: string) => async (db: Db, me: Participant) => {
  const order = await db
    .selectFrom('orders')
    .select('chat_id')
    .where('offer_id', '=', offerId)
    .where(`${me.side}_id`, '=', me.accountId)
    .executeTakeFirst()
  if (!order) throw new AppError('order_not_found')
  await lockChat(db, me, order.chat_id)
  return lockOrdersOf(db, 'offer_id', offerId)
}

/**
 * Returns the orders that can take this step. If some orders were sent, only these can be
 * delivered.
 */
function nextOf(orders: LockedOrder[], status: OrderStatus): LockedOrder[] {
  const usual = orders.filter((order) => isUsualStep(order.status, status))
  const sent = usual.filter((order) => order.status === 'Shipped')
  return status === 'Delivered' && sent.length > 0 ? sent : usual
}

export function dealRoutes(mount: Mount, context: AppContext): void {
  mount(setDealStatus, ({ dealId, status }, request) =>
    changeOrders(context, request, {
      lock: async (db, me) => nextOf(await lockDeal(dealId)(db, me), status),
      stepOf: (order, now) => sellerTransition(order, status, now),
      refusal: 'order_settled',
      isCounted: true,
    }),
  )
  mount(undoDealStatus, ({ dealId, orderId }, request) =>
    changeOrders(context, request, {
      lock: async (db, me) => changedTogether(db, await lockDeal(dealId)(db, me), orderId),
      stepOf: undoStep,
      refusal: 'undo_expired',
      mayPropose: true,
    }),
  )
  const change = (request: ChangeRequest, dealId: string, stepOf: StepOf) =>
    changeOrders(context, request, { lock: lockDeal(dealId), stepOf, refusal: 'order_settled' })
  mount(confirmDeal, ({ dealId }, request) => change(request, dealId, confirmTransition))
  mount(receiveDeal, ({ dealId }, request) => change(request, dealId, receiveTransition))
  mount(cancelDeal, ({ dealId }, request) => change(request, dealId, cancelTransition))
}
