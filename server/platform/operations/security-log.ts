// Security events in the log, one line each; search for the field `security`.
import type { Role } from '#contract/common/endpoint.ts'
import type { Log } from './log.ts'

type SecurityEvent =
  | 'admin_login'
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

/** Ids and network addresses only: no email, password or token belongs in a log. */
type Fields = {
  role?: Role
  account?: string | undefined
  address?: string
  /** The id of who did it, if it wasn't the account. */
  by?: string
  limit?: string
}

export function logSecurity(log: Log, security: SecurityEvent, fields: Fields): void {
  log[security === 'limit_reached' ? 'warn' : 'info']({ security, ...fields }, 'security')
}
