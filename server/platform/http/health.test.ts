import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createReadiness } from '#server/platform/operations/readiness.ts'
import { otherApp } from '#server/testing.ts'

test('a process that can work says so, and that it lives', async () => {
  const { app } = await otherApp()
  const [alive, ready] = [await app.inject('/healthz'), await app.inject('/readyz')]
  expect([alive.statusCode, alive.json()]).toEqual([200, { status: 'alive' }])
  expect([ready.statusCode, ready.json(), ready.headers['cache-control']]).toEqual([
    200,
    { status: 'ready', checks: { database: 'ok', storage: 'ok' } },
    'no-store',
  ])
})

test('without its photos it isn’t ready, but alive', async () => {
  const { app, context } = await otherApp()
  await rm(context.config.dataDir, { recursive: true })
  const ready = await app.inject('/readyz')
  expect([ready.statusCode, ready.headers['retry-after'], ready.json().checks]).toEqual([
    503,
    '5',
    { database: 'ok', storage: 'failed' },
  ])
  expect((await app.inject('/healthz')).statusCode).toBe(200)
})

const logTo = (said: string[]) => ({
  error: (_fields: object, message?: string) => void said.push(message ?? ''),
  info: (_fields: object, message?: string) => void said.push(message ?? ''),
})

test('however many ask, what is behind is asked once, and again when the answer is old', async () => {
  let time = 0
  let asked = 0
  const check = { run: async () => void asked++, freshMs: 1000 }
  const options = { log: logTo([]), timeoutMs: 1000, now: () => time }
  const find = createReadiness({ database: check, storage: check }, options)
  await Promise.all(Array.from({ length: 100 }, find))
  time = 999
  await find()
  expect(asked).toBe(2)
  time = 1000
  await find()
  expect(asked).toBe(4)
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
    { database: { run: slow, freshMs: 10 }, storage: { run: async () => {}, freshMs: 10 } },
    { log: logTo(said), timeoutMs: 20, now: () => time },
  )
  for (time = 0; time < 100; time += 20)
    expect(await find()).toEqual({
      isReady: false,
      checks: { database: 'failed', storage: 'ok' },
    })
  expect([asked, said]).toEqual([1, ['not ready']])
  const next = find()
  answer()
  expect(await next).toMatchObject({ isReady: true })
  expect(said).toEqual(['not ready', 'ready again'])
})
