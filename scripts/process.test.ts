// The server as a process: how it starts, what it says when it can't, and that it ends.

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'

// Whole processes start here, often beside other tests.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const root = path.resolve(import.meta.dirname, '..')
/** With a migrated database. */
let dataDir = ''
const children: ChildProcess[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'dobara-process-'))
  await cp(inject('dataDir'), dataDir, { recursive: true })
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

type Ended = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }

/**
 * Starts the server, or another command, without a terminal and without demo data unless it is told
 * otherwise.
 */
function run(
  env: Record<string, string> = {},
  command = process.execPath,
  args = ['server/main.ts'],
  options: SpawnOptions = {},
) {
  const { TEST_DATABASE_URL: _, NODE_ENV: __, ...inheritedEnv } = process.env
  const child = spawn(command, args, {
    ...options,
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...inheritedEnv,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO: '0',
      LOG_LEVEL: 'warn',
      // On a busy machine all are slow.
      SLOW_QUERY_MS: '0',
      ...env,
    },
  })
  children.push(child)
  let stdout = ''
  let stderr = ''
  const { promise: opened, resolve } = Promise.withResolvers<string>()
  child.stdout?.on('data', (text: Buffer) => {
    stdout += text
    const [, address] = /Dobara is open on (http:\S+)/.exec(stdout) ?? []
    if (address !== undefined) resolve(address)
  })
  child.stderr?.on('data', (text: Buffer) => {
    stderr += text
  })
  const ended: Promise<Ended> = once(child, 'close').then(([code, signal]) => ({
    code,
    signal,
    stdout,
    stderr,
  }))
  return { child, ended, opened, output: () => stdout }
}

/** Expects a start that fails by saying why in so many lines, without a stack. */
async function expectFault(
  env: Record<string, string>,
  ...lines: (string | RegExp)[]
): Promise<void> {
  const { code, stdout, stderr } = await run(env).ended
  const printed = stderr.trimEnd().split('\n')
  expect([code, stdout, printed.length], stderr).toEqual([1, '', lines.length])
  for (const [index, line] of lines.entries()) expect(printed[index]).toMatch(line)
}

