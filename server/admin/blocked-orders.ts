// Finds the open orders of an account that an admin blocks or unblocks, and notifies each order's
// other side.
import { sql } from 'kysely'
import type { AccountStatus } from '#contract/accounts/auth.ts'
import type { OpenOrder } from '#contract/admin/admin-orders.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { orderIs } from '#server/orders/lifecycle/status.ts'
import { announce, type OrderUpdate } from '#server/orders/order-updates.ts'
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

/** Returns an account's open orders and those with an open problem. Throws account_not_found. */
export async function listOpenOrders(db: Db, id: string): Promise<OpenOrder[]> {
  const account = await db
    .selectFrom('accounts')
    .select('role')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!account || account.role === 'admin') throw new AppError('account_not_found')
  const side = account.role === 'buyer' ? 'seller' : 'buyer'
  const rows = await selectOpenOrders(db, { id, role: account.role })
    // A lateral join: with a plain one, the planner may read all accounts.
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('accounts')
          .select('name')
          .whereRef('accounts.id', '=', `orders.${side}_id`)
          .offset(sql.lit(0))
          .as('other'),
      (join) => join.onTrue(),
    )
    .clearSelect()
    .select(['orders.id', 'book_title', 'orders.status', 'other.name'])
    .clearOrderBy()
    .orderBy('orders.id')
    .execute()
  return rows.map(({ id, book_title, status, name }) => ({
    _id: id,
    title: book_title,
    status,
    otherSide: name,
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
  const otherSide = account.role === 'buyer' ? 'seller' : 'buyer'
  const textOf = status === 'blocked' ? blockedOrderText : unblockedOrderText
  const admin = { model: 'Admin', id: by.adminId } as const
  const updates: OrderUpdate[] = []
  for (const order of orders) {
    const change = { text: textOf(order, account.role), status: order.status }
    const update = await announce(db, order, change, admin, by.now, [otherSide])
    updates.push({ ...update, accountIds: [order[`${otherSide}_id`]] })
  }
  return updates
}
