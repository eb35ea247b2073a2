import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { listBranches } from '#contract/books/books.ts'
import { newId } from '#server/platform/database/ids.ts'
import { usesPerMinute } from '#server/platform/limits/rate-limits.ts'
import { stopClock } from '#server/platform/limits/testing-limits.ts'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { createLog } from '#server/platform/operations/log.ts'
import { as, makeAccount, makeChat, otherApp, testApp } from '#server/testing.ts'
import { connect, emitEvent, getConnectError } from '#server/testing-live.ts'
import { isLong } from '#server/testing-rounds.ts'
import { isOwnOrigin } from './admission.ts'
import { createLive } from './live.ts'
import type { LiveOptions } from './live-events.ts'

const closers: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closers) await close()
})

/**
 * Starts a live server. Returns it with its address and a list of the sessions that it looks up.
 */
async function startLive(overrides: Partial<LiveOptions> = {}) {
  const http = createServer()
  const lookups: string[] = []
  const live = await createLive(http, {
    findViewer: async (hash) => {
      lookups.push(hash)
      return undefined
    },
    findActiveSessions: async (sessions) => sessions,
    log: createLog('silent'),
    metrics: createMetrics(),
    headers: {},
    direct: undefined,
    changes: { apply: () => {}, applyNotification: () => {} },
    limits: (await otherApp()).context.limits,
    proxies: 1,
    ...overrides,
  })
  closers.push(async () => {
    await live.close()
    http.closeAllConnections()
    http.close()
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return { live, address, lookups }
}

const pollingUrl = (address: string, sid?: string) =>
  `${address}/socket.io/?EIO=4&transport=polling${sid ? `&sid=${sid}` : ''}`
/**
 * Opens a long-polling connection through a proxy. Returns the connection's id, or the status of
 * the error.
 */
async function openPolling(address: string, from = '192.0.2.1'): Promise<string | number> {
  const response = await fetch(pollingUrl(address), {
    headers: { 'x-forwarded-for': `198.51.100.${Math.floor(Math.random() * 250)}, ${from}` },
  })
  const text = await response.text()
  return response.ok ? (JSON.parse(text.slice(1)) as { sid: string }).sid : response.status
}
const post = (address: string, sid: string, body: string) =>
  fetch(pollingUrl(address, sid), { method: 'POST', body })

test('closes a connection that sends thousands of tokens after one lookup', async () => {
  const { address, lookups } = await startLive()
  const sid = String(await openPolling(address))
  const packet = '40{"token":"dead"}'
  const flood = Array(3000).fill(packet).join('\x1e')
  expect(flood.length).toBeLessThan(64 * 1024)
  await post(address, sid, flood)
  await expect.poll(async () => (await fetch(pollingUrl(address, sid))).status).toBe(400)
  expect(lookups.length).toBeLessThanOrEqual(1)
})

test('a second token during the lookup of the first closes the connection', async () => {
  const lookup = Promise.withResolvers<undefined>()
  let lookups = 0
  const { address } = await startLive({
    findViewer: () => {
      lookups++
      return lookup.promise
    },
  })
  const sid = String(await openPolling(address))
  await post(address, sid, '40{"token":"one"}')
  await expect.poll(() => lookups).toBe(1)
  await post(address, sid, '40{"token":"two"}')
  lookup.resolve(undefined)
  await expect.poll(async () => (await fetch(pollingUrl(address, sid))).status).toBe(400)
  expect(lookups).toBe(1)
})

test('a rejected client gets the error, and its connection is closed', async () => {
  const { address } = await startLive()
  const sid = String(await openPolling(address))
  await post(address, sid, '40{"token":"dead"}')
  expect(await (await fetch(pollingUrl(address, sid))).text()).toContain('"code":"session_ended"')
  await expect.poll(async () => (await fetch(pollingUrl(address, sid))).status).toBe(400)
  expect(await getConnectError({ token: 'dead' }, address)).toBe('session_ended')
})

test('a failed lookup rejects the handshake', async () => {
  const { address } = await startLive({
    findViewer: () => Promise.reject(new Error('the database is away')),
  })
  for (let attempt = 0; attempt < 2; attempt++)
    expect(await getConnectError({ token: 'any' }, address)).toBe('internal')
})

test('an event that fails has the same request id in the log and in its response', async () => {
  const lines: Record<string, unknown>[] = []
  const viewer = { accountId: newId(), role: 'buyer', name: 'Asha', session: 's' } as const
  const { live, address } = await startLive({
    findViewer: async () => viewer,
    log: createLog('error', { write: (line: string) => void lines.push(JSON.parse(line)) }),
  })
  const fail = () => Promise.reject(new Error('no luck'))
  live.listen({ joinChat: fail, findListener: fail, sendMessage: fail, countUnread: fail })
  const device = await connect({ token: 'any' }, address)
  const first = await emitEvent(device, 'join', viewer.accountId)
  const second = await emitEvent(device, 'join_chat', newId())
  expect(lines).toMatchObject([
    { msg: 'live event failed', event: 'join' },
    { msg: 'live event failed', event: 'join_chat' },
  ])
  const ids = lines.map(({ requestId }) => requestId)
  expect([first, second]).toMatchObject(
    ids.map((requestId) => ({ ok: false, code: 'internal', requestId })),
  )
  expect(new Set(ids).size).toBe(2)
})

test.runIf(isLong)('300 people with four windows each can connect from one address', async () => {
  const { address } = await startLive({
    findViewer: async (hash) => ({
      accountId: `account ${Number.parseInt(hash.slice(0, 8), 16) % 1200}`,
      role: 'buyer',
      name: 'A',
      session: hash,
    }),
  })
  const url = `${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  const openSocket = (n: number) =>
    new Promise<WebSocket>((resolve, reject) => {
      const socket = new WebSocket(url)
      socket.onerror = () => reject(new Error(`connection ${n} was refused`))
      socket.onmessage = ({ data }: MessageEvent<string>) => {
        if (data.startsWith('0{')) socket.send(`40{"token":"${n}"}`)
        else if (data.startsWith('40')) resolve(socket)
        else if (data.startsWith('44')) reject(new Error(data))
      }
    })
  const sockets: WebSocket[] = []
  for (let n = 0; n < 1200; n += 100)
    sockets.push(
      ...(await Promise.all(Array.from({ length: 100 }, (_, index) => openSocket(n + index)))),
    )
  expect(sockets).toHaveLength(1200)
  for (const socket of sockets) socket.close()
})

const tooMany = {
  ok: false,
  code: 'too_many_requests',
  message: 'Too many requests. Please wait a moment.',
}

test('events of an account count together, from all windows', async () => {
  stopClock()
  const { buyer, seller } = await makeChat()
  const [first, second, other] = [await connect(buyer), await connect(buyer), await connect(seller)]
  const { limits } = (await testApp()).context
  for (let n = 2; n < usesPerMinute.events; n++) limits.countEvent(buyer.id)
  for (const device of [first, second])
    expect(await emitEvent(device, 'join', buyer.id)).toMatchObject({ ok: true })
  for (const device of [first, second])
    expect(await emitEvent(device, 'join', buyer.id)).toEqual({ ...tooMany, retryAfter: 60 })
  expect(await emitEvent(other, 'join', seller.id)).toMatchObject({ ok: true })
})

test('twenty requests of 60 KB with expired tokens delay nobody', async () => {
  const { app } = await testApp()
  const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const flood = Array(3000).fill('40{"token":"dead"}').join('\x1e')
  const sids = await Promise.all(Array.from({ length: 20 }, () => openPolling(address)))
  const posts = Promise.all(sids.map((sid) => post(address, String(sid), flood)))
  const start = performance.now()
  await connect(await makeAccount('buyer'), address)
  expect(performance.now() - start).toBeLessThan(isLong ? 1000 : 5000)
  await posts
})

test('a client that leaves Socket.IO but keeps its connection is disconnected', async () => {
  const { app } = await testApp()
  const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const account = await makeAccount('buyer')
  const sid = String(await openPolling(address))
  await post(address, sid, `40{"token":"${account.token}"}`)
  expect(await (await fetch(pollingUrl(address, sid))).text()).toMatch(/^40\{"sid"/)
  await post(address, sid, '41')
  await expect.poll(async () => (await fetch(pollingUrl(address, sid))).status).toBe(400)
  expect((await as().call(listBranches, {})).status).toBe(200)
})

const market = 'https://books.example.org'

test.each([
  [true, {}, market],
  [true, { origin: market, host: '127.0.0.1:3000' }, market],
  [true, { origin: 'http://192.168.1.7:3000', host: '192.168.1.7:3000' }, undefined],
  [
    true,
    {
      origin: 'https://a-3000.example.dev',
      host: 'localhost:3000',
      'x-forwarded-host': 'a-3000.example.dev',
    },
    undefined,
  ],
  [false, { origin: 'https://evil.example', host: 'books.example.org' }, market],
  [false, { origin: 'https://books.example.org.evil.example', host: 'books.example.org' }, market],
  [false, { origin: 'null', host: 'localhost:3000' }, undefined],
  [false, { origin: 'https://', host: '' }, undefined],
])('%s: %o at %s', (isOwn, headers, publicUrl) => {
  expect(isOwnOrigin({ headers } as never, publicUrl)).toBe(isOwn)
})

test('a page of another site gets no live connection, by polling or WebSocket', async () => {
  const { app, context } = await otherApp({ config: { publicUrl: market } })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `${address}/socket.io/?EIO=4`
  const poll = (origin?: string) =>
    fetch(`${url}&transport=polling`, { headers: origin === undefined ? {} : { origin } })
  const open = (origin: string) =>
    new Promise<string>((resolve) => {
      const headers = { origin }
      // Node's WebSocket, unlike that of browsers, allows custom headers.
      const socket = new WebSocket(`${url.replace('http', 'ws')}&transport=websocket`, {
        headers,
      } as never)
      socket.onopen = () => {
        socket.close()
        resolve('open')
      }
      socket.onerror = () => resolve('refused')
    })
  expect([(await poll()).status, (await poll(market)).status]).toEqual([200, 200])
  const refused = await poll('https://evil.example')
  expect(refused.status).toBe(403)
  expect([await open(market), await open('https://evil.example')]).toEqual(['open', 'refused'])
  const counted = await context.metrics.handshakes.get()
  expect(counted.values).toEqual([
    expect.objectContaining({ labels: { result: 'wrong_origin' }, value: 2 }),
  ])
})
