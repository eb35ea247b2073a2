import { cancelDeal, receiveDeal, setDealStatus, undoDealStatus } from '#contract/orders/deals.ts'
import type { OrderStatus } from '#contract/orders/orders.ts'
import { participantOf } from '#server/chats/rules.ts'
import { changedTogether, findUndo } from '#server/orders/lifecycle/last-change.ts'
import { isUsualStep } from '#server/orders/lifecycle/status.ts'
import {
  cancelTransition,
  receiveTransition,
  sellerTransition,
} from '#server/orders/lifecycle/transitions.ts'
import { emitUpdate } from '#server/orders/order-updates.ts'
import { lockProposals } from '#server/orders/quotas.ts'
import type { LockedOrder } from '#server/orders/store.ts'
import { viewOrders } from '#server/orders/views.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { RequestContext } from '#server/platform/http/requests/request-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { changeDeal } from './deals.ts'

type ChangeOptions = Pick<Parameters<typeof changeDeal>[4], 'among' | 'refusal'>
type ChangeKind = { isCounted?: boolean; isUndo?: boolean }
type DealContext = Pick<RequestContext<typeof receiveDeal>, 'viewer' | 'commit'>

export function dealRoutes(mount: Mount, { db, config, live, now: clock }: AppContext): void {
  const change = async (
    { viewer, commit }: DealContext,
    dealId: string,
    stepOf: Parameters<typeof changeDeal>[3],
    { isCounted = false, isUndo = false, ...rest }: ChangeOptions & ChangeKind = {},
  ) => {
    const isLimited = isCounted && config.rateLimit
    const options = { now: clock(), isLimited, ...rest }
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

/** Those that come to a status next: of what was partly sent, only what was sent is delivered. */
function nextOf(orders: LockedOrder[], status: OrderStatus): LockedOrder[] {
  const usual = orders.filter((order) => isUsualStep(order.status, status))
  const sent = usual.filter((order) => order.status === 'Shipped')
  return status === 'Delivered' && sent.length > 0 ? sent : usual
}
