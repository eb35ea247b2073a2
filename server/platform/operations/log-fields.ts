// Adds fields to each log line: the request, live event or job that it belongs to.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

export type LogFields = {
  requestId?: string
  event?: string
  job?: string
  /** The id of a job's run. `requestId` then belongs to the request that queued the job. */
  run?: string
}

const current = new AsyncLocalStorage<LogFields>()

export const newLogId = (): string => randomUUID()
export const logFields = (): LogFields | undefined => current.getStore()
export const withLogFields = <T>(fields: LogFields, work: () => T): T => current.run(fields, work)
/** For work that many requests share, or that outlives the request that started it. */
export const withoutLogFields = <T>(work: () => T): T => current.exit(work)
