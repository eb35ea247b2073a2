// Logs security events, one per line. Search for the field `security`.
import type { Role } from '#contract/common/endpoint.ts'
import { type ErrorCode, errorCatalog } from '#contract/common/error-catalog.ts'
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

/** Only ids and network addresses, because emails, passwords and tokens must not be logged. */
type Fields = {
  role?: Role
  account?: string | undefined
  address?: string
  /** The id of the account that did it, if it is another one. */
  by?: string
  limit?: string
  /** The refused endpoint (its mounted path, without ids) or live event. */
  to?: string
  /** The error code of the refusal. */
  code?: string
}

export function logSecurity(log: Log, security: SecurityEvent, fields: Fields): void {
  log[security === 'limit_reached' ? 'warn' : 'info']({ security, ...fields }, 'security')
}

type Refused = { accountId: string; role: Role; address: string; to: string; code: string }

/**
 * Logs that a viewer with an active session was refused access. Other errors are ignored. Other
 * people's data is reported as not found, so not_found counts as refused.
 */
export function logRefusedAccess(
  log: Log,
  { accountId: account, role, address, to, code }: Refused,
): void {
  const status: number | undefined = errorCatalog[code as ErrorCode]?.[0]
  if (status === 401 || status === 403 || code.endsWith('not_found'))
    logSecurity(log, 'access_refused', { role, account, address, to, code })
}
