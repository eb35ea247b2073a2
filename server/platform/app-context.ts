import type { Kysely } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Cache } from '#server/platform/cache/cache.ts'
import type { Changes } from '#server/platform/cache/changes.ts'
import type { Database, Db } from '#server/platform/database/database.ts'
import type { FindViewer } from '#server/platform/http/viewer.ts'
import type { RateLimits } from '#server/platform/limits/rate-limits.ts'
import type { Live } from '#server/platform/live/live.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { Config } from '#server/platform/operations/config.ts'
import type { Jobs } from '#server/platform/operations/jobs.ts'
import type { Log } from '#server/platform/operations/log.ts'
import type { SendMail } from '#server/platform/operations/mail.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

export type AppContext = {
  config: Config
  log: Log
  metrics: Metrics
  database: Database
  db: Kysely<Tables>
  cache: Cache
  changes: Changes
  storage: Storage
  jobs: Jobs
  live: Live
  limits: RateLimits
  mail: SendMail | undefined
  /** Finds the account of a session or of an API token. */
  findViewer: FindViewer
  /** Locks a helper in a transaction. Throws session_ended if they have been removed. */
  lockHelper: (db: Db, id: string) => Promise<void>
  now: () => Date
}
