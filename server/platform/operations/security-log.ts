// Logs security events, one per line. Each line has the field `security`.
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
  | 'helper_invited'
  | 'helper_joined'
  | 'helper_left'
  | 'helper_removed'
  | 'second_account_opened'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'wrong_code'
  | 'limit_reached'
  | 'access_refused'
  | 'api_token_created'
  | 'api_token_revoked'

/**
 * Contains only ids and network addresses, because emails, passwords and tokens must not be logged.
 */
type Fields = {
  role?: Role
  account?: string | undefined
  address?: string
  /** The id of the account that acted, if it isn't `account` itself. */
  by?: string
  limit?: string
  /** The refused live event or endpoint (its path as mounted, without ids). */
  to?: string
  code?: string
}

export function logSecurity(log: Log, security: SecurityEvent, fields: Fields): void {
  log[security === 'limit_reached' ? 'warn' : 'info']({ security, ...fields }, 'security')
}

type Refused = { accountId: string; role: Role; address: string; to: string; code: string }

/**
 * Logs that a viewer with an active session was refused access. Ignores other errors. not_found
 * counts as refused, because it is the error for other people's data.
 */
export function logRefusedAccess(
  log: Log,
  { accountId: account, role, address, to, code }: Refused,
): void {
  const status: number | undefined = errorCatalog[code as ErrorCode]?.[0]
  if (status === 401 || status === 403 || code.endsWith('not_found'))
    logSecurity(log, 'access_refused', { role, account, address, to, code })
}
