import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import { logFields } from './log-fields.ts'

export type Log = ReturnType<typeof createLog>

/**
 * pg's errors hold the whole connection, which fills a page and says nothing, and PostgreSQL's
 * details the values of a row.
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

/** JSON lines on standard output or on `stream`, without tokens, cookies and passwords. */
export function createLog(level: string, stream?: DestinationStream) {
  const options: LoggerOptions = {
    level,
    base: null,
    mixin: () => logFields() ?? {},
    // By default pino serializes only `err`; an Error under another name would be logged as {}.
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
