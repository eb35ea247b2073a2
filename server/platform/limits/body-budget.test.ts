// Request bodies over real connections.
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startChat } from '#contract/chats.ts'
import { maxJsonBytes } from '#server/platform/http/policy.ts'
import { as, makeAccount, makeBook, otherApp, type TestAccount } from '#server/testing.ts'
import { createBodyBudget } from './body-budget.ts'
import { minUploadRate, uploadLimits } from './policy.ts'

/** A listening server; `startRequest` sends raw requests to it. */
async function listen() {
  const { app, context } = await otherApp()
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  /** Sends headers and a part of the body; resolves when the server handles the request. */
  const startRequest = async (path: string, length: number, body = '', account?: TestAccount) => {
    const socket = connect(Number(port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    let received = ''
    socket
      .on('error', () => {})
      .on('data', (text: Buffer) => {
        received += text
      })
    const login = account ? `Authorization: Bearer ${account.token}\r\n` : ''
    const requested = once(app.server, 'request')
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: a\r\n${login}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`,
    )
    const [request] = (await requested) as [{ socket: NodeJS.EventEmitter }]
    return {
      socket,
      received: () => received,
      disconnected: new Promise((resolve) => request.socket.once('close', resolve)),
    }
  }
  return { app, context, startRequest }
}

/** Lets the server do what it can without more input. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 50))

test('a queued request is not carried out if its client disconnects', async () => {
  const { context, startRequest } = await listen()
  const [buyer, seller] = await Promise.all([makeAccount('buyer'), makeAccount('seller')])
  const [bookId1, bookId2] = await Promise.all([makeBook(seller), makeBook(seller)])
  const blockers = Array.from({ length: 8 }, () => Promise.withResolvers<void>())
  const running = blockers.map(({ promise }) =>
    context.limits.enqueue('calls', '127.0.0.1', () => promise),
  )
  const startChatAbout = (bookId: string) => {
    const body = JSON.stringify({ bookId })
    return startRequest('/api/chats/start', body.length, body, buyer)
  }
  const [leaving, staying] = [await startChatAbout(bookId1), await startChatAbout(bookId2)]
  await settle()
  leaving.socket.destroy()
  await leaving.disconnected
  for (const { resolve } of blockers) resolve()
  await Promise.all(running)
  await expect.poll(staying.received).toMatch(/^HTTP\/1.1 200 /)
  const chats = await context.db
    .selectFrom('chats')
    .select('book_id')
    .where('buyer_id', '=', buyer.id)
    .execute()
  expect(chats).toEqual([{ book_id: bookId2 }])
})

test.each(['/api/nowhere', '/nowhere'])(
  'the body of a request to %s is not waited for',
  async (path) => {
    const { startRequest } = await listen()
    await expect
      .poll((await startRequest(path, 1000, '{"half":')).received)
      .toMatch(/^HTTP\/1.1 404 [\s\S]*"code":"not_found"/)
  },
)

test('a request without permission is rejected before its body has arrived', async () => {
  const { startRequest } = await listen()
  await expect
    .poll((await startRequest('/api/chats/start', 1000, '{"half":')).received)
    .toMatch(/^HTTP\/1.1 401 /)
})

test('a body that is too large by its Content-Length or in fact is rejected', async () => {
  const { app, startRequest } = await listen()
  await expect
    .poll((await startRequest('/api/buyer/login', maxJsonBytes + 1)).received)
    .toMatch(/^HTTP\/1.1 413 [\s\S]*"code":"body_too_large"/)
  const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
  const payload = `"${'x'.repeat(maxJsonBytes)}"`
  const response = await app.inject({ method: 'POST', url: '/api/buyer/login', headers, payload })
  expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([
    413,
    'body_too_large',
  ])
})

test('a stalled body is aborted, and reserves memory for what has arrived until then', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { context, startRequest } = await listen()
  const half = 30_000
  const stalled = await startRequest('/api/buyer/login', maxJsonBytes, 'x'.repeat(half))
  const other = context.limits.reserveBody('127.0.0.1')
  await settle()
  expect(() => other.take(uploadLimits.bytesPerAddress - half + 1)).toThrow('Too many requests')
  other.release()
  vi.advanceTimersByTime(minUploadRate.seconds * 1000)
  await settle()
  vi.advanceTimersByTime(minUploadRate.seconds * 1000)
  await expect.poll(stalled.received).toMatch(/^HTTP\/1.1 408 [\s\S]*"code":"too_slow"/)
  context.limits.reserveBody('127.0.0.1').take(uploadLimits.bytesPerAddress)
})

test('a complete body is read, and its memory is released after the response', async () => {
  const { app, context } = await listen()
  const buyer = await makeAccount('buyer')
  const bookId = await makeBook(await makeAccount('seller'))
  expect((await as(buyer).call(startChat, { bookId }, { app, ip: '192.0.2.30' })).status).toBe(200)
  context.limits.reserveBody('192.0.2.30').take(uploadLimits.bytesPerAddress)
})

test('only headers have a timeout; bodies have a minimum rate', async () => {
  const { app } = await listen()
  expect([app.server.requestTimeout, app.server.headersTimeout]).toEqual([0, 20_000])
})

/** An upload that receives bytes as the test says, and its outcome. */
function startUpload(reserve: ReturnType<typeof createBodyBudget>, address: string) {
  const reservation = reserve(address)
  const socket = { bytesRead: 0 }
  let state = 'running'
  const { promise, resolve } = Promise.withResolvers<void>()
  const result = reservation.read(socket, promise).then(
    () => 'done',
    (error: Error & { code?: string }) => error.code ?? 'broken',
  )
  void result.then((end) => {
    state = end
    reservation.release()
  })
  const receive = (bytes: number) => {
    socket.bytesRead += bytes
    reservation.take(bytes)
  }
  return { receive, finish: resolve, state: () => state, result }
}

test('when memory is needed, the slowest uploads are dropped, others are not', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const reserve = createBodyBudget()
  const megabyte = 1024 * 1024
  const passInterval = () => vi.advanceTimersByTime(minUploadRate.seconds * 1000)
  // Eight uploads of two addresses use up the memory.
  const trickling = [1, 1, 1, 1, 2, 2, 2, 2].map((n) => startUpload(reserve, `trickling ${n}`))
  const slow = startUpload(reserve, 'slow')
  slow.receive(megabyte)
  for (const upload of trickling) upload.receive(47 * megabyte)
  const early = reserve('early')
  expect(() => early.take(20 * megabyte)).toThrow('Too many requests')
  early.release()
  passInterval()
  for (let interval = 0; interval < 3; interval++) {
    for (const upload of trickling) upload.receive(minUploadRate.bytes)
    slow.receive(4 * minUploadRate.bytes)
    passInterval()
  }
  const newcomer = startUpload(reserve, 'newcomer')
  newcomer.receive(20 * megabyte)
  expect(await Promise.race(trickling.map(({ result }) => result))).toBe('too_many_requests')
  expect(trickling.filter(({ state }) => state() === 'running')).toHaveLength(7)
  newcomer.receive(20 * megabyte)
  expect([slow.state(), newcomer.state()]).toEqual(['running', 'running'])
  newcomer.finish()
  expect(await newcomer.result).toBe('done')
})

test('an upload that was read completely is not dropped', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const reserve = createBodyBudget()
  const complete = reserve('home')
  const socket = { bytesRead: 0 }
  complete.take(uploadLimits.bytesPerAddress)
  socket.bytesRead += uploadLimits.bytesPerAddress
  const { promise, resolve } = Promise.withResolvers<void>()
  const result = complete.read(socket, promise)
  resolve()
  await result
  vi.advanceTimersByTime(2 * minUploadRate.seconds * 1000)
  expect(() => reserve('home').take(1)).toThrow('Too many requests')
})

test('a request whose session ends while its body arrives changes nothing', async () => {
  const { app, context, startRequest } = await listen()
  const buyer = await makeAccount('buyer')
  const bookId = await makeBook(await makeAccount('seller'))
  const body = JSON.stringify({ bookId })
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const slow = await startRequest('/api/chats/start', body.length, body.slice(0, 5), buyer)
  await settle()
  await context.db.deleteFrom('sessions').where('account_id', '=', buyer.id).execute()
  vi.advanceTimersByTime(2000)
  slow.socket.write(body.slice(5))
  await expect.poll(slow.received).toMatch(/^HTTP\/1.1 401 [\s\S]*"code":"session_ended"/)
  expect(
    await context.db.selectFrom('chats').select('id').where('buyer_id', '=', buyer.id).execute(),
  ).toEqual([])
  expect(app.server.listening).toBe(true)
})

test('all bytes of a form count, also those outside of fields and pictures', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const reservation = createBodyBudget()('home')
  const socket = { bytesRead: 1000 }
  const result = reservation
    .read(socket, new Promise(() => {}), 50_000)
    .catch((error: { code?: string }) => error.code)
  socket.bytesRead += 50_000
  vi.advanceTimersByTime(minUploadRate.seconds * 1000)
  socket.bytesRead += minUploadRate.bytes
  vi.advanceTimersByTime(minUploadRate.seconds * 1000)
  expect(await result).toBe('too_large')
})
