// Blocking accounts. The other sides of their open orders read it in the chat: they may finish or
// cancel these, the blocked account can do nothing more with them.

import type { AccountStatus } from '#contract/accounts/auth.ts'
import type { OpenOrder } from '#contract/admin/admin.ts'
import { displayName } from '#contract/common/display-names.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/errors.ts'
import { deleteResetLinksOf } from '#server/accounts/auth/password-resets.ts'
import { blockedText } from '#server/accounts/auth/rules.ts'
import { deleteSessionsOf } from '#server/accounts/auth/sessions.ts'
import { lockAccount, updateAccount } from '#server/accounts/store.ts'
import { insertSystemMessage } from '#server/chats/messages.ts'
import { lockChats } from '#server/chats/store.ts'
import { lockAuthor, recountAuthor } from '#server/orders/rate.ts'
import { orderIs } from '#server/orders/status.ts'
import { emitUpdate, type OrderUpdate } from '#server/orders/tell.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { type Db, TransactionConflict } from '#server/platform/database/database.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'
import { type AdminAction, insertAuditEntry } from './audit.ts'
import { toggledStatus } from './rules.ts'
import { openOrderText } from './texts.ts'

type Account = { id: string; role: Side }

const selectOpenOrders = (db: Db, { id, role }: Account) =>
  db
    .selectFrom('orders')
    .select(['id', 'chat_id', 'book_title', 'status', 'order_type', 'buyer_id', 'seller_id'])
    .where(`orders.${role}_id`, '=', id)
    .where(orderIs.open)
    .orderBy('id')

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
    .innerJoin('accounts as other', 'other.id', `orders.${side}_id`)
    .clearSelect()
    .select(['orders.id', 'book_title', 'orders.status', 'other.name', 'other.deleted_at'])
    .clearOrderBy()
    .orderBy('orders.id')
    .execute()
  return rows.map(({ id, book_title, status, name, deleted_at }) => ({
    _id: id,
    title: book_title,
    status,
    otherSide: displayName(side, { name, deletedAt: deleted_at }),
  }))
}

async function insertBlockMessages(
  db: Db,
  { account, chatIds, now }: { account: Account; chatIds: readonly string[]; now: Date },
): Promise<OrderUpdate[]> {
  const orders = await selectOpenOrders(db, account).execute()
  // An order in a chat that was started between the two locks: try the transaction again.
  if (orders.some((order) => !chatIds.includes(order.chat_id))) throw new TransactionConflict()
  const otherSide = account.role === 'buyer' ? 'seller' : 'buyer'
  const updates: OrderUpdate[] = []
  for (const order of orders) {
    const text = openOrderText(order, account.role)
    const message = await insertSystemMessage(db, {
      chatId: order.chat_id,
      text,
      unreadFor: [otherSide],
      now,
    })
    const event = { message: text, chatId: order.chat_id, orderId: order.id, status: order.status }
    updates.push({ accountIds: [order[`${otherSide}_id`]], message, event })
  }
  return updates
}

type StatusChange = Account & {
  requested: AccountStatus | undefined
  reason?: string | undefined
} & AdminAction

/**
 * Blocks or unblocks an account; blocking ends their sessions and reset links, tells the other
 * sides of open orders, and a buyer's ratings stop counting. `isChanged` is false where the status
 * was the same; a new reason for a block takes the place of the former. Throws account_not_found.
 */
export async function setAccountStatus(
  db: Db,
  { id, role, requested, reason, adminId, now }: StatusChange,
) {
  const chatIds = await lockChats(db, role === 'buyer' ? { buyer_id: id } : { seller_id: id })
  if (role === 'buyer') await lockAuthor(db, id)
  const account = await lockAccount(db, id, role)
  if (!account) throw new AppError('account_not_found')
  const status = toggledStatus(account.status, requested)
  const isChanged = status !== account.status
  const hasNewReason =
    !isChanged && status === 'blocked' && reason !== undefined && reason !== account.blocked_reason
  let updates: OrderUpdate[] = []
  if (isChanged || hasNewReason)
    await updateAccount(db, id, {
      status,
      blocked_reason: status === 'blocked' ? (reason ?? null) : null,
    })
  if (isChanged) {
    if (status === 'blocked') {
      await deleteSessionsOf(db, [id])
      await deleteResetLinksOf(db, id)
      updates = await insertBlockMessages(db, { account: { id, role }, chatIds, now })
    }
    if (role === 'buyer') await recountAuthor(db, id)
  }
  if (isChanged || hasNewReason)
    await insertAuditEntry(db, {
      what: status === 'blocked' ? 'block' : 'unblock',
      target: { kind: role, _id: id, name: account.name },
      reason,
      adminId,
      now,
    })
  return { account: { ...account, status }, isChanged, updates, reason, adminId }
}
export type AccountStatusChange = Awaited<ReturnType<typeof setAccountStatus>>

/** After the commit: ends a blocked account's live connections and tells the other sides. */
export function announceAccountStatus(
  { live, log }: Pick<AppContext, 'live' | 'log'>,
  { account, isChanged, updates, reason, adminId }: AccountStatusChange,
): void {
  if (!isChanged || account.status !== 'blocked') return
  const { id, role } = account
  live.disconnectAccount(id, blockedText(reason))
  logSecurity(log, 'sessions_ended', { role, account: id, by: adminId })
  for (const update of updates) emitUpdate(live, update)
}
