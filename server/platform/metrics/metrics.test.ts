import { expect, onTestFinished, test } from 'vitest'
import { listBooks } from '#contract/books/books.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, makeAccount, makeBook, otherApp } from '#server/testing.ts'
import { settleChanges } from '#server/testing-changes.ts'
import { connect } from '#server/testing-live.ts'
import { openMetricsServer } from './metrics.ts'

async function serve() {
  const { app, context } = await otherApp()
  const metrics = await openMetricsServer(context.metrics.registry, { port: 0, host: '127.0.0.1' })
  onTestFinished(metrics.close)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const read = async () => (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text()
  const linesOf = async (name: string) =>
    (await read()).split('\n').filter((line) => line.startsWith(`dobara_${name}`))
  return { app, context, origin, metrics, read, linesOf }
}

test('counts requests by the pattern of their endpoint, not by URL', async () => {
  const { app, linesOf } = await serve()
  const bookId = await makeBook(await makeAccount('seller'))
  for (const id of [bookId, newId(), newId()]) await app.inject(`/api/books/${id}`)
  for (let count = 0; count < 30; count++)
    await app.inject(`/${newId()}/${count % 2 ? 'api' : newId()}`)
  await app.inject(`/api/${newId()}`)
  expect(await linesOf('http_requests_total')).toEqual([
    'dobara_http_requests_total{method="GET",route="/api/books/:id",status="200"} 1',
    'dobara_http_requests_total{method="GET",route="/api/books/:id",status="404"} 2',
    'dobara_http_requests_total{method="GET",route="unknown",status="404"} 30',
    'dobara_http_requests_total{method="GET",route="/api/*",status="404"} 1',
  ])
  expect(await linesOf('errors_total')).toEqual([
    'dobara_errors_total{code="book_not_found"} 2',
    'dobara_errors_total{code="not_found"} 31',
  ])
  expect(await linesOf('http_request_seconds_count')).toContain(
    'dobara_http_request_seconds_count{route="/api/books/:id"} 3',
  )
})

test('shows the cache, the database, jobs, limits and live connections', async () => {
  const { app, context, origin, linesOf, read } = await serve()
  const buyer = await makeAccount('buyer')
  const branch = `Branch ${newId()}`
  await makeBook(await makeAccount('seller'), { branch })
  await context.jobs.idle()
  await settleChanges(context)
  const url = `${origin}/api/books/buyer/books?limit=8&branch=${encodeURIComponent(branch)}`
  for (let count = 0; count < 4; count++) await fetch(url)
  const requests = (await linesOf('cache_requests_total')).join()
  expect(requests).toMatch(/result="miss"} [1-9]/)
  expect(requests).toMatch(/result="hit"} ([3-9]|\d\d)/)

  context.jobs.soon(`count ${newId()}`, async () => {})
  context.jobs.soon(`count ${newId()}`, () => Promise.reject(new Error('no luck')))
  context.jobs.soon('last', async () => {})
  await context.jobs.idle()
  expect(await linesOf('job_runs_total')).toEqual(
    expect.arrayContaining([
      'dobara_job_runs_total{job="count",result="ok"} 1',
      'dobara_job_runs_total{job="count",result="failed"} 1',
    ]),
  )
  expect((await linesOf('job_last_success')).join()).toMatch(/job="last"} 1\d{9}/)

  await connect(buyer, origin)
  expect(await linesOf('live_connections')).toEqual(['dobara_live_connections 1'])
  expect(await linesOf('live_handshakes_total')).toEqual([
    'dobara_live_handshakes_total{result="ok"} 1',
  ])
  expect(await linesOf('ready')).toEqual(['dobara_ready 1'])
  const all = await read()
  for (const name of [
    'dobara_database_waiting 0',
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
  ])
    expect(all).toContain(name)
  expect((await as(buyer).call(listBooks, {}, { app })).status).toBe(200)
})

test('metrics are not public, and their port serves nothing else', async () => {
  const { app, metrics } = await serve()
  expect((await app.inject('/metrics')).statusCode).toBe(404)
  const ask = (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${metrics.port}${path}`, { method })
  expect([(await ask('/')).status, (await ask('/metrics', 'POST')).status]).toEqual([404, 404])
})
