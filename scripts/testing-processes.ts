// Runs the server or another command in a process that ends with its test.
import type { SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, inject, vi } from 'vitest'
import { killProcesses, run as runProcess } from '#server/testing-processes.ts'

// These tests start whole processes, often while other tests run.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

/** A folder with a migrated database, new for each test. */
export let dataDir = ''

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'dobara-process-'))
  await cp(inject('dataDir'), dataDir, { recursive: true })
})
afterEach(async () => {
  killProcesses()
  await rm(dataDir, { recursive: true, force: true })
})

export const run = (
  env: Record<string, string> = {},
  command = process.execPath,
  args = ['server/main.ts'],
  options: SpawnOptions = {},
) => runProcess(args, { DATA_DIR: dataDir, ...env }, { command, ...options })

/** Checks that a start fails and prints exactly these lines, without a stack. */
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

export async function signIn(address: string): Promise<string> {
  await post(`${address}/api/seller/signup`, { ...account, name: 'Asha', sellerType: 'student' })
  const answer = (await (await post(`${address}/api/seller/login`, account)).json()) as {
    token: string
  }
  return answer.token
}

/** Opens connections that stay open: live ones, an idle one, and uploads that stop halfway. */
export async function hang(address: string): Promise<() => void> {
  const token = await signIn(address)
  const open = async (transport: string) => {
    const options = { transports: [transport], forceNew: true, reconnection: false }
    const socket = io(address, { auth: { token }, ...options })
    await once(socket as never, 'connect')
    return socket
  }
  const [socket, polling] = [await open('websocket'), await open('polling')]
  const agent = new Agent({ keepAlive: true })
  const [answer] = await once(get(`${address}/about`, { agent }), 'response')
  await once(answer.resume(), 'end')
  const { hostname, port } = new URL(address)
  const begin = async (request: string) => {
    const connection = connect(Number(port), hostname)
    connection.on('error', () => {})
    await new Promise<void>((resolve) => connection.write(request, () => resolve()))
    return connection
  }
  const upload = await begin(
    `POST /api/seller/signup HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"name":`,
  )
  const part =
    '--x\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\nbeginning'
  const head = `Authorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000`
  const form = await begin(
    `POST /api/books/seller/books HTTP/1.1\r\nHost: ${hostname}\r\n${head}\r\n\r\n${part}`,
  )
  return () => {
    socket.disconnect()
    polling.disconnect()
    agent.destroy()
    upload.destroy()
    form.destroy()
  }
}
