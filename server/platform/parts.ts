// What the server is made of; every feature gets it whole and takes what it needs.
import type { Kysely } from 'kysely'
import type { Topic } from '#contract/endpoint.ts'
import type { Cache } from './cache.ts'
import type { Config } from './config.ts'
import type { Database } from './db.ts'
import type { Jobs } from './jobs.ts'
import type { Limits } from './limits.ts'
import type { Live } from './live.ts'
import type { Log } from './log.ts'
import type { SendMail } from './mail.ts'
import type { PageCache } from './pages.ts'
import type { Storage } from './storage.ts'
import type { Tables } from './tables.ts'
import type { FindViewer } from './viewer.ts'

export type Parts = {
  config: Config
  log: Log
  database: Database
  db: Kysely<Tables>
  cache: Cache
  /** Whole pages. */
  pages: PageCache
  /** Forgets, here and in the other server processes, all kept answers and pages that show one of the topics. */
  forget: (topics: readonly Topic[]) => void
  storage: Storage
  jobs: Jobs
  live: Live
  limits: Limits
  /** Undefined where no mail server is set. */
  mail: SendMail | undefined
  findViewer: FindViewer
  /** The clock; tests set it. */
  now: () => Date
}
