import {
  type AdminOrderAction,
  cancelAnyOrder,
  closeAnyOrder,
  readAdminOrder,
  reopenAnyOrder,
  settleProblem,
} from '#contract/admin/admin-orders.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { emitProblemUpdate } from '#server/problems/routes.ts'
import { changeAnyOrder, settleAnyProblem } from './actions.ts'
import { viewAdminOrder } from './view.ts'

export function adminOrderRoutes(mount: Mount, { db, live, now }: AppContext): void {
  mount(readAdminOrder, ({ id }) => viewAdminOrder(db, id, now()))

  async function change(
    action: AdminOrderAction,
    { id: orderId, reason }: { id: string; reason: string },
    { viewer, commit }: Pick<RequestContext<typeof cancelAnyOrder>, 'viewer' | 'commit'>,
  ) {
    const { accountIds, message, event } = await commit((db) =>
      changeAnyOrder(db, action, { orderId, reason, adminId: viewer.accountId, now: now() }),
    )
    live.emit(accountIds, 'receive_message', message)
    live.emit(accountIds, 'order_updated', event)
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
}
