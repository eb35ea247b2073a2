// Recognizes errors which mean that the database or the photo storage can't be reached, or can't be
// written to because of a full disk or a read-only node.
import { AppError } from '#contract/common/error-catalog.ts'
import type { Log } from './log.ts'

export class UnavailableError extends Error {}

/**
 * SQL states that mean unavailable: the classes 08 (connections; but not 08P01, a protocol
 * violation, which is a bug), 53 (full disk, too many connections, no memory) and 57 (shutdowns and
 * timeouts); 25P03, a timeout; 25006, for example from a standby that hasn't taken over yet.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const sqlStates = /^(?:08(?!P01)|53|57|25P03|25006)/
/**
 * https://nodejs.org/api/errors.html#common-system-errors. Codes that begin with UND_ERR_ come from
 * fetch.
 */
const systemCodes =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|ENOSPC|EDQUOT|EROFS|EMFILE|ENFILE|EAI_AGAIN|UND_ERR_SOCKET|UND_ERR_CONNECT_TIMEOUT)$/
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed)/

export function isUnavailable(error: unknown): boolean {
  if (error instanceof UnavailableError) return true
  if (error instanceof AggregateError && error.errors.some(isUnavailable)) return true
  if (!(error instanceof Error)) return false
  const { code = '' } = error as { code?: unknown }
  if (typeof code === 'string' && (sqlStates.test(code) || systemCodes.test(code))) return true
  return driverMessages.test(error.message) || isUnavailable(error.cause)
}

export const toAppError = (error: unknown): AppError =>
  error instanceof AppError
    ? error
    : new AppError(isUnavailable(error) ? 'unavailable' : 'internal')

/**
 * Returns a `catch` handler for one of many tasks. It logs the error and returns undefined, so that
 * the other tasks continue. Rethrows the error if the database or the photo storage is unavailable.
 */
export const logFailure =
  (log: Pick<Log, 'error'>, message: string, fields: Record<string, unknown> = {}) =>
  (error: unknown): undefined => {
    if (isUnavailable(error)) throw error
    log.error({ error, ...fields }, message)
    return undefined
  }
