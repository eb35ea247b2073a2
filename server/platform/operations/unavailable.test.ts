// While the database is unreachable, all responses say so. When it is reachable again, the server
// works again.

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect as connectTcp, createServer, type Socket } from 'node:net'
import type { LightMyRequestResponse } from 'fastify'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { listBooks } from '#contract/books/books.ts'
import { listChats, sendMessage } from '#contract/chats.ts'
import { errorCatalog } from '#contract/common/error-catalog.ts'
import { incompleteHeader } from '#contract/pages.ts'
import type { Tables } from '#db/tables.ts'
import { type App, createApp } from '#server/app.ts'
import { unknownChange } from '#server/platform/cache/changes.ts'
import { openPostgres, postgresTimeouts } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/operations/log.ts'
import { sendHtml } from '#server/platform/pages/pages.ts'
import { as, makeAccount, makeChat, testApp } from '#server/testing.ts'
import { connect, getConnectError } from '#server/testing-live.ts'
import { isUnavailable, UnavailableError } from './unavailable.ts'

const closers: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

const errorWithCode = (code: string, message = 'message') =>
  Object.assign(new Error(message), { code })
test.each([
  ['08006', errorWithCode('08006'), true],
  ['57P01', errorWithCode('57P01'), true],
  ['57P03', errorWithCode('57P03'), true],
  ['53300', errorWithCode('53300'), true],
  ['a full disk of PostgreSQL', errorWithCode('53100'), true],
  ['a full disk of the storage', errorWithCode('ENOSPC'), true],
  ['a standby', errorWithCode('25006'), true],
  ['ECONNREFUSED', errorWithCode('ECONNREFUSED'), true],
  ['one of several addresses', new AggregateError([errorWithCode('ECONNREFUSED')]), true],
  ['fetch', new TypeError('fetch failed', { cause: errorWithCode('ENOTFOUND') }), true],
  ['the driver', new Error('Connection terminated unexpectedly'), true],
  ['the pool', new Error('timeout exceeded when trying to connect'), true],
  ['the store', new UnavailableError('503'), true],
  ['a statement that took too long', errorWithCode('57014'), true],
  ['an answer that took too long', new Error('Query read timeout'), true],
  ['a broken constraint', errorWithCode('23505'), false],
  ['a deadlock', errorWithCode('40P01'), false],
  ['a breach of protocol', errorWithCode('08P01'), false],
  ['a bug', new TypeError('undefined is not a function'), false],
  ['no error', 'ECONNREFUSED', false],
])('%s means that the server is unavailable: %s', (_, error, expected) => {
  expect(isUnavailable(error)).toBe(expected)
})

/** Starts an app on this database, with its log and a page that reads the market. */
async function serve(database: Parameters<typeof createApp>[0]['database']) {
  const { context } = await testApp()
  const logged: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
  const created: App = await createApp(
    { config: { ...context.config, rateLimit: false }, log, database, storage: context.storage },
    async (app, context) => {
      app.get('/*', (request, reply) =>
        sendHtml(app, context, request, reply, async (_, { get }) => {
          const { status } = await get('/books/buyer/books?limit=8')
          return new Response('<h1>Home</h1>', {
            headers: status === 200 ? {} : { [incompleteHeader]: '1' },
          })
        }),
      )
    },
  )
  closers.push(() => created.app.close())
  return { ...created, logged, address: await created.app.listen({ port: 0, host: '127.0.0.1' }) }
}

/**
 * Expects a page that checks repeatedly whether the server is ready, and a policy that allows the
 * page's script.
 */
function expectToComeBack({ body, headers }: LightMyRequestResponse): void {
  const script = /<script>([^<]*)<\/script>/.exec(body)?.[1] ?? ''
  expect(script).toContain("fetch('/readyz'")
  const hash = createHash('sha256').update(script).digest('base64')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(policy).toMatch(/(?:connect|default)-src 'self'/)
}

async function expectUnavailable(
  { app, address }: Awaited<ReturnType<typeof serve>>,
  account: { token: string },
) {
  const expected = [503, 'unavailable', errorCatalog.unavailable[1], '5']
  const summary = ({
    status,
    error,
    headers,
  }: Awaited<ReturnType<ReturnType<typeof as>['call']>>) => [
    ...[status, error.code, error.message],
    headers['retry-after'],
  ]
  const search = `${Math.random()}`
  expect(summary(await as().call(listBooks, { search }, { app }))).toEqual(expected)
  expect(summary(await as(account).call(listChats, {}, { app }))).toEqual(expected)
  expect(await getConnectError({ token: account.token }, address)).toBe('unavailable')
  const page = await app.inject({ url: '/', headers: { accept: 'text/html' } })
  expect([page.statusCode, page.headers['retry-after'], page.headers['content-type']]).toEqual([
    503,
    '5',
    'text/html; charset=utf-8',
  ])
  expect(page.body).toContain(errorCatalog.unavailable[1])
  expectToComeBack(page)
  const ready = await app.inject('/readyz')
  expect([ready.statusCode, ready.headers['retry-after'], ready.json()]).toMatchObject([
    503,
    '5',
    { code: 'unavailable', checks: { database: 'failed', storage: 'ok' } },
  ])
  expect((await app.inject('/healthz')).statusCode).toBe(200)
}

