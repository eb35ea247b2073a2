import { type DestinationStream, type LoggerOptions, pino } from 'pino'

export type Log = ReturnType<typeof createLog>

/** The process's log: JSON lines on standard output, or on `stream`; tokens, cookies and passwords never stand in it. */
export function createLog(level: string, stream?: DestinationStream) {
  const options: LoggerOptions = {
    level,
    base: null,
    // pino writes out only what stands as `err`; any other Error would be logged as {}.
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
