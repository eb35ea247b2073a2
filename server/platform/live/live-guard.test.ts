// Floods at the live connection: real connections, many of them behind one address.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Socket } from 'socket.io-client'
import { afterAll, expect, test } from 'vitest'
import { listBranches } from '#contract/books.ts'
import { AppError } from '#contract/errors.ts'
import { livePerMinute, maxLiveConnections } from '#server/platform/limits/rate-limits.ts'
import { createLog } from '#server/platform/operations/log.ts'
import { as, makeChat, makePerson, otherApp, testApp } from '#server/testing.ts'
import { ask, connect, type Device, ended, refusedConnect } from '#server/testing-live.ts'
import { createLive, type LiveOptions } from './live.ts'
import { maxPackets } from './live-guard.ts'

const closers: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closers) await close()
})

/** A live connection of its own, for whoever shows a token; gives its address and every look-up that it made. */
async function open(more: Partial<LiveOptions> = {}) {
  const http = createServer()
  const looks: string[] = []
  let [running, most] = [0, 0]
  const live = await createLive(http, {
    findViewer: async (hash) => {
      looks.push(hash)
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 1))
      running--
      return undefined
    },
    findAlive: async (sessions) => sessions,
    log: createLog('silent'),
    pool: undefined,
    invalidateHere: () => {},
    limits: (await otherApp()).parts.limits,
    proxies: 1,
    ...more,
  })
  closers.push(async () => {
    await live.close()
    http.closeAllConnections()
    http.close()
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return { address, looks, mostAtOnce: () => most }
}

const polling = (address: string, sid?: string) =>
  `${address}/socket.io/?EIO=4&transport=polling${sid ? `&sid=${sid}` : ''}`
/** Begins a connection by long polling, as from behind a proxy; gives its id, or the status of the refusal. */
async function begin(address: string, from = '192.0.2.1'): Promise<string | number> {
  const answer = await fetch(polling(address), {
    headers: { 'x-forwarded-for': `198.51.100.${Math.floor(Math.random() * 250)}, ${from}` },
  })
  const text = await answer.text()
  return answer.ok ? (JSON.parse(text.slice(1)) as { sid: string }).sid : answer.status
}
const post = (address: string, sid: string, body: string) =>
  fetch(polling(address, sid), { method: 'POST', body })

test('of thousands of tokens that one connection shows, one is looked up, and the connection ends', async () => {
  const { address, looks } = await open()
  const sid = String(await begin(address))
  const packet = '40{"token":"dead"}'
  const flood = Array(3000).fill(packet).join('\x1e')
  expect(flood.length).toBeLessThan(64 * 1024)
  await post(address, sid, flood)
  await expect.poll(async () => (await fetch(polling(address, sid))).status).toBe(400)
  expect(looks.length).toBeLessThanOrEqual(1)
})

test('one more token while the first is looked up ends the connection before it is let in', async () => {
  const looked = Promise.withResolvers<undefined>()
  let looks = 0
  const { address } = await open({
    findViewer: () => {
      looks++
      return looked.promise
    },
  })
  const sid = String(await begin(address))
  await post(address, sid, '40{"token":"one"}')
  await expect.poll(() => looks).toBe(1)
  await post(address, sid, '40{"token":"two"}')
  looked.resolve(undefined)
  await expect.poll(async () => (await fetch(polling(address, sid))).status).toBe(400)
  expect(looks).toBe(1)
})

test('who isn’t let in is told why, and keeps no connection', async () => {
  const { address } = await open()
  const sid = String(await begin(address))
  await post(address, sid, '40{"token":"dead"}')
  expect(await (await fetch(polling(address, sid))).text()).toContain('"code":"session_ended"')
  await expect.poll(async () => (await fetch(polling(address, sid))).status).toBe(400)
  expect(await refusedConnect({ token: 'dead' }, address)).toBe('session_ended')
})

test('an address looks up one at a time, however many connections it opens', async () => {
  const { address, looks, mostAtOnce } = await open()
  await Promise.all(Array.from({ length: 40 }, () => refusedConnect({ token: 'dead' }, address)))
  expect([looks.length, mostAtOnce()]).toEqual([40, 1])
})

test('300 people behind one address have four windows each, and all of them are let in', async () => {
  const { address } = await open({
    findViewer: async (hash) => ({
      personId: `person ${Number.parseInt(hash.slice(0, 8), 16) % 1200}`,
      role: 'buyer',
      name: 'A',
      session: hash,
    }),
  })
  const url = `${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  const one = (n: number) =>
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
    sockets.push(...(await Promise.all(Array.from({ length: 100 }, (_, at) => one(n + at)))))
  expect(sockets).toHaveLength(1200)
  for (const socket of sockets) socket.close()
})

test('the connections of an address are bounded, whatever it says of itself, and no other’s with them', async () => {
  const { address } = await open()
  const opened: (string | number)[] = []
  for (let n = 0; n < maxLiveConnections; n += 200)
    opened.push(...(await Promise.all(Array.from({ length: 200 }, () => begin(address)))))
  expect(opened.filter((sid) => typeof sid === 'number')).toEqual([])
  expect([await begin(address), await begin(address, '192.0.2.2:4711')]).toEqual([
    429,
    expect.any(String),
  ])
  const unlimited = await open({
    limits: (await otherApp({ config: { rateLimit: false } })).parts.limits,
  })
  expect(await begin(unlimited.address)).toEqual(expect.any(String))
})

test('new connections of an address are counted by the minute; without limits they aren’t', async () => {
  const { countLive } = (await otherApp()).parts.limits
  const many = (count: typeof countLive) => {
    for (let n = 0; n < 2 * livePerMinute.connections; n++) count('connections', '192.0.2.1')
  }
  expect(() => many(countLive)).toThrow('Too many requests. Please wait a moment.')
  countLive('connections', '192.0.2.2')
  countLive('requests', '192.0.2.1')
  many((await otherApp({ config: { rateLimit: false } })).parts.limits.countLive)
})

const emit = ({ socket }: Device, name: string) => void (socket as unknown as Socket).emit(name)
const tooMany = {
  ok: false,
  code: 'too_many_requests',
  message: 'Too many requests. Please wait a moment.',
  retryAfter: 1,
}

test('the events of a person count together, from however many windows, known or unknown; others go on', async () => {
  const { buyer, seller } = await makeChat()
  const [windows, other] = [
    await Promise.all(Array.from({ length: 10 }, () => connect(buyer))),
    await connect(seller),
  ]
  const each = livePerMinute.eventsOfPerson / windows.length
  for (let n = 0; n < each; n++)
    for (const device of windows) emit(device, n % 2 ? 'typing' : 'drop_tables')
  // Some are let through meanwhile, as fast as the bucket is filled up.
  await expect
    .poll(() => Promise.all(windows.map((device) => ask(device, 'typing'))), { interval: 1 })
    .toContainEqual(tooMany)
  expect(await ask(other, 'join', seller.id)).toMatchObject({ ok: true })
  // Whoever goes on all the same is cut off.
  const one = await connect(buyer)
  const gone = ended(one)
  for (let n = 0; n < maxPackets.count - 10; n++) emit(one, 'drop_tables')
  expect(await gone).toBe('transport close')
})

test('a connection that floods the server with packets is ended; one that opens many chats is not', async () => {
  const { buyer, chatId } = await makeChat()
  const device = await connect(buyer)
  for (let n = 0; n < 40; n++) expect(await ask(device, 'join_chat', chatId)).toEqual({ ok: true })
  const gone = ended(device)
  for (let n = 0; n < maxPackets.count; n++) emit(device, 'anything')
  expect(await gone).toBe('transport close')
})

test('the packets of a person and of an address count together, whatever they are and whether anybody is let in', async () => {
  const counted: [string, string][] = []
  const { address } = await open({
    findViewer: async (session) => ({ personId: 'somebody', role: 'buyer', name: 'A', session }),
    limits: {
      ...(await otherApp()).parts.limits,
      countLive: (kind, key) => {
        counted.push([kind, key])
        if (kind === 'packetsOfPerson' && counted.filter(([one]) => one === kind).length > 3)
          throw new AppError('too_many_requests')
      },
    },
  })
  const sid = String(await begin(address))
  await post(address, sid, '40{"token":"one"}')
  expect(await (await fetch(polling(address, sid))).text()).toMatch(/^40/)
  // A sign of life, an answer to what nobody asked, an event.
  const others = ['3', '430[]', '42["x"]']
  await post(address, sid, others.join('\x1e'))
  const kinds = () =>
    counted.flatMap(([kind, key]) => (kind.startsWith('packets') ? [`${kind} ${key}`] : []))
  const each = others.flatMap(() => ['packetsOfPerson somebody', 'packets 192.0.2.1'])
  expect(kinds()).toEqual(['packets 192.0.2.1', ...each])
  await post(address, sid, '42["x"]')
  await expect.poll(async () => (await fetch(polling(address, sid))).status).toBe(400)
})

test('a person who leaves the connection open but not themselves keeps no place', async () => {
  const { app } = await testApp()
  const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const person = await makePerson('buyer')
  const sid = String(await begin(address))
  await post(address, sid, `40{"token":"${person.token}"}`)
  expect(await (await fetch(polling(address, sid))).text()).toMatch(/^40\{"sid"/)
  await post(address, sid, '41')
  await expect.poll(async () => (await fetch(polling(address, sid))).status).toBe(400)
  expect((await as().call(listBranches, {})).status).toBe(200)
})
