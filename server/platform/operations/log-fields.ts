// Adds to each log line the id of the request, live event or job to which it belongs.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

export type LogFields = {
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
