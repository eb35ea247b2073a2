// Blocks and unblocks accounts. The other side of each open order is notified in the chat, and can
// finish or cancel the order. A blocked account can no longer change its orders.
import type { AccountStatus } from '#contract/accounts/auth.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { deleteApiTokensOf } from '#server/accounts/api-tokens/store.ts'
import { endSessions } from '#server/accounts/auth/end-sessions.ts'
import { blockedText } from '#server/accounts/auth/rules.ts'
import { deleteInvitesOf } from '#server/accounts/shop-helpers/store.ts'
import { lockAccount, updateAccount } from '#server/accounts/store.ts'
import { hideUntilReleased, releaseBooks } from '#server/books/hidden-books.ts'
import { lockChats, recheckMessages } from '#server/chats/store.ts'
import { insertArrivalsOf } from '#server/exchanges/rings/arrivals.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import { emitUpdate, type OrderUpdate } from '#server/orders/announce.ts'
import { lockAuthor, recountAuthor } from '#server/orders/rate.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { logSecurity } from '#server/platform/operations/security-log.ts'
import { type AdminAction, insertAuditEntry } from './audit.ts'
import { notifyOtherSides, type SideAccount } from './blocked-orders.ts'
import { awaitsReleaseReason, releasedText } from './texts.ts'

type StatusChange = SideAccount & {
  requested: AccountStatus | undefined
  reason?: string | undefined
  by: AdminAction
}

/**
 * Blocks or unblocks an account, and writes to the chats of its open orders. Blocking ends the
 * account's sessions and reset requests, and a blocked buyer's ratings don't count. `isChanged` is
 * false if the account already has the status; a new reason still replaces the old one. An
 * unblocked seller's listings are hidden until an admin releases them. Throws account_not_found.
 */
export async function setAccountStatus(db: Db, { id, role, requested, reason, by }: StatusChange) {
  const chatIds = await lockChats(db, role === 'buyer' ? { buyer_id: id } : { seller_id: id })
  if (role === 'buyer') await lockAuthor(db, id)
  const account = await lockAccount(db, id, role)
  if (!account) throw new AppError('account_not_found')
  const status = toggledStatus(account.status, requested)
  const isChanged = status !== account.status
  const hasNewReason =
    !isChanged && status === 'blocked' && reason !== undefined && reason !== account.blocked_reason
  if (isChanged) await recheckMessages(db, chatIds)
  let updates: OrderUpdate[] = []
  if (isChanged || hasNewReason)
    await updateAccount(db, id, {
      status,
      blocked_reason: status === 'blocked' ? (reason ?? null) : null,
    })
  if (isChanged) {
    if (status === 'blocked') {
      await endSessions(db, [id])
      await deleteApiTokensOf(db, [id])
      await deleteInvitesOf(db, [id])
    }
    if (status === 'active' && role === 'seller')
      await hideUntilReleased(db, id, awaitsReleaseReason, by.now)
    updates = await notifyOtherSides(db, { id, role }, { status, chatIds, by })
    if (role === 'buyer') await recountAuthor(db, id)
    if (status === 'active') await insertArrivalsOf(db, account.person_id)
  }
  if (isChanged || hasNewReason) {
    const what = status === 'blocked' ? 'block' : 'unblock'
    await insertAuditEntry(db, by, what, { kind: role, _id: id, name: account.name }, reason)
  }
  return { account: { ...account, status }, isChanged, updates, reason, adminId: by.adminId }
}
export type AccountStatusChange = Awaited<ReturnType<typeof setAccountStatus>>

/**
 * Releases the listings that were hidden when the seller was unblocked, and notifies the seller.
 * Throws account_not_found, and account_inactive if the seller is blocked.
 */
export async function releaseListings(
  db: Db,
  { id, reason }: { id: string; reason?: string | undefined },
  by: AdminAction,
) {
  const account = await lockAccount(db, id, 'seller')
  if (!account) throw new AppError('account_not_found')
  if (account.status !== 'active') throw new AppError('account_inactive')
  const count = await releaseBooks(db, id)
  if (count === 0) return { account, text: undefined }
  const target = { kind: 'seller', _id: id, name: account.name } as const
  await insertAuditEntry(db, by, 'release-books', target, reason)
  const text = releasedText(count)
  await insertNotifications(db, [id], { kind: 'listing', text, now: by.now })
  return { account, text }
}

/**
 * Closes a blocked account's live connections and notifies the other sides. Call this after the
 * commit.
 */
export function announceAccountStatus(
  { live, log }: Pick<AppContext, 'live' | 'log'>,
  { account, isChanged, updates, reason, adminId }: AccountStatusChange,
): void {
  if (!isChanged) return
  const { id, role } = account
  if (account.status === 'blocked') {
    live.disconnectAccount(id, blockedText(reason))
    logSecurity(log, 'sessions_ended', { role, account: id, by: adminId })
  }
  for (const update of updates) emitUpdate(live, update)
}

const toggledStatus = (
  current: AccountStatus,
  requested: AccountStatus | undefined,
): AccountStatus => requested ?? (current === 'active' ? 'blocked' : 'active')
