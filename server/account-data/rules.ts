import { AppError } from '#contract/common/error-catalog.ts'
import { shortOrderId } from '#contract/orders/orders.ts'
import type { Quota, QuotaUse } from '#server/platform/limits/quotas.ts'

/** Exports are limited because no other responses are as long. */
const exportQuota: Quota = { max: 5, seconds: 86_400, code: 'too_many_exports' }

const maxOrdersNamed = 10

/** If the last login is older than this, deleting the account requires the password. */
const passwordNeededAfterMs = 86_400_000

export const needsPassword = (loggedInAt: Date, now: Date): boolean =>
  now.getTime() - loggedInAt.getTime() > passwordNeededAfterMs

export const exportUse = (accountId: string): QuotaUse => ({
  key: `export ${accountId}`,
  quota: exportQuota,
})

export function rejectOpenOrders(ids: string[]): void {
  if (ids.length === 0) return
  const named = ids.slice(0, maxOrdersNamed).map(shortOrderId).join(', ')
  const rest = ids.length > maxOrdersNamed ? ` and ${ids.length - maxOrdersNamed} more` : ''
  const message =
    ids.length === 1
      ? `Order ${named} is still open. Finish or cancel it first.`
      : `These orders are still open: ${named}${rest}. Finish or cancel them first.`
  throw new AppError('account_has_orders', { message })
}
