import { type DestinationStream, type LoggerOptions, pino } from 'pino'

export type Log = ReturnType<typeof createLog>

/** JSON lines on standard output or on `stream`, without tokens, cookies and passwords. */
export function createLog(level: string, stream?: DestinationStream) {
  const options: LoggerOptions = {
    level,
    base: null,
    // By default pino serializes only `err`; an Error under another name would be logged as {}.
    serializers: { error: pino.stdSerializers.err },
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
