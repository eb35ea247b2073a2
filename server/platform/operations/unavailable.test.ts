// With the database out of reach every door says so, and once it is back all goes on without a new start.
import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { listBooks } from '#contract/books.ts'
import { listChats, sendMessage } from '#contract/chats.ts'
import { errorCatalog } from '#contract/errors.ts'
import { incompleteHeader } from '#contract/pages.ts'
import { type App, createApp } from '#server/app.ts'
import { openPostgres } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { sendHtml } from '#server/platform/pages/pages.ts'
import { as, makeChat, makePerson, testApp } from '#server/testing.ts'
import { connect, refusedConnect } from '#server/testing-live.ts'
import { isUnavailable, UnavailableError } from './unavailable.ts'

const closers: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

const coded = (code: string, message = 'words') => Object.assign(new Error(message), { code })
test.each([
  ['08006', coded('08006'), true],
  ['57P01', coded('57P01'), true],
  ['57P03', coded('57P03'), true],
  ['53300', coded('53300'), true],
  ['ECONNREFUSED', coded('ECONNREFUSED'), true],
  ['one of several addresses', new AggregateError([coded('ECONNREFUSED')]), true],
  ['fetch', new TypeError('fetch failed', { cause: coded('ENOTFOUND') }), true],
  ['the driver', new Error('Connection terminated unexpectedly'), true],
  ['the pool', new Error('timeout exceeded when trying to connect'), true],
  ['the store', new UnavailableError('503'), true],
  ['a statement that took too long', coded('57014'), true],
  ['an answer that took too long', new Error('Query read timeout'), true],
  ['a broken constraint', coded('23505'), false],
  ['a deadlock', coded('40P01'), false],
  ['a breach of protocol', coded('08P01'), false],
  ['a fault of ours', new TypeError('undefined is not a function'), false],
  ['no error', 'ECONNREFUSED', false],
])('%s: unavailable is %s', (_, error, expected) => {
  expect(isUnavailable(error)).toBe(expected)
})

/** An app on this database, listening, with a page that reads the market and lacks it when it can't; and what it logged. */
async function serve(database: Parameters<typeof createApp>[0]['database']) {
  const { parts } = await testApp()
  const logged: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
  const built: App = await createApp(
    { config: { ...parts.config, rateLimit: false }, log, database, storage: parts.storage },
    async (app, parts) => {
      app.get('/*', (request, reply) =>
        sendHtml(app, parts, request, reply, async (_, { get }) => {
          const { status } = await get('/books/buyer/books?limit=8')
          return new Response('<h1>Home</h1>', {
            headers: status === 200 ? {} : { [incompleteHeader]: '1' },
          })
        }),
      )
    },
  )
  closers.push(() => built.app.close())
  return { ...built, logged, address: await built.app.listen({ port: 0, host: '127.0.0.1' }) }
}

/** Everything that is asked says that the server can't be reached now. */
async function expectAway(
  { app, address }: Awaited<ReturnType<typeof serve>>,
  person: { token: string },
) {
  const said = [503, 'unavailable', errorCatalog.unavailable[1], '5']
  const seen = ({
    status,
    refusal,
    headers,
  }: Awaited<ReturnType<ReturnType<typeof as>['call']>>) => [
    ...[status, refusal.code, refusal.message],
    headers['retry-after'],
  ]
  expect(seen(await as().call(listBooks, { search: `${Math.random()}` }, { app }))).toEqual(said)
  expect(seen(await as(person).call(listChats, {}, { app }))).toEqual(said)
  expect(await refusedConnect({ token: person.token }, address)).toBe('unavailable')
  const page = await app.inject({ url: '/', headers: { accept: 'text/html' } })
  expect([page.statusCode, page.headers['retry-after'], page.headers['content-type']]).toEqual([
    503,
    '5',
    'text/html; charset=utf-8',
  ])
  expect(page.body).toContain(errorCatalog.unavailable[1])
}

test('a database that nobody answers for', async () => {
  const pool = new pg.Pool({ host: '127.0.0.1', port: 1 })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  // No socket adapter: it says itself that it can't connect, and tries for ever.
  const server = await serve({ db, pool: undefined, close: () => db.destroy() })
  await expectAway(server, await makePerson('buyer'))
  expect(server.logged.join()).toContain('ECONNREFUSED')
})

