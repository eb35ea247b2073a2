// When an account may be deleted, and how often its data may be exported.
import { AppError } from '#contract/errors.ts'
import { shortOrderId } from '#contract/orders.ts'
import type { Quota } from '#server/platform/limits/quotas.ts'

/** So many milliseconds after the login a session alone no longer suffices to delete the account. */
const freshMs = 86_400_000

/** Whether whoever wants to leave must give the password once more; `loggedInAt` is when they last did. */
export const needsPassword = (loggedInAt: Date, now: Date): boolean =>
  now.getTime() - loggedInAt.getTime() > freshMs

/** How often a person may take their data along: it is the longest of all answers. */
export const exportQuota: Quota = { max: 5, seconds: 86_400, code: 'too_many_exports' }

/** So many open orders are named where an account can't be deleted. */
const mostNamed = 10

/** Refuses to delete an account while orders are open, and names them. */
export function rejectOpenOrders(ids: string[]): void {
  if (ids.length === 0) return
  const named = ids.slice(0, mostNamed).map(shortOrderId).join(', ')
  const rest = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : ''
  const message =
    ids.length === 1
      ? `Order ${named} is still open. Finish or cancel it first.`
      : `These orders are still open: ${named}${rest}. Finish or cancel them first.`
  throw new AppError('account_has_orders', { message })
}
