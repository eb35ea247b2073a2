// Starts the server as a process, and tests what prevents a start, each way in which it ends, and
// the next start.
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { dataDir, expectFault, hang, run, signIn } from './testing-processes.ts'

test('each bad variable gives one clear line', async () => {
  await expectFault(
    { PORT: 'http', DEMO: 'maybe' },
    'PORT must be a number from 0 to 65535.',
    'DEMO must be 1 or 0.',
  )
})

test('SIGTERM closes a busy server with open connections cleanly, and logs no error', async () => {
  const server = run({ RATE_LIMIT: '0' })
  const address = await server.opened
  const letGo = await hang(address)
  const { hostname, port } = new URL(address)
  const token = await signIn(address)
  const greedy = connect(Number(port), hostname)
  greedy.on('error', () => {})
  greedy.resume()
  greedy.write(
    `GET /api/seller/reports/best-sellers HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`.repeat(
      5000,
    ),
  )
  await new Promise((resolve) => setTimeout(resolve, 300))
  server.child.kill('SIGTERM')
  // The server exits with 0 if it closes in time, and otherwise with 1.
  const { code, stdout, stderr } = await server.ended
  const faults = stdout.split('\n').filter((line) => line.startsWith('{'))
  expect({ code, faults, stderr }).toEqual({ code: 0, faults: [], stderr: '' })
  letGo()
})

test('a DATA_DIR that is a file, or inside a file, gives one clear line', async () => {
  const file = path.join(dataDir, 'a-file')
  await writeFile(file, '')
  await expectFault({ DATA_DIR: file }, /^DATA_DIR: can't write to .*a-file/)
  await expectFault({ DATA_DIR: path.join(file, 'below') }, /^DATA_DIR: can't write to .*below/)
})

test('a port in use gives one clear line', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await expectFault(
    { PORT: String(port) },
    `PORT: ${port} is already in use. Stop what runs there, or set another PORT.`,
  )
  await expectFault(
    { METRICS_PORT: String(port) },
    new RegExp(`^METRICS_PORT: can't listen on 127\\.0\\.0\\.1:${port}: .*EADDRINUSE`),
  )
  other.close()
})

test('a host of another machine gives one clear line', async () => {
  await expectFault({ HOST: '203.0.113.1' }, /^HOST: can't listen on 203\.0\.113\.1/)
  await expectFault({ HOST: 'no.such.host.invalid' }, 'HOST: there is no no.such.host.invalid.')
})

test('an unreachable PostgreSQL or picture storage gives one clear line', async () => {
  await expectFault(
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/market' },
    /^DATABASE_URL: can't connect to PostgreSQL: .*ECONNREFUSED/,
  )
  await expectFault(
    { STORAGE_URL: 's3://K:S@127.0.0.1:1/pictures?tls=0' },
    /^STORAGE_URL: can't reach the store at 127\.0\.0\.1:1/,
  )
})

test('a broken database folder gives one clear line', async () => {
  await rm(path.join(dataDir, 'database', 'global'), { recursive: true })
  await expectFault({}, /^DATA_DIR: the database in .* can't be opened/)
})

test('a database whose creation was interrupted is created again', async () => {
  await rm(dataDir, { recursive: true })
  const first = run()
  const draft = path.join(dataDir, 'database.draft-*', 'base')
  await expect.poll(() => globSync(draft), { timeout: 60_000 }).toHaveLength(1)
  first.child.kill('SIGKILL')
  await first.ended
  expect((await fetch(await run().opened)).status).toBe(200)
})

test('the next server repeats an interrupted demo fill', async () => {
  const first = run({ DEMO: '1' })
  first.child.stdout?.once('data', () => setTimeout(() => first.child.kill('SIGINT'), 1500))
  const { code, stderr, stdout } = await first.ended
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^Filling the demo market.*\n$/)
  const second = run({ DEMO: '1' })
  const address = await second.opened
  expect(second.output()).toContain('Demo accounts:')
  // Only warnings and errors are lines of JSON.
  expect(second.output()).not.toMatch(/^\{/m)
  const books = await fetch(`${address}/api/books/buyer/books?limit=1`)
  expect(Number(books.headers.get('x-total-count'))).toBeGreaterThan(300)
})

const isAlive = (group: number) => {
  try {
    process.kill(-group, 0)
    return true
  } catch {
    return false
  }
}

test.each([
  ['SIGKILL to the script alone', 'scripts/start.mjs', 'SIGKILL', 'alone'],
  ['Ctrl-C on npm start', 'npm', 'SIGINT', 'group'],
  ['SIGTERM to npm alone', 'npm', 'SIGTERM', 'alone'],
] as const)('%s leaves nothing running', async (_, what, signal, reach) => {
  const [command, args] = what === 'npm' ? ['npm', ['start']] : [process.execPath, [what]]
  const started = run({}, command, args, { detached: true })
  const letGo = await hang(await started.opened)
  const group = started.child.pid ?? 0
  process.kill(reach === 'group' ? -group : group, signal)
  await started.ended
  await expect.poll(() => isAlive(group), { timeout: 60_000 }).toBe(false)
  letGo()
})

test('also in development, a form that is sent without scripts leads to its page', async () => {
  const address = await run({}, process.execPath, ['server/main.ts', '--dev']).opened
  const page = `${address}/admin/login?next=%2Fadmin%2Fbooks`
  const body = new URLSearchParams({ email: 'asha@example.com', password: 'monsoon' })
  const { status, headers } = await fetch(page, { method: 'POST', body, redirect: 'manual' })
  expect([status, headers.get('location')]).toEqual([303, page])
})
