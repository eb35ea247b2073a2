import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import fastify from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { transact } from '#server/platform/database/database.ts'
import { maxPoolConnections } from '#server/platform/database/policy.ts'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { createJobs } from '#server/platform/operations/jobs.ts'
import { createLog } from '#server/platform/operations/log.ts'
import { databasePatienceMs } from '#server/platform/operations/policy.ts'
import { createReadiness } from '#server/platform/operations/readiness.ts'
import { otherApp } from '#server/testing.ts'
import { isLong } from '#server/testing-rounds.ts'
import { serveHealth } from './health.ts'

/** Makes an app and waits until its database has answered, even on a busy machine. */
async function readyApp() {
  const other = await otherApp()
  const status = async () => (await other.app.inject('/readyz')).statusCode
  await expect.poll(status, { timeout: 30_000 }).toBe(200)
  return other
}

test('a process that can work says so, and that it lives', async () => {
  const { app } = await readyApp()
  const [alive, ready] = [await app.inject('/healthz'), await app.inject('/readyz')]
  expect([alive.statusCode, alive.json()]).toEqual([200, { status: 'alive' }])
  expect([ready.statusCode, ready.json(), ready.headers['cache-control']]).toEqual([
    200,
    { status: 'ready', checks: { database: 'ok', storage: 'ok', jobs: 'ok' } },
    'no-store',
  ])
})

const atOnce = { run: async () => {}, freshMs: 10 }
const logTo = (said: string[]) => ({
  error: (_fields: object, message?: string) => void said.push(message ?? ''),
  info: (_fields: object, message?: string) => void said.push(message ?? ''),
})

test('however many ask, what is behind is asked once, and again when the answer is old', async () => {
  let time = 0
  let asked = 0
  const check = { run: async () => void asked++, freshMs: 1000 }
  const options = { log: logTo([]), timeoutMs: 1000, now: () => time }
  const find = createReadiness({ database: check, storage: check, jobs: check }, options)
  await Promise.all(Array.from({ length: 100 }, find))
  time = 999
  await find()
  expect(asked).toBe(3)
  time = 1000
  await find()
  expect(asked).toBe(6)
})

test('what doesn’t answer in time isn’t ready, isn’t asked meanwhile, and is logged once', async () => {
  let time = 0
  let asked = 0
  let answer = () => {}
  const slow = () => {
    asked++
    return new Promise<void>((resolve) => {
      answer = resolve
    })
  }
  const said: string[] = []
  const find = createReadiness(
    { database: { run: slow, freshMs: 10 }, storage: atOnce, jobs: atOnce },
    { log: logTo(said), timeoutMs: 20, now: () => time },
  )
  for (time = 0; time < 100; time += 20)
    expect(await find()).toEqual({
      isReady: false,
      checks: { database: 'failed', storage: 'ok', jobs: 'ok' },
    })
  expect([asked, said]).toEqual([1, ['not ready']])
  const next = find()
  answer()
  expect(await next).toMatchObject({ isReady: true })
  expect(said).toEqual(['not ready', 'ready again'])
})

test('a database that stops answering counts as ready until its patience is over', async () => {
  let time = 0
  let isHanging = false
  const run = () => (isHanging ? new Promise<void>(() => {}) : Promise.resolve())
  const find = createReadiness(
    { database: { run, freshMs: 10, patienceMs: 10_000 }, storage: atOnce, jobs: atOnce },
    { log: logTo([]), timeoutMs: 5, now: () => time },
  )
  expect((await find()).isReady).toBe(true)
  isHanging = true
  time = 1000
  expect((await find()).isReady).toBe(true)
  time = 10_999
  expect((await find()).isReady).toBe(true)
  time = 11_000
  expect(await find()).toMatchObject({ isReady: false, checks: { database: 'failed' } })
})

test.runIf(isLong)(
  'a process whose database is blocked by one transaction isn’t ready',
  async () => {
    const { app, context } = await readyApp()
    let isOver = false
    const endless = Array.from({ length: context.database.pool ? maxPoolConnections : 1 }, () =>
      transact(context.db, async (db) => {
        while (!isOver) await sql`select 1`.execute(db)
      }),
    )
    const statuses = new Set<number>()
    for (const end = Date.now() + databasePatienceMs + 5000; Date.now() < end; ) {
      const { statusCode } = await app.inject('/readyz')
      statuses.add(statusCode)
      if (statusCode === 503) break
      await wait(100)
    }
    isOver = true
    await Promise.all(endless)
    expect(statuses).toContain(503)
  },
  60_000,
)

test('a process with a job that hangs isn’t ready', async () => {
  const { context } = await readyApp()
  const metrics = createMetrics()
  const jobs = createJobs({ log: context.log, metrics, isTimed: false, stuckMs: 50 })
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

// The last test, because it deletes the folder that all of them share.
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
