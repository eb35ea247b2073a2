import { cancelDeal, receiveDeal, setDealStatus } from '#contract/deals.ts'
import { participantOf } from '#server/chats/rules.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { changeDeal } from './deals.ts'
import { isUsualStep } from './status.ts'
import { cancelTransition, receiveTransition, sellerTransition } from './transitions.ts'
import { viewOrders } from './views.ts'

type DealContext = Pick<RequestContext<typeof receiveDeal>, 'viewer' | 'commit'>

export function dealRoutes(mount: Mount, { db, config, live, now: clock }: AppContext): void {
  const change = async (
    { viewer, commit }: DealContext,
    dealId: string,
    stepOf: Parameters<typeof changeDeal>[3],
  ) => {
    const options = { now: clock(), isLimited: config.rateLimit }
    const { update, ids } = await commit((db) =>
      changeDeal(db, participantOf(viewer), dealId, stepOf, options),
    )
    live.emit(update.accountIds, 'receive_message', update.message)
    live.emit(update.accountIds, 'order_updated', update.event)
    return viewOrders(db, ids, { role: viewer.role, now: clock() })
  }

  mount(setDealStatus, ({ dealId, status }, request) =>
    change(request, dealId, (order, now) =>
      isUsualStep(order.status, status) ? sellerTransition(order, status, now) : undefined,
    ),
  )
  mount(receiveDeal, ({ dealId }, request) => change(request, dealId, receiveTransition))
  mount(cancelDeal, ({ dealId }, request) => change(request, dealId, cancelTransition))
}
