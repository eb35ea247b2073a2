import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '#server/platform/operations/log.ts'
import { otherApp } from '#server/testing.ts'
import { isLong } from '#server/testing-rounds.ts'
import { type ConnectionLimitOptions, limitConnections } from './connection-limits.ts'
import { maxPipelinedRequests } from './policy.ts'

/** A server with limited connections, its log, and a way to connect. */
async function serve(
  options: Partial<ConnectionLimitOptions>,
  listener: RequestListener = (_, response) => response.end('here'),
) {
  const logged: Record<string, unknown>[] = []
  const log = pino(
    { level: 'warn', serializers: { error: pino.stdSerializers.err } },
    { write: (line: string) => void logged.push(JSON.parse(line) as never) },
  )
  const server = createServer(listener)
  limitConnections(server, {
    log: log as ConnectionLimitOptions['log'],
    byAddress: true,
    ...options,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { server, logged, open: () => openConnection(server) }
}

/** A connection that answers a request, or undefined if it was closed at once. */
async function openConnection(server: Server): Promise<Socket | undefined> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const isOpen = await Promise.race([
    once(socket, 'data').then(() => true),
    new Promise((resolve) => socket.once('close', () => resolve(false))),
  ])
  return isOpen ? socket : undefined
}

test('connections of an address are limited, and rejections are logged once a minute', async () => {
  let time = 0
  const { server, logged, open } = await serve({
    max: { total: 100, perAddress: 3 },
    now: () => time,
  })
  const [first, ...others] = [await open(), await open(), await open()]
  expect([first, ...others]).not.toContain(undefined)
  expect([await open(), await open()]).toEqual([undefined, undefined])
  const warning = {
    level: 40,
    msg: 'connections of an address refused: there are too many',
    address: '127.0.0.1',
    max: 3,
  }
  expect(logged).toEqual([expect.objectContaining(warning)])
  time = 60_000
  expect(await open()).toBeUndefined()
  expect(logged).toHaveLength(2)
  first?.destroy()
  await expect
    .poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count))))
    .toBe(2)
  expect(await open()).toBeDefined()
})

test('behind a proxy only the total number of connections is limited', async () => {
  const { logged, open } = await serve({ byAddress: false, max: { total: 4, perAddress: 1 } })
  const sockets = [await open(), await open(), await open(), await open()]
  expect(sockets).not.toContain(undefined)
  expect(await open()).toBeUndefined()
  expect(logged).toEqual([
    expect.objectContaining({ msg: 'connections refused: there are too many', max: 4 }),
  ])
})

test('too many open files is logged once and ends nothing', async () => {
  const { server, logged, open } = await serve({})
  const error = Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' })
  for (let n = 0; n < 3; n++) server.emit('error', error)
  expect(logged).toEqual([
    expect.objectContaining({
      msg: 'a connection could not be accepted',
      error: expect.objectContaining({ message: 'accept EMFILE', code: 'EMFILE' }),
    }),
  ])
  expect(await open()).toBeDefined()
})

/** Responds without end. */
const respondEndlessly: RequestListener = (_, response) => {
  const chunk = Buffer.alloc(256 * 1024)
  Readable.from(
    (async function* () {
      for (;;) yield chunk
    })(),
  ).pipe(response)
}

test.runIf(isLong)(
  'a client that reads nothing of a response is disconnected; slow and waiting ones are not',
  async () => {
    let respondLate: (() => void) | undefined
    const { server } = await serve({ stalledMs: 1000 }, (request, response) => {
      if (request.url === '/late') respondLate = () => void response.end('late')
      else respondEndlessly(request, response)
    })
    const request = (path: string) => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on(
        'error',
        () => {},
      )
      onTestFinished(() => void socket.destroy())
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
      return socket
    }
    const connected = once(server, 'connection') as Promise<[Socket]>
    const stalled = request('/endless')
    stalled.pause()
    const [stalledOnServer] = await connected
    const [late, slow] = [request('/late'), request('/endless')]
    slow.pause()
    let isSlowClosed = false
    slow.on('close', () => {
      isSlowClosed = true
    })
    const reading = setInterval(() => slow.read(), 20)
    onTestFinished(() => clearInterval(reading))
    await new Promise((resolve) => stalledOnServer.once('close', resolve))
    // Another stalled client shows when the timeout has passed a second time.
    const connectedAgain = once(server, 'connection') as Promise<[Socket]>
    request('/endless').pause()
    const [secondOnServer] = await connectedAgain
    await new Promise((resolve) => secondOnServer.once('close', resolve))
    expect(isSlowClosed).toBe(false)
    const response = once(late, 'data')
    respondLate?.()
    expect(String(await response)).toContain('late')
  },
)

test('the server limits its connections', async () => {
  const { app } = await otherApp({ log: createLog('silent') })
  expect([app.server.maxConnections, app.server.keepAliveTimeout]).toEqual([20_000, 72_000])
  app.server.emit('error', new Error('accept EMFILE'))
})

test('a connection with too many requests at once is closed, one with some is not', async () => {
  let requests = 0
  const { server } = await serve({}, () => {
    requests++
  })
  const send = (times: number) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on(
      'error',
      () => {},
    )
    onTestFinished(() => void socket.destroy())
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(times))
    return socket
  }
  const allowed = send(maxPipelinedRequests)
  await expect.poll(() => requests).toBe(maxPipelinedRequests)
  await once(send(maxPipelinedRequests + 1).resume(), 'close')
  expect(allowed.closed).toBe(false)
})

test.each(['/socket.io/?EIO=4&transport=polling', '/api/books/branches'])(
  'a connection with too many requests for %s at once is closed by the server',
  async (path) => {
    const { app } = await otherApp()
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
    onTestFinished(() => void socket.destroy())
    let responses = 0
    socket.on('data', (text: Buffer) => {
      responses += String(text).split('HTTP/1.1 ').length - 1
    })
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(500))
    await once(socket, 'close')
    expect(responses).toBeLessThan(500)
  },
)
