import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { type DestinationStream, type LoggerOptions, pino } from 'pino'

/** Tells to which request, live event or job a log line belongs. */
type LogFields = {
  requestId?: string
  event?: string
  job?: string
  /** The id of a run of the job. `requestId` is then that of the request that queued the job. */
  run?: string
}

const current = new AsyncLocalStorage<LogFields>()

export const newLogId = (): string => randomUUID()
export const logFields = (): LogFields | undefined => current.getStore()
export const withLogFields = <T>(fields: LogFields, work: () => T): T => current.run(fields, work)
/** For work that many requests share, or that outlives the request that started it. */
export const withoutLogFields = <T>(work: () => T): T => current.exit(work)

export type Log = ReturnType<typeof createLog>

/**
 * Leaves out the connection in pg's errors, which is long and useless, and PostgreSQL's details,
 * which contain values of rows.
 */
const serializeError = (error: Error) => {
  const {
    client: _,
    detail: __,
    where: ___,
    ...shown
  } = pino.stdSerializers.err(error) as Record<string, unknown>
  return shown
}

/** Writes JSON lines to standard output or to `stream`, without tokens, cookies and passwords. */
export function createLog(level: string, stream?: DestinationStream) {
  const options: LoggerOptions = {
    level,
    base: null,
    mixin: () => logFields() ?? {},
    // By default, pino serializes only `err`, and writes an Error in any other field as {}.
    serializers: { err: serializeError, error: serializeError },
    redact: [
      'req.headers.authorization',
      'req.headers["auth-token"]',
      'req.headers.cookie',
      '*.password',
      '*.newPassword',
      '*.currentPassword',
      '*.token',
    ],
  }
  return stream ? pino(options, stream) : pino(options)
}
