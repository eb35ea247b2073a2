// Changes one order, the orders of a deal, or a seller's chosen orders.
import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { Order, setOrderStatus } from '#contract/orders/orders.ts'
import { actorOf, participantOf } from '#server/chats/rules.ts'
import type { Participant } from '#server/chats/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { RequestContext } from '#server/platform/http/requests/request-context.ts'
import { emitUpdate, type OrderUpdate } from './announce.ts'
import { applyTransitions } from './lifecycle/apply-transition.ts'
import { isProposed } from './lifecycle/status.ts'
import type { OrderTransition } from './lifecycle/transitions.ts'
import { countDealChange, lockProposals, rejectTooManyProposals } from './quotas.ts'
import { type LockedOrder, rejectHelperOfSwap } from './store.ts'
import { viewOrders } from './views.ts'

export type StepOf = (
  order: LockedOrder,
  now: Date,
  by: Side,
  db: Db,
) => OrderTransition | undefined | Promise<OrderTransition | undefined>

export type ChangeRequest = Pick<RequestContext<typeof setOrderStatus>, 'viewer' | 'commit'>

export type Change = {
  /** Locks the orders that the step is about. */
  lock: (db: Db, me: Participant) => Promise<LockedOrder[]>
  stepOf: StepOf
  /**
   * Thrown if the step isn't possible for any order. If it is undefined, the first order's error is
   * thrown.
   */
  refusal?: 'order_settled' | 'undo_expired'
  /** If the step isn't possible for every order, none takes it, and orders_refused is thrown. */
  isAllOrNone?: boolean
  /** Called in the transaction with the orders that took the step. */
  afterwards?: (db: Db, orders: readonly LockedOrder[], now: Date) => Promise<OrderUpdate[]>
  /** Whether the step may make orders wait for the buyer's consent again. */
  mayPropose?: boolean
  isCounted?: boolean
}

type Step = { order: LockedOrder; transition: OrderTransition }

/** Returns the steps that are possible. Returns none if all orders have already taken this step. */
async function findSteps(
  orders: readonly LockedOrder[],
  stepOf: (order: LockedOrder) => ReturnType<StepOf>,
  { refusal, isAllOrNone = false }: Pick<Change, 'refusal' | 'isAllOrNone'>,
): Promise<Step[]> {
  const steps: Step[] = []
  const errors: AppError[] = []
  const fields: Record<string, string> = {}
  for (const order of orders)
    try {
      const transition = await stepOf(order)
      if (transition) steps.push({ order, transition })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      errors.push(error)
      fields[order.id] = error.message
    }
  if (isAllOrNone && errors.length > 0) throw new AppError('orders_refused', { fields })
  const isRefused = errors.length > 0 || orders.length === 0
  if (isRefused && steps.length === 0) throw refusal ? new AppError(refusal) : errors[0]
  return steps
}

/** Applies a step to the orders for which it is possible, and returns these orders. */
export async function changeOrders(
  { db, config, live, now: clock }: Pick<AppContext, 'db' | 'config' | 'live' | 'now'>,
  { viewer, commit }: ChangeRequest,
  { lock, stepOf, afterwards, mayPropose, isCounted, ...refusing }: Change,
): Promise<Order[]> {
  const now = clock()
  const me = participantOf(viewer)
  const actor = actorOf(me)
  const { updates, changed } = await commit(async (db) => {
    if (mayPropose && config.rateLimit) await lockProposals(db, me.accountId)
    const orders = await lock(db, me)
    rejectHelperOfSwap(me, orders)
    const steps = await findSteps(orders, (order) => stepOf(order, now, me.side, db), refusing)
    if (steps.length === 0) return { updates: [], changed: orders }
    const proposed = steps.filter(
      ({ order, transition }) =>
        !isProposed(order) && isProposed({ ...order, ...transition.changes }),
    )
    if (proposed[0] && config.rateLimit)
      await rejectTooManyProposals(db, proposed[0].order.seller_id, proposed.length)
    const updates: OrderUpdate[] = []
    for (const [chatId, ofChat] of Map.groupBy(steps, ({ order }) => order.chat_id)) {
      if (isCounted && config.rateLimit) await countDealChange(db, { chatId, side: me.side }, now)
      const update = await applyTransitions(db, ofChat, actor, now)
      if (update) updates.push(update)
    }
    const changed = steps.map(({ order }) => order)
    if (afterwards) updates.push(...(await afterwards(db, changed, now)))
    return { updates, changed }
  })
  for (const update of updates) emitUpdate(live, update)
  const ids = changed.map(({ id }) => id)
  return viewOrders(db, ids, { ...viewer, now: clock() })
}
