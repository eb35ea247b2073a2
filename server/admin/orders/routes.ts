import {
  type AdminOrder,
  type AdminOrderAction,
  cancelAnyOrder,
  closeAnyOrder,
  readAdminOrder,
  reopenAnyOrder,
  settleExchangeCase,
  settleProblem,
} from '#contract/admin/admin-orders.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { emitChange } from '#server/exchanges/store.ts'
import { viewExchangeForAdmin } from '#server/exchanges/views.ts'
import { viewProblems } from '#server/moderation/problems/views.ts'
import { emitUpdate } from '#server/orders/announce.ts'
import { adminActions } from '#server/orders/by-admin/admin-transitions.ts'
import { findLedgerOrders } from '#server/orders/payments/ledger-orders.ts'
import { ledgerOf } from '#server/orders/payments/views.ts'
import { selectOrderDetails } from '#server/orders/store.ts'
import { viewOrder } from '#server/orders/views.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { RequestContext } from '#server/platform/http/requests/request-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { changeAnyOrder, settleAnyExchange, settleAnyProblem } from './actions.ts'

export function adminOrderRoutes(mount: Mount, context: AppContext): void {
  const { db, live, now } = context
  const by = ({ accountId }: Viewer) => ({ adminId: accountId, now: now() })
  mount(readAdminOrder, ({ id }) => viewAdminOrder(db, id, now()))

  async function change(
    action: AdminOrderAction,
    { id: orderId, reason }: { id: string; reason: string },
    { viewer, commit }: Pick<RequestContext<typeof cancelAnyOrder>, 'viewer' | 'commit'>,
  ) {
    const update = await commit((db) =>
      changeAnyOrder(db, action, { orderId, reason, by: by(viewer) }),
    )
    emitUpdate(live, update)
    return viewAdminOrder(db, orderId, now())
  }
  mount(cancelAnyOrder, (input, request) => change('cancel', input, request))
  mount(closeAnyOrder, (input, request) => change('close', input, request))
  mount(reopenAnyOrder, (input, request) => change('reopen', input, request))

  mount(settleProblem, async ({ id: orderId, outcome, reason }, { viewer, commit }) => {
    const action = { orderId, reason, by: by(viewer) }
    emitUpdate(live, await commit((db) => settleAnyProblem(db, outcome, action)))
    return viewAdminOrder(db, orderId, now())
  })

  mount(settleExchangeCase, async ({ id: orderId, reason }, { viewer, commit }) => {
    const action = { orderId, reason, by: by(viewer) }
    const { notice, exchangeId } = await commit((db) => settleAnyExchange(db, action))
    live.emit(notice.chatAccountIds, 'receive_message', notice.message)
    await emitChange(context, exchangeId)
    return viewAdminOrder(db, orderId, now())
  })
}

async function viewPerson(db: Db, id: string): Promise<AdminOrder['buyer']> {
  const account = await db
    .selectFrom('accounts')
    .select(['name', 'email', 'phone', 'status', 'created_at', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const hasLeft = account.deleted_at !== null
  return {
    _id: id,
    name: account.name,
    email: hasLeft ? undefined : (account.email ?? undefined),
    phone: hasLeft ? undefined : (account.phone ?? undefined),
    status: account.status,
    since: account.created_at.toISOString(),
    hasLeft,
  }
}

/** Throws order_not_found. */
async function viewAdminOrder(db: Db, orderId: string, now: Date): Promise<AdminOrder> {
  const order = await selectOrderDetails(db).where('orders.id', '=', orderId).executeTakeFirst()
  if (!order) throw new AppError('order_not_found')
  const book = await db
    .selectFrom('books')
    .select(['copies', 'available', 'deleted_at'])
    .where('id', '=', order.book_id)
    .executeTakeFirstOrThrow()
  const dealIds = order.offer_id === null ? [] : [order.offer_id]
  const ledgerOrders = await findLedgerOrders(db, { orderIds: [orderId], dealIds })
  return {
    order: await viewOrder(db, orderId, { role: 'admin', now }),
    ledger: await ledgerOf(db, ledgerOrders, 'admin', now),
    buyer: await viewPerson(db, order.buyer_id),
    seller: await viewPerson(db, order.seller_id),
    listing: {
      isRemoved: book.deleted_at !== null,
      copies: book.copies,
      available: book.available,
    },
    problems: await viewProblems(db, orderId, 'admin'),
    ...(order.exchange_id !== null && {
      exchange: await viewExchangeForAdmin(db, order.exchange_id),
    }),
    can: adminActions(order, now),
  }
}