test('reports an unreachable database', async () => {
  const pool = new pg.Pool({ host: '127.0.0.1', port: 1 })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  // The database has no pool, because Socket.IO's adapter would retry with it forever.
  const server = await serve({
    db,
    waiting: () => 0,
    close: () => db.destroy(),
  })
  await expectUnavailable(server, await makeAccount('buyer'))
  expect(server.logged.join()).toContain('ECONNREFUSED')
})

/** Starts a TCP proxy to the database, which can stop completely, or only stop forwarding. */
async function startProxy(host: string, port: number) {
  const sockets = new Set<Socket>()
  let isHanging = false
  const hang = () => {
    isHanging = true
    for (const socket of sockets) socket.unpipe()
  }
  const resume = () => {
    isHanging = false
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((client) => {
    const upstream = connectTcp(port, host)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket)
          client.destroy()
          upstream.destroy()
        })
    }
    if (!isHanging) client.pipe(upstream).pipe(client)
  })
  const start = async (localPort: number) => {
    server.listen(localPort, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const stop = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return { port: await start(0), start, stop, hang, resume }
}

async function proxyToPostgres() {
  const { context } = await testApp()
  const url = new URL(String(context.database.pool?.options.connectionString))
  const proxy = await startProxy(url.hostname, Number(url.port || 5432))
  return {
    context,
    proxy,
    address: Object.assign(url, { hostname: '127.0.0.1', port: String(proxy.port) }).href,
  }
}
const onPostgres = test.runIf(process.env.TEST_DATABASE_URL)

onPostgres('a PostgreSQL that stops and starts again', async () => {
  const { buyer, chatId } = await makeChat()
  const { context, proxy, address } = await proxyToPostgres()
  const server = await serve(await openPostgres(address))
  const read = () => as(buyer).call(listChats, {}, { app: server.app })
  const send = (message: string) =>
    as(buyer).call(sendMessage, { chatId, message }, { app: server.app })
  expect([(await read()).status, (await server.app.inject('/')).body]).toEqual([
    200,
    '<h1>Home</h1>',
  ])
  server.context.changes.apply(unknownChange)

  // PostgreSQL closes the connections as if it were stopped.
  const terminateAll = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  const statuses = await Promise.all(
    [
      ...Array.from({ length: 20 }, () => send(`${Math.random()}`)),
      terminateAll.execute(context.db),
    ].map(async (result) => (await result) as { status?: number }),
  )
  expect(
    statuses.filter(({ status }) => status !== undefined && ![201, 503].includes(status)),
  ).toEqual([])

  await proxy.stop()
  await expectUnavailable(server, buyer)
  await proxy.start(proxy.port)
  await expect.poll(async () => (await read()).status).toBe(200)
  expect([(await send('Back again')).status, (await server.app.inject('/')).body]).toEqual([
    201,
    '<h1>Home</h1>',
  ])
  const device = await connect(buyer, server.address)
  expect(device.socket.connected).toBe(true)
})

async function openImpatiently(address: string, timeoutMs: number, log?: Log) {
  const usual = { ...postgresTimeouts }
  Object.assign(postgresTimeouts, { connectMs: timeoutMs, queryMs: timeoutMs })
  const opened = openPostgres(address, { log })
  return opened.finally(() => Object.assign(postgresTimeouts, usual))
}

onPostgres('a PostgreSQL that stops responding', async () => {
  const { buyer } = await makeChat()
  const { proxy, address } = await proxyToPostgres()
  const server = await serve(await openImpatiently(address, 3000))
  const read = () => as(buyer).call(listChats, {}, { app: server.app })
  expect((await read()).status).toBe(200)
  proxy.hang()
  // Sends more requests than the pool has connections, so some wait for a result and others for a
  // connection.
  const responses = await Promise.all(Array.from({ length: 15 }, read))
  expect(new Set(responses.map(({ status, error }) => `${status} ${error.code}`))).toEqual(
    new Set(['503 unavailable']),
  )
  proxy.resume()
  await expect.poll(async () => (await read()).status).toBe(200)
})

onPostgres('a statement that takes too long, and the log of broken connections', async () => {
  const { context, proxy, address } = await proxyToPostgres()
  const logged: unknown[] = []
  const log = { error: (...args: unknown[]) => void logged.push(args.at(-1)) }
  const database = await openImpatiently(address, 2000, log as never)
  await expect(sql`select pg_sleep(600)`.execute(database.db)).rejects.toSatisfy(isUnavailable)
  const findRunning = () =>
    sql`select 1 from pg_stat_activity where query like 'select pg_sleep(600)%' and state = 'active'`.execute(
      context.db,
    )
  await expect.poll(async () => (await findRunning()).rows.length).toBe(0)
  await Promise.all(Array.from({ length: 3 }, () => sql`select 1`.execute(database.db)))
  const broken = Promise.withResolvers<void>()
  database.pool?.on('error', () => broken.resolve())
  proxy.resume()
  await broken.promise
  expect(logged).toEqual(['a connection to PostgreSQL broke'])
  await database.close()
})
