// The orders of an accepted offer, which the buyer or the seller can change together.
import { AppError } from '#contract/common/error-catalog.ts'
import { cancelDeal, receiveDeal, setDealStatus, undoDealStatus } from '#contract/orders/deals.ts'
import type { OrderStatus } from '#contract/orders/orders.ts'
import { participantOf, senderModelOf } from '#server/chats/rules.ts'
import { lockChat, type Participant } from '#server/chats/store.ts'
import { applyTransitions } from '#server/orders/lifecycle/apply-transition.ts'
import { changedTogether, findUndo } from '#server/orders/lifecycle/last-change.ts'
import { isUsualStep } from '#server/orders/lifecycle/status.ts'
import {
  cancelTransition,
  type OrderTransition,
  receiveTransition,
  sellerTransition,
} from '#server/orders/lifecycle/transitions.ts'
import { emitUpdate } from '#server/orders/order-updates.ts'
import { countDealChange, lockProposals } from '#server/orders/quotas.ts'
import { type LockedOrder, lockOrdersOf } from '#server/orders/store.ts'
import { viewOrders } from '#server/orders/views.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { RequestContext } from '#server/platform/http/requests/request-context.ts'
import type { Mount } from '#server/platform/http/route.ts'

type StepOf = (
  order: LockedOrder,
  now: Date,
  db: Db,
) => OrderTransition | undefined | Promise<OrderTransition | undefined>

async function lockDeal(db: Db, me: Participant, offerId: string): Promise<LockedOrder[]> {
  const order = await db
    .selectFrom('orders')
    .select('chat_id')
    .where('offer_id', '=', offerId)
    .executeTakeFirst()
  const chat = order && (await lockChat(db, me, order.chat_id))
  if (!chat) throw new AppError('order_not_found')
  return lockOrdersOf(db, 'offer_id', offerId)
}

type Step = { order: LockedOrder; transition: OrderTransition }

async function stepsOf(db: Db, orders: LockedOrder[], stepOf: StepOf, now: Date) {
  const steps: Step[] = []
  let isDone = orders.length > 0
  for (const order of orders)
    try {
      const transition = await stepOf(order, now, db)
      if (transition) steps.push({ order, transition })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      isDone = false
    }
  return { steps, isDone: isDone && steps.length === 0 }
}

type ChangeOptions = {
  /** Selects the orders that the step is about. */
  among?: (orders: LockedOrder[], db: Db) => LockedOrder[] | Promise<LockedOrder[]>
  /** Thrown if the step isn't possible for any order. */
  refusal?: 'order_settled' | 'undo_expired'
}

/** Applies a step to those orders of a deal for which the step is possible. */
async function changeDeal(
  db: Db,
  me: Participant,
  offerId: string,
  stepOf: StepOf,
  {
    now,
    isLimited,
    among = (orders) => orders,
    refusal = 'order_settled',
  }: ChangeOptions & { now: Date; isLimited: boolean },
) {
  const orders = await lockDeal(db, me, offerId)
  const { steps, isDone } = await stepsOf(db, await among(orders, db), stepOf, now)
  if (isDone) return { update: undefined, ids: orders.map(({ id }) => id) }
  const actor = { model: senderModelOf[me.side], id: me.accountId } as const
  const [first] = steps
  if (!first) throw new AppError(refusal)
  const { chat_id: chatId } = first.order
  if (isLimited) await countDealChange(db, { chatId, side: me.side }, now)
  const update = await applyTransitions(db, steps, actor, now)
  return { update, ids: steps.map(({ order }) => order.id) }
}

type DealContext = Pick<RequestContext<typeof receiveDeal>, 'viewer' | 'commit'>

export function dealRoutes(mount: Mount, { db, config, live, now: clock }: AppContext): void {
  const change = async (
    { viewer, commit }: DealContext,
    dealId: string,
    stepOf: StepOf,
    {
      isCounted = false,
      isUndo = false,
      ...rest
    }: ChangeOptions & { isCounted?: boolean; isUndo?: boolean } = {},
  ) => {
    const options = { now: clock(), isLimited: isCounted && config.rateLimit, ...rest }
    const me = participantOf(viewer)
    const { update, ids } = await commit(async (db) => {
      if (isUndo && config.rateLimit) await lockProposals(db, me.accountId)
      return changeDeal(db, me, dealId, stepOf, options)
    })
    if (update) emitUpdate(live, update)
    return viewOrders(db, ids, { role: viewer.role, now: clock() })
  }

  mount(setDealStatus, ({ dealId, status }, request) =>
    change(request, dealId, (order, now) => sellerTransition(order, status, now), {
      isCounted: true,
      among: (orders) => nextOf(orders, status),
    }),
  )
  const undoLimits = { isLimited: config.rateLimit }
  mount(undoDealStatus, ({ dealId, orderId }, request) =>
    change(request, dealId, (order, now, db) => findUndo(db, order, now, undoLimits), {
      isUndo: true,
      among: (orders, db) => changedTogether(db, orders, orderId),
      refusal: 'undo_expired',
    }),
  )
  mount(receiveDeal, ({ dealId }, request) => change(request, dealId, receiveTransition))
  mount(cancelDeal, ({ dealId }, request) => change(request, dealId, cancelTransition))
}

/** Returns the orders that can take this step. If some were sent, only those can be delivered. */
function nextOf(orders: LockedOrder[], status: OrderStatus): LockedOrder[] {
  const usual = orders.filter((order) => isUsualStep(order.status, status))
  const sent = usual.filter((order) => order.status === 'Shipped')
  return status === 'Delivered' && sent.length > 0 ? sent : usual
}
