import {
  type AdminOrderAction,
  cancelAnyOrder,
  closeAnyOrder,
  readAdminOrder,
  reopenAnyOrder,
  settleExchangeCase,
  settleProblem,
} from '#contract/admin/admin-orders.ts'
import { emitUpdate } from '#server/orders/order-updates.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { RequestContext } from '#server/platform/http/requests/request-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { emitProblemUpdate } from '#server/problems/routes.ts'
import { changeAnyOrder, settleAnyExchange, settleAnyProblem } from './actions.ts'
import { viewAdminOrder } from './view.ts'

export function adminOrderRoutes(mount: Mount, { db, live, now }: AppContext): void {
  mount(readAdminOrder, ({ id }) => viewAdminOrder(db, id, now()))

  async function change(
    action: AdminOrderAction,
    { id: orderId, reason }: { id: string; reason: string },
    { viewer, commit }: Pick<RequestContext<typeof cancelAnyOrder>, 'viewer' | 'commit'>,
  ) {
    const update = await commit((db) =>
      changeAnyOrder(db, action, { orderId, reason, adminId: viewer.accountId, now: now() }),
    )
    emitUpdate(live, update)
    return viewAdminOrder(db, orderId, now())
  }
  mount(cancelAnyOrder, (input, request) => change('cancel', input, request))
  mount(closeAnyOrder, (input, request) => change('close', input, request))
  mount(reopenAnyOrder, (input, request) => change('reopen', input, request))

  mount(settleProblem, async ({ id: orderId, outcome, reason }, { viewer, commit }) => {
    const action = { orderId, reason, adminId: viewer.accountId, now: now() }
    emitProblemUpdate(live, await commit((db) => settleAnyProblem(db, outcome, action)))
    return viewAdminOrder(db, orderId, now())
  })

  mount(settleExchangeCase, async ({ id: orderId, reason }, { viewer, commit }) => {
    const action = { orderId, reason, adminId: viewer.accountId, now: now() }
    const { notice, exchangeId } = await commit((db) => settleAnyExchange(db, action))
    live.emit(notice.chatAccountIds, 'receive_message', notice.message)
    live.emit(notice.accountIds, 'exchange_changed', { exchangeId })
    live.emit(notice.accountIds, 'notices_changed', {})
    return viewAdminOrder(db, orderId, now())
  })
}
