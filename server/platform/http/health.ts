// Health checks for load balancers and supervisors, and security.txt with the contact for
// vulnerability reports.
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { AppError, errorCatalog } from '#contract/common/error-catalog.ts'
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
      if (stuck !== undefined) throw new Error(`“${stuck}” has been running for too long`)
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

const securityTxtPath = '/.well-known/security.txt'
/** When security.txt expires. RFC 9116 recommends less than a year. */
const securityTxtDays = 180
const dayMs = 86_400_000

/** Serves security.txt (https://www.rfc-editor.org/rfc/rfc9116) if SECURITY_CONTACT is set. */
export function serveSecurityTxt(
  app: FastifyInstance,
  { config, limits, now }: Pick<AppContext, 'config' | 'limits' | 'now'>,
): void {
  const { securityContact, publicUrl } = config
  const onRequest = async (request: FastifyRequest) => limits.count('calls', request)
  app.get(securityTxtPath, { onRequest }, (_request, reply) => {
    if (securityContact === undefined) throw new AppError('not_found')
    const today = Math.floor(now().getTime() / dayMs) * dayMs
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(today + securityTxtDays * dayMs).toISOString()}`,
      'Preferred-Languages: en, hi',
      ...(publicUrl === undefined ? [] : [`Canonical: ${publicUrl}${securityTxtPath}`]),
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`)
  })
}
