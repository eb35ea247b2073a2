// Bodies on their way, as they come over real lines.
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startChat } from '#contract/chats.ts'
import { maxJsonBytes } from '#server/platform/http/request-body.ts'
import { as, makeBook, makePerson, otherApp, type TestPerson } from '#server/testing.ts'
import { createBodyBudget, minPace, uploadLimits } from './body-budget.ts'

/** A server that listens, and lines to it on which anything can be said. */
async function listening() {
  const { app, parts } = await otherApp()
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  /** Says the head of a request, and as much of its body as is given; resolves when the server has taken it up. */
  const begin = async (path: string, length: number, body = '', person?: TestPerson) => {
    const socket = connect(Number(port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    let said = ''
    socket
      .on('error', () => {})
      .on('data', (text: Buffer) => {
        said += text
      })
    const login = person ? `Authorization: Bearer ${person.token}\r\n` : ''
    const taken = once(app.server, 'request')
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: a\r\n${login}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`,
    )
    const [request] = (await taken) as [{ socket: NodeJS.EventEmitter }]
    return {
      socket,
      said: () => said,
      gone: new Promise((resolve) => request.socket.once('close', resolve)),
    }
  }
  return { app, parts, begin }
}

/** Lets the server do what it can do without anything from outside. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 50))

test('what somebody who has gone was waiting for is not done', async () => {
  const { parts, begin } = await listening()
  const [buyer, seller] = await Promise.all([makePerson('buyer'), makePerson('seller')])
  const [one, two] = await Promise.all([makeBook(seller), makeBook(seller)])
  const others = Array.from({ length: 8 }, () => Promise.withResolvers<void>())
  const running = others.map(({ promise }) =>
    parts.limits.inTurn('calls', '127.0.0.1', () => promise),
  )
  const ask = (bookId: string) => {
    const body = JSON.stringify({ bookId })
    return begin('/api/chats/start', body.length, body, buyer)
  }
  const [leaves, stays] = [await ask(one), await ask(two)]
  await settle()
  leaves.socket.destroy()
  await leaves.gone
  for (const { resolve } of others) resolve()
  await Promise.all(running)
  await expect.poll(stays.said).toMatch(/^HTTP\/1.1 200 /)
  const chats = await parts.db
    .selectFrom('chats')
    .select('book_id')
    .where('buyer_id', '=', buyer.id)
    .execute()
  expect(chats).toEqual([{ book_id: two }])
})

test.each(['/api/nowhere', '/nowhere'])(
  'the body of a request to %s is not waited for',
  async (path) => {
    const { begin } = await listening()
    await expect
      .poll((await begin(path, 1000, '{"half":')).said)
      .toMatch(/^HTTP\/1.1 404 [\s\S]*"code":"not_found"/)
  },
)

test('whoever may not call is told so before their body has come', async () => {
  const { begin } = await listening()
  await expect
    .poll((await begin('/api/chats/start', 1000, '{"half":')).said)
    .toMatch(/^HTTP\/1.1 401 /)
})

test('a body that says that it is too large, or turns out to be, is refused', async () => {
  const { app, begin } = await listening()
  await expect
    .poll((await begin('/api/buyer/login', maxJsonBytes + 1)).said)
    .toMatch(/^HTTP\/1.1 413 [\s\S]*"code":"body_too_large"/)
  const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
  const payload = `"${'x'.repeat(maxJsonBytes)}"`
  const answer = await app.inject({ method: 'POST', url: '/api/buyer/login', headers, payload })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([413, 'body_too_large'])
})

test('half a body that stands still is given up, and takes the room of what came of it until then', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { parts, begin } = await listening()
  const half = 30_000
  const still = await begin('/api/buyer/login', maxJsonBytes, 'x'.repeat(half))
  const other = parts.limits.holdBody('127.0.0.1')
  await settle()
  expect(() => other.take(uploadLimits.addressBytes - half + 1)).toThrow('Too many requests')
  other.release()
  vi.advanceTimersByTime(minPace.seconds * 1000)
  await settle()
  vi.advanceTimersByTime(minPace.seconds * 1000)
  await expect.poll(still.said).toMatch(/^HTTP\/1.1 408 [\s\S]*"code":"too_slow"/)
  parts.limits.holdBody('127.0.0.1').take(uploadLimits.addressBytes)
})

test('a whole body is read, and its room is free once it is answered', async () => {
  const { app, parts } = await listening()
  const buyer = await makePerson('buyer')
  const bookId = await makeBook(await makePerson('seller'))
  expect((await as(buyer).call(startChat, { bookId }, { app, ip: '192.0.2.30' })).status).toBe(200)
  parts.limits.holdBody('192.0.2.30').take(uploadLimits.addressBytes)
})

test('no clock but its pace ends a body: the head alone has a time', async () => {
  const { app } = await listening()
  expect([app.server.requestTimeout, app.server.headersTimeout]).toEqual([0, 20_000])
})

/** An upload being read, of which bytes come as the test says, and what became of it. */
function reading(hold: ReturnType<typeof createBodyBudget>, address: string) {
  const room = hold(address)
  const line = { bytesRead: 0 }
  let became = 'goes on'
  const { promise, resolve } = Promise.withResolvers<void>()
  const read = room.read(line, promise).then(
    () => 'read',
    (error: Error & { code?: string }) => error.code ?? 'broken',
  )
  void read.then((end) => {
    became = end
    room.release()
  })
  const come = (bytes: number) => {
    line.bytesRead += bytes
    room.take(bytes)
  }
  return { come, done: resolve, became: () => became, read }
}

test('who trickles makes room for others where it is needed; who is merely slow does not', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const hold = createBodyBudget()
  const mb = 1024 * 1024
  const span = () => vi.advanceTimersByTime(minPace.seconds * 1000)
  // Four people at two addresses hold all there is.
  const greedy = [1, 1, 1, 1, 2, 2, 2, 2].map((n) => reading(hold, `greedy ${n}`))
  const slow = reading(hold, 'slow')
  slow.come(mb)
  for (const one of greedy) one.come(47 * mb)
  const early = hold('early')
  expect(() => early.take(20 * mb)).toThrow('Too many requests')
  early.release()
  span()
  for (let spans = 0; spans < 3; spans++) {
    for (const one of greedy) one.come(minPace.bytes)
    slow.come(4 * minPace.bytes)
    span()
  }
  const newcomer = reading(hold, 'newcomer')
  newcomer.come(20 * mb)
  expect(await Promise.race(greedy.map(({ read }) => read))).toBe('too_many_requests')
  expect(greedy.filter(({ became }) => became() === 'goes on')).toHaveLength(7)
  newcomer.come(20 * mb)
  expect([slow.became(), newcomer.became()]).toEqual(['goes on', 'goes on'])
  newcomer.done()
  expect(await newcomer.read).toBe('read')
})

test('an upload that was read gives up its room to nobody', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const hold = createBodyBudget()
  const whole = hold('home')
  const line = { bytesRead: 0 }
  whole.take(uploadLimits.addressBytes)
  line.bytesRead += uploadLimits.addressBytes
  const { promise, resolve } = Promise.withResolvers<void>()
  const read = whole.read(line, promise)
  resolve()
  await read
  vi.advanceTimersByTime(2 * minPace.seconds * 1000)
  expect(() => hold('home').take(1)).toThrow('Too many requests')
})

test('whoever is logged out while their body comes has said nothing', async () => {
  const { app, parts, begin } = await listening()
  const buyer = await makePerson('buyer')
  const bookId = await makeBook(await makePerson('seller'))
  const body = JSON.stringify({ bookId })
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const slow = await begin('/api/chats/start', body.length, body.slice(0, 5), buyer)
  await settle()
  await parts.db.deleteFrom('sessions').where('person_id', '=', buyer.id).execute()
  vi.advanceTimersByTime(2000)
  slow.socket.write(body.slice(5))
  await expect.poll(slow.said).toMatch(/^HTTP\/1.1 401 [\s\S]*"code":"session_ended"/)
  expect(
    await parts.db.selectFrom('chats').select('id').where('buyer_id', '=', buyer.id).execute(),
  ).toEqual([])
  expect(app.server.listening).toBe(true)
})

test('whatever comes in a form counts, also what no field and no picture holds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const room = createBodyBudget()('home')
  const line = { bytesRead: 1000 }
  const read = room
    .read(line, new Promise(() => {}), 50_000)
    .catch((error: { code?: string }) => error.code)
  line.bytesRead += 50_000
  vi.advanceTimersByTime(minPace.seconds * 1000)
  line.bytesRead += minPace.bytes
  vi.advanceTimersByTime(minPace.seconds * 1000)
  expect(await read).toBe('too_large')
})
