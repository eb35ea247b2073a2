// Floods of real connections, many of them from one address.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Socket } from 'socket.io-client'
import { afterAll, expect, test } from 'vitest'
import { listBranches } from '#contract/books/books.ts'
import { AppError } from '#contract/common/errors.ts'
import { livePerMinute, maxLiveConnections } from '#server/platform/limits/policy.ts'
import { stopClock } from '#server/platform/limits/testing-limits.ts'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { createLog } from '#server/platform/operations/log.ts'
import { as, makeAccount, makeChat, otherApp, testApp } from '#server/testing.ts'
import {
  connect,
  type Device,
  emitEvent,
  getConnectError,
  waitForDisconnect,
} from '#server/testing-live.ts'
import { isLong } from '#server/testing-rounds.ts'
import { createLive, type LiveOptions } from './live.ts'
import { maxRejections } from './policy.ts'

const closers: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closers) await close()
})

/** A live server of its own; returns its address and the session look-ups it made. */
async function startLive(overrides: Partial<LiveOptions> = {}) {
  const http = createServer()
  const lookups: string[] = []
  let [running, maxRunning] = [0, 0]
  const live = await createLive(http, {
    findViewer: async (hash) => {
      lookups.push(hash)
      maxRunning = Math.max(maxRunning, ++running)
      await new Promise((resolve) => setTimeout(resolve, 1))
      running--
      return undefined
    },
    findActiveSessions: async (sessions) => sessions,
    log: createLog('silent'),
    metrics: createMetrics(),
    headers: {},
    direct: undefined,
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
  return { address, lookups, maxRunning: () => maxRunning }
}

const pollingUrl = (address: string, sid?: string) =>
  `${address}/socket.io/?EIO=4&transport=polling${sid ? `&sid=${sid}` : ''}`
/** Opens a connection by long polling through a proxy; returns its id, or the error's status. */
async function openPolling(address: string, from = '192.0.2.1'): Promise<string | number> {
  const response = await fetch(pollingUrl(address), {
    headers: { 'x-forwarded-for': `198.51.100.${Math.floor(Math.random() * 250)}, ${from}` },
  })
  const text = await response.text()
  return response.ok ? (JSON.parse(text.slice(1)) as { sid: string }).sid : response.status
}
const post = (address: string, sid: string, body: string) =>
  fetch(pollingUrl(address, sid), { method: 'POST', body })

test('a connection that sends thousands of tokens is closed after one look-up', async () => {
  const { address, lookups } = await startLive()
  const sid = String(await openPolling(address))
  const packet = '40{"token":"dead"}'
  const flood = Array(3000).fill(packet).join('\x1e')
  expect(flood.length).toBeLessThan(64 * 1024)
  await post(address, sid, flood)
  await expect.poll(async () => (await fetch(pollingUrl(address, sid))).status).toBe(400)
  expect(lookups.length).toBeLessThanOrEqual(1)
})

test('a second token during the look-up of the first closes the connection', async () => {
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

test('the look-ups of an address run one at a time', async () => {
  const { address, lookups, maxRunning } = await startLive()
  await Promise.all(Array.from({ length: 40 }, () => getConnectError({ token: 'dead' }, address)))
  expect([lookups.length, maxRunning()]).toEqual([40, 1])
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

test.runIf(isLong)(
  'the connections of an address are limited, whatever headers it sends, others’ are not',
  async () => {
    const { address } = await startLive()
    const results: (string | number)[] = []
    for (let n = 0; n < maxLiveConnections; n += 200)
      results.push(...(await Promise.all(Array.from({ length: 200 }, () => openPolling(address)))))
    expect(results.filter((sid) => typeof sid === 'number')).toEqual([])
    expect([await openPolling(address), await openPolling(address, '192.0.2.2:4711')]).toEqual([
      429,
      expect.any(String),
    ])
    const unlimited = await startLive({
      limits: (await otherApp({ config: { rateLimit: false } })).context.limits,
    })
    expect(await openPolling(unlimited.address)).toEqual(expect.any(String))
  },
)

test('new connections of an address are limited per minute, unless limits are off', async () => {
  const { countLive } = (await otherApp()).context.limits
  const countMany = (count: typeof countLive) => {
    for (let n = 0; n < 2 * livePerMinute.connections; n++) count('connections', '192.0.2.1')
  }
  expect(() => countMany(countLive)).toThrow('Too many requests. Please wait a moment.')
  countLive('connections', '192.0.2.2')
  countLive('requests', '192.0.2.1')
  countMany((await otherApp({ config: { rateLimit: false } })).context.limits.countLive)
})

const emit = ({ socket }: Device, name: string) => void (socket as unknown as Socket).emit(name)
const tooMany = {
  ok: false,
  code: 'too_many_requests',
  message: 'Too many requests. Please wait a moment.',
  retryAfter: 1,
}

test('all events of a account count together, of all windows, also unknown ones', async () => {
  const { buyer, seller } = await makeChat()
  const [windows, other] = [
    await Promise.all(Array.from({ length: 10 }, () => connect(buyer))),
    await connect(seller),
  ]
  const perWindow = livePerMinute.events / windows.length
  for (let n = 0; n < perWindow; n++)
    for (const device of windows) emit(device, n % 2 ? 'typing' : 'drop_tables')
  // Some succeed meanwhile, because the bucket refills.
  await expect
    .poll(() => Promise.all(windows.map((device) => emitEvent(device, 'typing'))), { interval: 1 })
    .toContainEqual(tooMany)
  expect(await emitEvent(other, 'join', seller.id)).toMatchObject({ ok: true })
  // A client that goes on despite the errors is disconnected.
  const flooding = await connect(buyer)
  const disconnected = waitForDisconnect(flooding)
  for (let n = 0; n < maxRejections; n++) emit(flooding, 'drop_tables')
  expect(await disconnected).toBe('transport close')
})

test('a connection that sends too many packets is closed; one that opens many chats is not', async () => {
  stopClock()
  const { buyer, chatId } = await makeChat()
  const device = await connect(buyer)
  for (let n = 0; n < 40; n++)
    expect(await emitEvent(device, 'join_chat', chatId)).toMatchObject({ ok: true })
  const disconnected = waitForDisconnect(device)
  for (let n = 0; n < livePerMinute.packets; n++) emit(device, 'anything')
  expect(await disconnected).toBe('transport close')
})

test('without limits a connection may send as many packets as it wants', async () => {
  const { app } = await otherApp({ config: { rateLimit: false } })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const device = await connect(await makeAccount('buyer'), address)
  for (let n = 0; n < 500; n++) emit(device, 'anything')
  expect(await emitEvent(device, 'join_chat', 'x')).toMatchObject({ ok: false })
})

test('packets count for their address before, for their account after authentication', async () => {
  const counted: [string, string][] = []
  const { address } = await startLive({
    findViewer: async (session) => ({ accountId: 'somebody', role: 'buyer', name: 'A', session }),
    limits: {
      ...(await otherApp()).context.limits,
      countLive: (kind, key) => {
        counted.push([kind, key])
        if (kind === 'packets' && counted.filter((entry) => entry[0] === kind).length > 4)
          throw new AppError('too_many_requests')
      },
    },
  })
  const sid = String(await openPolling(address))
  await post(address, sid, '40{"token":"one"}')
  expect(await (await fetch(pollingUrl(address, sid))).text()).toMatch(/^40/)
  // A pong, an unexpected acknowledgement, an event.
  const packets = ['3', '430[]', '42["x"]']
  await post(address, sid, packets.join('\x1e'))
  const kinds = () =>
    counted.flatMap(([kind, key]) => (kind.startsWith('packets') ? [`${kind} ${key}`] : []))
  const expected = packets.map(() => 'packets somebody')
  expect(kinds()).toEqual(['packets 192.0.2.1', ...expected])
  await post(address, sid, '42["x"]')
  await expect.poll(async () => (await fetch(pollingUrl(address, sid))).status).toBe(400)
})

test('a client that leaves Socket.IO but not its connection is disconnected', async () => {
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
