// What a log line belongs to: a request, a live event or a run of a job. Every line has these
// fields, wherever it is written.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

export type LogFields = {
  requestId?: string
  /** The live event that the request is. */
  event?: string
  job?: string
  /** One run of the job; `requestId` is then of the request that asked for it. */
  run?: string
}

const current = new AsyncLocalStorage<LogFields>()

export const newLogId = (): string => randomUUID()
export const logFields = (): LogFields | undefined => current.getStore()
export const withLogFields = <T>(fields: LogFields, work: () => T): T => current.run(fields, work)
/** For work that many requests share, or that outlives the one that began it. */
export const withoutLogFields = <T>(work: () => T): T => current.exit(work)
