import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeAccount, makeBook, otherApp, type TestAccount } from '#server/testing.ts'
import { maxJsonBytes } from './request-body.ts'

async function listen() {
  const { app, context } = await otherApp()
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  /**
   * Sends headers and a part of the body. Resolves when the server has begun to handle the request.
   */
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

/** Waits until the server has done everything that needs no more input. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 50))

test('a request without permission is rejected before its body has arrived', async () => {
  const { startRequest } = await listen()
  await expect
    .poll((await startRequest('/api/chats/start', 1000, '{"half":')).received)
    .toMatch(/^HTTP\/1.1 401 /)
})

test('rejects a body that is too large, by its Content-Length or its actual size', async () => {
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

test('limits the time in which a whole request with its body must arrive', async () => {
  const { app } = await listen()
  expect([app.server.requestTimeout, app.server.headersTimeout]).toEqual([600_000, 20_000])
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
