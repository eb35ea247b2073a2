// Security events in the log, one line each; search for the field `security`.
import type { Role } from '#contract/common/endpoint.ts'
import { type ErrorCode, errorCatalog } from '#contract/common/errors.ts'
import type { Log } from './log.ts'

type SecurityEvent =
  | 'login'
  | 'admin_login'
  | 'account_switched'
  | 'logout'
  | 'wrong_password'
  | 'password_changed'
  | 'password_reset'
  | 'sessions_ended'
  | 'account_deleted'
  | 'second_account_opened'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'wrong_code'
  | 'limit_reached'
  | 'access_refused'

/** Ids and network addresses only: no email, password or token belongs in a log. */
type Fields = {
  role?: Role
  account?: string | undefined
  address?: string
  /** The id of who did it, if it wasn't the account. */
  by?: string
  limit?: string
  /** What was refused: an endpoint as it is mounted, without ids, or a live event. */
  to?: string
  /** The code of the refusal. */
  code?: string
}

export function logSecurity(log: Log, security: SecurityEvent, fields: Fields): void {
  log[security === 'limit_reached' ? 'warn' : 'info']({ security, ...fields }, 'security')
}

type Refused = { accountId: string; role: Role; address: string; to: string; code: string }

/**
 * Logs that somebody with a live session was refused access; other refusals are left out. What
 * belongs to others is answered as if it weren't there, so a missing thing counts as refused.
 */
export function logRefusedAccess(
  log: Log,
  { accountId: account, role, address, to, code }: Refused,
): void {
  const status: number | undefined = errorCatalog[code as ErrorCode]?.[0]
  if (status === 401 || status === 403 || code.endsWith('not_found'))
    logSecurity(log, 'access_refused', { role, account, address, to, code })
}
