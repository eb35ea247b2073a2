// Finds the open orders of an account that an admin blocks or unblocks, and notifies each order's
// other side.
import type { AccountStatus } from '#contract/accounts/auth.ts'
import type { OpenOrder } from '#contract/admin/admin-orders.ts'
import { otherSide, type Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { announce, type OrderUpdate } from '#server/orders/announce.ts'
import { orderIs } from '#server/orders/lifecycle/status.ts'
import { type Db, TransactionConflict } from '#server/platform/database/database.ts'
import type { AdminAction } from './audit.ts'
import { blockedOrderText, unblockedOrderText } from './texts.ts'

export type SideAccount = { id: string; role: Side }

const selectOpenOrders = (db: Db, { id, role }: SideAccount) =>
  db
    .selectFrom('orders')
    .select(['id', 'chat_id', 'exchange_id', 'book_title', 'status'])
    .select(['order_type', 'buyer_id', 'seller_id'])
    .select(orderIs.open.as('is_open'))
    .where(`orders.${role}_id`, '=', id)
    .where((where) => where.or([orderIs.open, orderIs.withOpenProblem]))
    .orderBy('id')

/** Returns an account's orders that are open or have an open problem. Throws account_not_found. */
export async function listOpenOrders(db: Db, id: string): Promise<OpenOrder[]> {
  const account = await db
    .selectFrom('accounts')
    .select('role')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!account || account.role === 'admin') throw new AppError('account_not_found')
  const name = `${otherSide(account.role)}_name` as const
  const rows = await selectOpenOrders(db, { id, role: account.role }).select(name).execute()
  return rows.map((row) => ({
    _id: row.id,
    title: row.book_title,
    status: row.status,
    otherSide: row[name],
  }))
}

/**
 * Writes into each open order's chat that the account was blocked and what the other side can do,
 * or that the account is active again. `chatIds` are the account's chats, which the caller must
 * have locked. Throws TransactionConflict for an order in any other chat.
 */
export async function notifyOtherSides(
  db: Db,
  account: SideAccount,
  { status, chatIds, by }: { status: AccountStatus; chatIds: string[]; by: AdminAction },
): Promise<OrderUpdate[]> {
  const orders = await selectOpenOrders(db, account).execute()
  if (orders.some((order) => !chatIds.includes(order.chat_id))) throw new TransactionConflict()
  const other = otherSide(account.role)
  const textOf = status === 'blocked' ? blockedOrderText : unblockedOrderText
  const admin = { model: 'Admin', id: by.adminId } as const
  const updates: OrderUpdate[] = []
  for (const order of orders) {
    const change = { text: textOf(order, account.role), status: order.status }
    const update = await announce(db, order, change, admin, by.now, [other])
    updates.push({ ...update, accountIds: [order[`${other}_id`]] })
  }
  return updates
}
