// What load balancers and supervisors ask. Neither is counted by a limit, because both are answered
// from memory: the database and the storage are asked once a second at most, whoever asks here.
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { errorCatalog } from '#contract/common/errors.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { newestMigration } from '#server/platform/database/migrate.ts'
import {
  databaseFreshMs,
  databasePatienceMs,
  readinessTimeoutMs,
  storageFreshMs,
} from '#server/platform/operations/policy.ts'
import { createReadiness } from '#server/platform/operations/readiness.ts'
import { unavailableRetrySeconds } from './policy.ts'

type HealthContext = Pick<AppContext, 'db' | 'jobs' | 'storage' | 'log' | 'metrics'>

/**
 * Queries the database even if other statements get answers, because one transaction may block it.
 */
function createDatabaseCheck({ db }: HealthContext): () => Promise<void> {
  let isMigrated = false
  return async () => {
    if (isMigrated) return void (await sql`select 1`.execute(db))
    const name = await newestMigration()
    const { rows } = await sql`select from migrations where name = ${name}`.execute(db)
    if (rows.length === 0) throw new Error(`the migration ${name} hasn’t run`)
    isMigrated = true
  }
}

export function serveHealth(app: FastifyInstance, context: HealthContext): void {
  const { jobs, storage, log, metrics } = context
  const findReadiness = createReadiness(
    {
      database: {
        run: createDatabaseCheck(context),
        freshMs: databaseFreshMs,
        patienceMs: databasePatienceMs,
      },
      storage: { run: storage.check, freshMs: storageFreshMs },
      jobs: {
        run: async () => {
          const stuck = jobs.findStuck()
          if (stuck !== undefined) throw new Error(`“${stuck}” has been running for too long`)
        },
        freshMs: databaseFreshMs,
      },
    },
    { log, timeoutMs: readinessTimeoutMs },
  )
  metrics.showNow({ name: 'ready', help: 'What /readyz answers: 1 is ready' }, async () =>
    Number((await findReadiness()).isReady),
  )

  app.get('/healthz', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive' }),
  )
  app.get('/readyz', async (_request, reply) => {
    const { isReady, checks } = await findReadiness()
    void reply.header('cache-control', 'no-store')
    if (isReady) return { status: 'ready', checks }
    const [status, message] = errorCatalog.unavailable
    void reply.status(status).header('retry-after', unavailableRetrySeconds)
    return { message, code: 'unavailable', checks }
  })
}
