import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import fastify from 'fastify'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { maxPoolConnections, transact } from '#server/platform/database/database.ts'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { createJobs, jobTimes } from '#server/platform/operations/jobs.ts'
import { createLog } from '#server/platform/operations/log.ts'
import { otherApp } from '#server/testing.ts'
import { isLong } from '#server/testing-rounds.ts'
import { checkTimeoutMs, serveHealth } from './health.ts'

/** Starts an app and waits until its database responds, which may take long on a busy machine. */
async function readyApp() {
  const other = await otherApp()
  const status = async () => (await other.app.inject('/readyz')).statusCode
  await expect.poll(status, { timeout: 30_000 }).toBe(200)
  return other
}

test('a working process reports that it is ready and alive', async () => {
  const { app } = await readyApp()
  const [alive, ready] = [await app.inject('/healthz'), await app.inject('/readyz')]
  expect([alive.statusCode, alive.json()]).toEqual([200, { status: 'alive' }])
  expect([ready.statusCode, ready.json(), ready.headers['cache-control']]).toEqual([
    200,
    { status: 'ready', checks: { database: 'ok', storage: 'ok', jobs: 'ok' } },
    'no-store',
  ])
})

test.runIf(isLong)(
  'a process whose database is blocked by a transaction isn’t ready',
  async () => {
    const { app, context } = await readyApp()
    let isDone = false
    const endless = Array.from({ length: context.database.pool ? maxPoolConnections : 1 }, () =>
      transact(context.db, async (db) => {
        while (!isDone) await sql`select 1`.execute(db)
      }),
    )
    const statuses = new Set<number>()
    for (const end = Date.now() + checkTimeoutMs + 5000; Date.now() < end; ) {
      const { statusCode } = await app.inject('/readyz')
      statuses.add(statusCode)
      if (statusCode === 503) break
      await wait(100)
    }
    isDone = true
    await Promise.all(endless)
    expect(statuses).toContain(503)
  },
  60_000,
)

test('a process with a job that hangs isn’t ready', async () => {
  const { context } = await readyApp()
  const metrics = createMetrics()
  const { stuckMs } = jobTimes
  jobTimes.stuckMs = 50
  onTestFinished(() => void Object.assign(jobTimes, { stuckMs }))
  const jobs = createJobs({ log: context.log, metrics, isTimed: false })
  const hung = Promise.withResolvers<void>()
  jobs.soon('hung', () => hung.promise)
  await wait(100)
  const said: string[] = []
  const log = createLog('error', { write: (line) => void said.push(line) })
  const app = fastify()
  serveHealth(app, { ...context, jobs, metrics, log })
  const { statusCode, body } = await app.inject('/readyz')
  expect([statusCode, JSON.parse(body).checks]).toEqual([
    503,
    { database: 'ok', storage: 'ok', jobs: 'failed' },
  ])
  expect(said.join('')).toContain('“hung” has been running for too long')
  hung.resolve()
  await jobs.close()
  await app.close()
})

// This must be the last test, because it deletes the folder that all of them share.
test('without its photo folder a process is alive but not ready', async () => {
  const { app, context } = await otherApp()
  await rm(context.config.dataDir, { recursive: true })
  const ready = await app.inject('/readyz')
  expect([ready.statusCode, ready.headers['retry-after'], ready.json().checks]).toEqual([
    503,
    '5',
    { database: 'ok', storage: 'failed', jobs: 'ok' },
  ])
  expect((await app.inject('/healthz')).statusCode).toBe(200)
})
