// Adds fields to each log line that say which request, live event or job it belongs to.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

export type LogFields = {
  requestId?: string
  /** The name of the live event, if it is one. */
  event?: string
  job?: string
  /** The id of a run of the job. `requestId` is then that of the request that queued it. */
  run?: string
}

const current = new AsyncLocalStorage<LogFields>()

export const newLogId = (): string => randomUUID()
export const logFields = (): LogFields | undefined => current.getStore()
export const withLogFields = <T>(fields: LogFields, work: () => T): T => current.run(fields, work)
/** Runs work that many requests share, or that outlives the request that started it. */
export const withoutLogFields = <T>(work: () => T): T => current.exit(work)