test('a taken port is one clear line', async () => {
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

test('a DATA_DIR that is a file, or lies in one, is one clear line', async () => {
  const file = path.join(dataDir, 'a-file')
  await writeFile(file, '')
  await expectFault({ DATA_DIR: file }, /^DATA_DIR: can't write to .*a-file/)
  await expectFault({ DATA_DIR: path.join(file, 'below') }, /^DATA_DIR: can't write to .*below/)
})

test('each bad variable is one clear line', async () => {
  await expectFault(
    { PORT: 'http', DEMO: 'maybe' },
    'PORT must be a number from 0 to 65535.',
    'DEMO must be 1 or 0.',
  )
})

test('a host that is not here is one clear line', async () => {
  await expectFault({ HOST: '203.0.113.1' }, /^HOST: can't listen on 203\.0\.113\.1/)
  await expectFault({ HOST: 'no.such.host.invalid' }, 'HOST: there is no no.such.host.invalid.')
})

test('a PostgreSQL or a picture store that is out of reach is one clear line', async () => {
  await expectFault(
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/market' },
    /^DATABASE_URL: can't connect to PostgreSQL: .*ECONNREFUSED/,
  )
  await expectFault(
    { STORAGE_URL: 's3://K:S@127.0.0.1:1/pictures?tls=0' },
    /^STORAGE_URL: can't reach the store at 127\.0\.0\.1:1/,
  )
})

test('a broken database folder is one clear line', async () => {
  await rm(path.join(dataDir, 'database', 'global'), { recursive: true })
  await expectFault({}, /^DATA_DIR: the database in .* can't be opened/)
})

test('a second server on the same folder is one clear line, and the first one goes on', async () => {
  const first = run()
  const address = await first.opened
  await expectFault(
    {},
    new RegExp(`^DATA_DIR: .* is in use by another server \\(process ${first.child.pid}\\)`),
  )
  expect((await fetch(address)).status).toBe(200)
})

test('of the scripts in a page exactly those run that it was rendered with', async () => {
  const address = await run().opened
  for (const path of ['/', '/books', '/no-such-page']) {
    const answer = await fetch(`${address}${path}`)
    const policy = answer.headers.get('content-security-policy') ?? ''
    const [, sources = ''] = /script-src 'self' ([^;]*);/.exec(policy) ?? []
    expect(policy).toContain("frame-ancestors 'none'")
    expect(
      policy.split(';').filter((rule) => /script|default/.test(rule) && rule.includes('unsafe')),
    ).toEqual([])
    const scripts = [...(await answer.text()).matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    const inline = scripts.filter(([, attributes = '']) => !/\ssrc="\//.test(attributes))
    expect(inline.length).toBeGreaterThan(0)
    const hashes = inline.map(
      ([, , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    )
    expect(new Set(sources.split(' '))).toEqual(new Set(hashes))
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  }
})

const account = { email: 'asha@example.com', password: 'monsoon-library-42' }
const post = (url: string, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Signs a seller up and in; gives the token. */
async function signIn(address: string): Promise<string> {
  await post(`${address}/api/seller/signup`, { ...account, name: 'Asha', sellerType: 'student' })
  const answer = (await (await post(`${address}/api/seller/login`, account)).json()) as {
    token: string
  }
  return answer.token
}

/**
 * Holds all kinds of connections open: a live one, an idle one, and an upload that stops halfway.
 */
async function hang(address: string): Promise<() => void> {
  const token = await signIn(address)
  const socket = io(address, {
    auth: { token },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  })
  await once(socket as never, 'connect')
  const polling = io(address, {
    auth: { token },
    transports: ['polling'],
    forceNew: true,
    reconnection: false,
  })
  await once(polling as never, 'connect')
  const agent = new Agent({ keepAlive: true })
  const [answer] = await once(get(`${address}/about`, { agent }), 'response')
  await once(answer.resume(), 'end')
  const { hostname, port } = new URL(address)
  const upload = connect(Number(port), hostname)
  upload.on('error', () => {})
  await new Promise<void>((resolve) => {
    upload.write(
      `POST /api/seller/signup HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"name":`,
      () => resolve(),
    )
  })
  const form = connect(Number(port), hostname)
  form.on('error', () => {})
  await new Promise<void>((resolve) => {
    const part =
      '--x\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\nbeginning'
    const head = `Authorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000`
    form.write(
      `POST /api/books/seller/books HTTP/1.1\r\nHost: ${hostname}\r\n${head}\r\n\r\n${part}`,
      () => resolve(),
    )
  })
  return () => {
    socket.disconnect()
    polling.disconnect()
    agent.destroy()
    upload.destroy()
    form.destroy()
  }
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s closes the server in order, whoever is still connected',
  async (signal) => {
    const server = run()
    const letGo = await hang(await server.opened)
    server.child.kill(signal)
    // 0 says that closing came to its end by itself; the server ends with 1 when that takes too
    // long.
    expect(await server.ended).toMatchObject({ code: 0, signal: null, stderr: '' })
    letGo()
  },
)

test('a server that is asked for more than it can answer still ends at once, and calls what breaks off no fault', async () => {
  const server = run({ RATE_LIMIT: '0' })
  const address = await server.opened
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
  server.child.kill('SIGINT')
  const { code, stdout, stderr } = await server.ended
  expect([code, stdout.split('\n').filter((line) => line.startsWith('{')), stderr]).toEqual([
    0,
    [],
    '',
  ])
})

test('after kill -9 the next server takes over, and what was stored is there', async () => {
  const first = run()
  await signIn(await first.opened)
  first.child.kill('SIGKILL')
  await first.ended
  const second = run()
  expect((await post(`${await second.opened}/api/seller/login`, account)).status).toBe(200)
})

test('a database whose making was interrupted is made anew', async () => {
  await rm(dataDir, { recursive: true })
  const first = run()
  await expect
    .poll(() => existsSync(path.join(dataDir, 'database.new', 'base')), { timeout: 60_000 })
    .toBe(true)
  first.child.kill('SIGKILL')
  await first.ended
  expect((await fetch(await run().opened)).status).toBe(200)
})

test('an interrupted demo fill is done again by the next server', async () => {
  const first = run({ DEMO: '1' })
  first.child.stdout?.once('data', () => setTimeout(() => first.child.kill('SIGINT'), 1500))
  const { code, stderr, stdout } = await first.ended
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^Filling the demo market.*\n$/)
  const second = run({ DEMO: '1' })
  const address = await second.opened
  expect(second.output()).toContain('Demo accounts:')
  const books = await fetch(`${address}/api/books/buyer/books?limit=1`)
  expect(Number(books.headers.get('x-total-count'))).toBeGreaterThan(300)
})

/** Whether any process of the group is left. */
const isAlive = (group: number) => {
  try {
    process.kill(-group, 0)
    return true
  } catch {
    return false
  }
}

test.each([
  ['Ctrl-C in the terminal', 'scripts/start.mjs', 'SIGINT', 'group'],
  ['SIGINT to the script alone', 'scripts/start.mjs', 'SIGINT', 'alone'],
  ['SIGTERM to the script alone', 'scripts/start.mjs', 'SIGTERM', 'alone'],
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
  await expect.poll(() => isAlive(group), { timeout: 5000 }).toBe(false)
  letGo()
})
