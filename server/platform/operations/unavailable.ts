// Faults of what the server stands on: the database, or the store of the pictures, can't be reached at the moment.
import { AppError } from '#contract/errors.ts'

/** Something the server needs doesn't answer, and may again soon. */
export class UnavailableError extends Error {}

/** PostgreSQL's own words for it, beside class 08 (but for 08P01, a breach of protocol): https://www.postgresql.org/docs/current/errcodes-appendix.html */
const sqlStates = new Set([
  '57014', // query_canceled, as by statement_timeout
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
  '53300', // too_many_connections
])
/** The system's: https://nodejs.org/api/errors.html#common-system-errors; UND_ERR_… are those of fetch. */
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EMFILE',
  'ENFILE',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
])
/** What the PostgreSQL driver and its pool say without a code, in pg 8 and pg-pool 3. */
const driverWords =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed)/

/** Whether an error means that the database or the store can't be reached now; looks at what caused it too. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof UnavailableError) return true
  if (error instanceof AggregateError && error.errors.some(isUnavailable)) return true
  if (!(error instanceof Error)) return false
  const { code = '' } = error as { code?: unknown }
  if (
    typeof code === 'string' &&
    (sqlStates.has(code) || systemCodes.has(code) || /^08(?!P01)/.test(code))
  )
    return true
  return (
    driverWords.test(error.message) || (error.cause !== undefined && isUnavailable(error.cause))
  )
}

/** What a thrown thing is told as: itself where it is a Refusal, else as unavailable or internal. */
export const toAppError = (error: unknown): AppError =>
  error instanceof AppError
    ? error
    : new AppError(isUnavailable(error) ? 'unavailable' : 'internal')
