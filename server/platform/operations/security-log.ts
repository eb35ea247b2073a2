// What touches the safety of accounts, one line each in the process's log: to be searched by its `security` field.
import type { Role } from '#contract/endpoint.ts'
import type { Log } from './log.ts'

export type SecurityEvent =
  | 'admin_login'
  | 'wrong_password'
  | 'password_changed'
  | 'password_reset'
  | 'sessions_ended'
  | 'account_deleted'
  | 'second_account_opened'
  | 'limit_reached'

/** Who and where; ids and network addresses only, so that no email, password or token stands in a log. */
type Facts = {
  role?: Role
  /** The account's id; absent where there is no such account. */
  person?: string | undefined
  /** The network address that the call came from. */
  address?: string
  /** The id of who did it, where it wasn't the person. */
  by?: string
  limit?: string
}

/** Logs an event: what a limit stopped as a warning, all else as information. */
export function logSecurity(log: Log, security: SecurityEvent, facts: Facts): void {
  log[security === 'limit_reached' ? 'warn' : 'info']({ security, ...facts }, 'security')
}
