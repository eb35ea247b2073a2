// Health checks for load balancers and supervisors.
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { errorCatalog } from '#contract/common/error-catalog.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { newestMigration } from '#server/platform/database/migrate.ts'
import { unavailableRetrySeconds } from './responses/error-response.ts'

/** For this long, the result of a check is reused. */
const freshMs = 2000
export const checkTimeoutMs = 10_000

type HealthContext = Pick<AppContext, 'db' | 'jobs' | 'storage' | 'log' | 'metrics'>
type Checks = Record<'database' | 'storage' | 'jobs', 'ok' | 'failed'>

function createReadiness({ db, jobs, storage, log }: HealthContext): () => Promise<Checks> {
  const migration = newestMigration()
  const runs = {
    database: async () => {
      const name = await migration
      const { rows } = await sql`select from migrations where name = ${name}`.execute(db)
      if (rows.length === 0) throw new Error(`the migration ${name} hasn’t run`)
    },
    storage: storage.check,
    jobs: async () => {
      const stuck = jobs.findStuck()
      if (stuck !== undefined) throw new Error(`“${stuck}” hasn’t ended in time`)
    },
  }
  const failed = new Set<string>()

  async function check([name, run]: [string, () => Promise<void>]) {
    const timeout = setTimeout(checkTimeoutMs, new Error('no answer in time'), { ref: false })
    const error: unknown = await Promise.race([run().catch((error: unknown) => error), timeout])
    if (error !== undefined && !failed.has(name)) log.error({ error, check: name }, 'not ready')
    if (error === undefined && failed.has(name)) log.info({ check: name }, 'ready again')
    failed[error === undefined ? 'delete' : 'add'](name)
    return [name, error === undefined ? 'ok' : 'failed'] as const
  }
  const checkAll = async () =>
    Object.fromEntries(await Promise.all(Object.entries(runs).map(check))) as Checks

  let last: { checks: Promise<Checks>; at: number } | undefined
  return () => {
    if (!last || Date.now() - last.at >= freshMs) last = { checks: checkAll(), at: Date.now() }
    return last.checks
  }
}

export function serveHealth(app: FastifyInstance, context: HealthContext): void {
  const findReadiness = createReadiness(context)
  const isReady = (checks: Checks) => Object.values(checks).every((result) => result === 'ok')
  context.metrics.show('ready', 'What /readyz answers: 1 is ready', async () =>
    Number(isReady(await findReadiness())),
  )
  app.get('/healthz', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive' }),
  )
  app.get('/readyz', async (_request, reply) => {
    const checks = await findReadiness()
    void reply.header('cache-control', 'no-store')
    if (isReady(checks)) return { status: 'ready', checks }
    const [status, message] = errorCatalog.unavailable
    void reply.status(status).header('retry-after', unavailableRetrySeconds)
    return { message, code: 'unavailable', checks }
  })
}