/** A way to the database that can be cut, or carry nothing any more, and be mended; gives its port. */
async function cuttable(host: string, port: number) {
  const lines = new Set<Socket>()
  let isHanging = false
  const hang = () => {
    isHanging = true
    for (const line of lines) line.unpipe()
  }
  const goOn = () => {
    isHanging = false
    for (const line of lines) line.destroy()
  }
  const server = createServer((line) => {
    const far = dial(port, host)
    for (const end of [line, far]) {
      lines.add(end)
      end
        .on('error', () => {})
        .on('close', () => {
          lines.delete(end)
          line.destroy()
          far.destroy()
        })
    }
    if (!isHanging) line.pipe(far).pipe(line)
  })
  const open = async (at: number) => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const line of lines) line.destroy()
    await closed
  }
  return { port: await open(0), open, cut, hang, goOn }
}

/** A line to the file's PostgreSQL, and the address at its near end. */
async function lineToPostgres() {
  const { parts } = await testApp()
  const url = new URL(String(parts.database.pool?.options.connectionString))
  const line = await cuttable(url.hostname, Number(url.port || 5432))
  return {
    parts,
    line,
    address: Object.assign(url, { hostname: '127.0.0.1', port: String(line.port) }).href,
  }
}
const onPostgres = test.runIf(process.env.TEST_DATABASE_URL)

onPostgres('a PostgreSQL that goes and comes back', async () => {
  const { buyer, chatId } = await makeChat()
  const { parts, line, address } = await lineToPostgres()
  const server = await serve(await openPostgres(address))
  const read = () => as(buyer).call(listChats, {}, { app: server.app })
  const send = (message: string) =>
    as(buyer).call(sendMessage, { chatId, message }, { app: server.app })
  expect([(await read()).status, (await server.app.inject('/')).body]).toEqual([
    200,
    '<h1>Home</h1>',
  ])
  server.parts.forget(['books'])

  // Those who are ended by PostgreSQL itself while they work: as when it is stopped.
  const ended = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  const statuses = await Promise.all(
    [...Array.from({ length: 20 }, () => send(`${Math.random()}`)), ended.execute(parts.db)].map(
      async (one) => (await one) as { status?: number },
    ),
  )
  expect(
    statuses.filter(({ status }) => status !== undefined && ![201, 503].includes(status)),
  ).toEqual([])

  await line.cut()
  await expectAway(server, buyer)
  await line.open(line.port)
  await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe(200)
  expect([(await send('Back again')).status, (await server.app.inject('/')).body]).toEqual([
    201,
    '<h1>Home</h1>',
  ])
  const device = await connect(buyer, server.address)
  expect(device.socket.connected).toBe(true)
})

onPostgres('a PostgreSQL that answers nothing any more', async () => {
  const { buyer } = await makeChat()
  const { line, address } = await lineToPostgres()
  const server = await serve(await openPostgres(address, { connectMs: 3000, queryMs: 3000 }))
  const read = () => as(buyer).call(listChats, {}, { app: server.app })
  expect((await read()).status).toBe(200)
  line.hang()
  // More than the pool has connections: some wait for an answer, some for a connection.
  const answers = await Promise.all(Array.from({ length: 15 }, read))
  expect(new Set(answers.map(({ status, refusal }) => `${status} ${refusal.code}`))).toEqual(
    new Set(['503 unavailable']),
  )
  line.goOn()
  await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe(200)
})

onPostgres('a statement without an end, and who hears of broken connections', async () => {
  const { parts, line, address } = await lineToPostgres()
  const heard: unknown[] = []
  const log = { error: (...said: unknown[]) => void heard.push(said.at(-1)) }
  const database = await openPostgres(address, { queryMs: 2000, log: log as never })
  await expect(sql`select pg_sleep(600)`.execute(database.db)).rejects.toSatisfy(isUnavailable)
  const asleep = () =>
    sql`select 1 from pg_stat_activity where query like 'select pg_sleep(600)%' and state = 'active'`.execute(
      parts.db,
    )
  await expect.poll(async () => (await asleep()).rows.length).toBe(0)
  await Promise.all(Array.from({ length: 3 }, () => sql`select 1`.execute(database.db)))
  const broken = Promise.withResolvers<void>()
  database.pool?.on('error', () => broken.resolve())
  line.goOn()
  await broken.promise
  expect(heard).toEqual(['a connection to PostgreSQL broke'])
  await database.close()
})
