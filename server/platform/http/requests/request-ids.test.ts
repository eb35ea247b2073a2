// A response and all log lines about it share a request id.
import { expect, test } from 'vitest'
import { createLog } from '#server/platform/operations/log.ts'
import { sendHtml } from '#server/platform/pages/pages.ts'
import { otherApp } from '#server/testing.ts'

type Line = { msg: string; requestId?: string; job?: string; run?: string; level: number }

async function serveFaults(trustProxy = 0) {
  const lines: Line[] = []
  const log = createLog('debug', { write: (line: string) => void lines.push(JSON.parse(line)) })
  const { app, context } = await otherApp({
    log,
    config: { trustProxy },
    pages: async (app, context) => {
      app.get('/api/fault', async ({ log }) => {
        await context.storage.read('nothing')
        log.warn('noticed')
        context.log.warn('noticed deeper')
        context.jobs.soon('put right 0199a0a0-0000-7000-8000-000000000000', async () => {
          await context.storage.read('nothing')
          context.log.warn('worked')
          throw new Error('no luck')
        })
        throw new Error('no luck')
      })
      app.get('/*', (request, reply) =>
        sendHtml(app, context, request, reply, async (_, { get }) => {
          await get('/fault')
          return new Response('<h1>Home</h1>')
        }),
      )
    },
  })
  const linesOf = (id: unknown) =>
    lines.filter(({ requestId }) => requestId === id).map(({ msg }) => msg)
  return { app, context, lines, linesOf }
}

test('an error response and jobs have the request id of the log lines', async () => {
  const { app, context, lines, linesOf } = await serveFaults()
  const response = await app.inject('/api/fault')
  await context.jobs.idle()
  const id = response.headers['x-request-id']
  expect(response.json()).toEqual({
    message: 'Something went wrong',
    code: 'internal',
    requestId: id,
  })
  expect(linesOf(id).sort()).toEqual(
    [
      'noticed',
      'noticed deeper',
      'request failed',
      'request',
      'worked',
      'job',
      'a background job failed',
    ].sort(),
  )
  const ofJob = lines.filter(({ job }) => job === 'put right')
  expect(ofJob.map(({ msg }) => msg)).toEqual(['worked', 'job', 'a background job failed'])
  expect(new Set(ofJob.map(({ run }) => run)).size).toBe(1)
  expect(ofJob[0]?.run).toMatch(/^[0-9a-f-]{36}$/)
})

test('concurrent requests have their own ids, and a timed job has none', async () => {
  const { app, context, lines, linesOf } = await serveFaults()
  const responses = await Promise.all([app.inject('/api/fault'), app.inject('/api/fault')])
  const ids = responses.map(({ headers }) => headers['x-request-id'])
  expect(new Set(ids).size).toBe(2)
  for (const id of ids) expect(linesOf(id)).toContain('noticed deeper')
  await context.jobs.idle()
  context.jobs.soon('tidy', async () => void context.log.warn('tidied'))
  await context.jobs.idle()
  expect(lines.find(({ msg }) => msg === 'tidied')).toMatchObject({
    job: 'tidy',
    run: expect.any(String),
  })
  expect(lines.find(({ msg }) => msg === 'tidied')?.requestId).toBeUndefined()
})

test('API calls of a page have the id of the page’s request', async () => {
  const { app, linesOf } = await serveFaults()
  const page = await app.inject('/')
  expect(linesOf(page.headers['x-request-id'])).toContain('noticed deeper')
})

test.each([
  [0, 'edge-4711.a_b', false],
  [1, 'edge-4711.a_b', true],
  [1, 'short', false],
  [1, 'x'.repeat(65), false],
  [1, 'a b c d e f g', false],
  [1, '{"requestId":"x"}', false],
])('behind %d proxies the id %s is accepted: %s', async (proxies, given, isTaken) => {
  const { app } = await otherApp({ config: { trustProxy: proxies } })
  const { headers } = await app.inject({ url: '/api/none', headers: { 'x-request-id': given } })
  expect(headers['x-request-id'] === given).toBe(isTaken)
  expect(headers['x-request-id']).toMatch(/^[\w.-]{8,64}$/)
})
