// Runs the server or another command as a separate process, which ends with its test.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, inject, vi } from 'vitest'

// These tests start whole processes, often while other tests run.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const root = path.resolve(import.meta.dirname, '..')
/** A folder with a migrated database, a new one for each test. */
export let dataDir = ''
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

/** Starts the server or another command, by default without a terminal and without demo data. */
export function run(
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
      // On a busy machine all queries are slow.
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

/** Expects a start to fail with exactly these lines, without a stack. */
export async function expectFault(
  env: Record<string, string>,
  ...lines: (string | RegExp)[]
): Promise<void> {
  const { code, stdout, stderr } = await run(env).ended
  const printed = stderr.trimEnd().split('\n')
  expect([code, stdout, printed.length], stderr).toEqual([1, '', lines.length])
  for (const [index, line] of lines.entries()) expect(printed[index]).toMatch(line)
}

export const account = { email: 'asha@example.com', password: 'monsoon-library-42' }
export const post = (url: string, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Signs up a seller and logs in. Returns the token. */
export async function signIn(address: string): Promise<string> {
  await post(`${address}/api/seller/signup`, { ...account, name: 'Asha', sellerType: 'student' })
  const answer = (await (await post(`${address}/api/seller/login`, account)).json()) as {
    token: string
  }
  return answer.token
}

/** Opens three kinds of connections: a live one, an idle one, and an upload that stops halfway. */
export async function hang(address: string): Promise<() => void> {
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
