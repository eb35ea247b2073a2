import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import { logFields } from './log-fields.ts'

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
