// Measures statements and logs slow ones, without their values.
import type { LogEvent } from 'kysely'
import { Counter, Histogram, type Metric } from 'prom-client'
import { createCounter } from '#server/platform/limits/counter.ts'
import type { Log } from '#server/platform/operations/log.ts'
import { isUnavailable } from '#server/platform/operations/unavailable.ts'
import { statementName } from './named-statements.ts'

/** From a trivial read to the time limit of statements. */
export const secondsBuckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30]
/** Slower statements are logged, unless SLOW_QUERY_MS sets another limit. */
export const slowStatementMs = 500
/** Limits the log, which would fill the disk if all statements were slow. */
export const slowLinesPerMinute = 60
const maxTextLength = 1500

export type StatementWatch = {
  metrics: Metric[]
  note: (event: LogEvent) => void
  /** Counts a statement that couldn't get a connection. */
  noteNoConnection: () => void
}

/** `slowMs` of 0 turns the log off. */
export function createStatementWatch({
  log,
  slowMs = slowStatementMs,
}: {
  log?: Pick<Log, 'warn'> | undefined
  slowMs?: number | undefined
} = {}): StatementWatch {
  const seconds = new Histogram({
    name: 'dobara_database_statement_seconds',
    help: 'How long a statement takes once it has a connection',
    buckets: secondsBuckets,
    registers: [],
  })
  const failures = new Counter({
    name: 'dobara_database_failures_total',
    help: 'Statements that failed: the database was out of reach, or said why not',
    labelNames: ['why'],
    registers: [],
  })
  const slow = new Counter({
    name: 'dobara_database_slow_statements_total',
    help: 'Statements slower than SLOW_QUERY_MS',
    registers: [],
  })
  const lines = createCounter(slowLinesPerMinute)

  function noteSlow(text: string, ms: number): void {
    slow.inc()
    if (lines('slow') > 0) return
    const sql = text.replace(/\s+/g, ' ').slice(0, maxTextLength)
    log?.warn({ statement: statementName(text), ms: Math.round(ms), sql }, 'slow query')
  }
  return {
    metrics: [seconds, failures, slow],
    noteNoConnection: () => failures.inc({ why: 'no connection' }),
    note(event) {
      const { queryDurationMillis: ms, query } = event
      seconds.observe(ms / 1000)
      const isLost = event.level === 'error' && isUnavailable(event.error)
      if (event.level === 'error') failures.inc({ why: isLost ? 'out of reach' : 'refused' })
      if (slowMs > 0 && ms >= slowMs) noteSlow(query.sql, ms)
    },
  }
}
