// Runs the server behind PgBouncer, whose few connections are shared by all transactions.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listBooks, readBook, updateBook } from '#contract/books/books.ts'
import { sendMessage } from '#contract/chats.ts'
import { type App, createApp } from '#server/app.ts'
import { as, makeChat, testApp } from '#server/testing.ts'
import { connect, receivedTexts, sendText, waitForText } from '#server/testing-live.ts'
import { type Database, openPostgres } from './database.ts'

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(existsSync)
const reasons = [
  ...(process.env.TEST_DATABASE_URL ? [] : ['no TEST_DATABASE_URL']),
  ...(program ? [] : ['it is not installed']),
]

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Starts PgBouncer with Debian's configuration and two connections to the tests' database. */
async function startBouncer(folder: string, direct: URL): Promise<[ChildProcess, string]> {
  const port = await freePort()
  const file = path.join(folder, 'pgbouncer.ini')
  const { hostname, port: directPort, username, password } = direct
  const secret = password && ` password=${decodeURIComponent(password)}`
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${directPort} user=${decodeURIComponent(username)}${secret}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
`,
  )
  chmodSync(folder, 0o755)
  // Runs PgBouncer as another user, because it refuses to run as root.
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  const user = process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : {}
  const child = spawn(String(program), [file], { ...user, stdio: 'ignore' })
  const url = new URL(direct)
  url.host = `127.0.0.1:${port}`
  return [child, url.href]
}

async function openWhenReady(url: string, directUrl: string): Promise<Database> {
  const database = await openPostgres(url, { directUrl })
  await vi.waitFor(() => sql`select 1`.execute(database.db), { timeout: 10_000 })
  return database
}

const title = reasons.length > 0 ? `PgBouncer (skipped: ${reasons.join(', ')})` : 'PgBouncer'
describe.skipIf(reasons.length > 0)(title, () => {
  let folder = ''
  let child: ChildProcess
  let database: Database
  let pooled: App
  let address = ''

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-pgbouncer-'))
    const { context } = await testApp()
    const direct = new URL(String(context.database.pool?.options.connectionString))
    const [started, url] = await startBouncer(folder, direct)
    child = started
    database = await openWhenReady(url, direct.href)
    const { config, log, storage } = context
    pooled = await createApp({ config: { ...config, rateLimit: false }, log, database, storage })
    address = await pooled.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await pooled?.app.close()
    child?.kill()
    await rm(folder, { recursive: true, force: true })
  })

  test('prepared statements work on any of its connections', async () => {
    const chats = await Promise.all(Array.from({ length: 12 }, () => makeChat()))
    for (let round = 0; round < 5; round++) {
      const statuses = await Promise.all(
        chats.flatMap(({ buyer, seller, chatId, bookId }) => {
          const options = { app: pooled.app }
          return [
            as(buyer).call(sendMessage, { chatId, message: `Round ${round}` }, options),
            as(seller).call(updateBook, { id: bookId, price: 100 + round }, options),
            as(buyer).call(readBook, { id: bookId }, options),
            as().call(listBooks, { limit: 8 }, options),
          ].map((call) => call.then(({ status }) => status))
        }),
      )
      expect(new Set(statuses)).toEqual(new Set([200, 201]))
    }
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count
      from pg_prepared_statements`.execute(database.db)
    expect(rows).toEqual([{ count: 0 }])
  })

  test('live events and changes of other processes arrive despite PgBouncer', async () => {
    const { buyer, seller, chatId, bookId } = await makeChat()
    const [behind, direct] = await Promise.all([connect(seller, address), connect(buyer)])
    // Repeats sending until each process receives messages from the other.
    await expect
      .poll(
        async () => {
          await sendText(direct, chatId, 'From there')
          await sendText(behind, chatId, 'From behind')
          return receivedTexts(behind).length > 0 && receivedTexts(direct).length > 0
        },
        { timeout: 10_000, interval: 300 },
      )
      .toBe(true)
    await sendText(direct, chatId, 'Last')
    await waitForText(behind, 'Last')

    const priceBehind = async () =>
      (await as().call(readBook, { id: bookId }, { app: pooled.app })).body.price
    await priceBehind()
    await as(seller).call(updateBook, { id: bookId, price: 77 })
    await expect.poll(priceBehind).toBe(77)
  })
})
