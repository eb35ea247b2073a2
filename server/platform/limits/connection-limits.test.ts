import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { otherApp } from '#server/testing.ts'
import { limitConnections } from './connection-limits.ts'

/** A server with limited connections, its log, and a way to connect. */
type Options = Parameters<typeof limitConnections>[1]
async function serve(
  options: Partial<Options>,
  listener: RequestListener = (_, response) => response.end('here'),
) {
  const logged: Record<string, unknown>[] = []
  const log = pino(
    { level: 'warn', serializers: { error: pino.stdSerializers.err } },
    { write: (line: string) => void logged.push(JSON.parse(line) as never) },
  )
  const server = createServer(listener)
  limitConnections(server, {
    log: log as Options['log'],
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

test('connections of an address are limited', async () => {
  const { server, open } = await serve({ max: { total: 100, perAddress: 3 } })
  const [first, ...others] = [await open(), await open(), await open()]
  expect([first, ...others]).not.toContain(undefined)
  expect([await open(), await open()]).toEqual([undefined, undefined])
  first?.destroy()
  await expect
    .poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count))))
    .toBe(2)
  expect(await open()).toBeDefined()
})

test('behind a proxy only the total number of connections is limited', async () => {
  const { open } = await serve({ byAddress: false, max: { total: 4, perAddress: 1 } })
  const sockets = [await open(), await open(), await open(), await open()]
  expect(sockets).not.toContain(undefined)
  expect(await open()).toBeUndefined()
})

test('too many open files are logged and end nothing', async () => {
  const { server, logged, open } = await serve({})
  server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }))
  expect(logged).toMatchObject([
    { msg: 'a connection could not be accepted', error: { code: 'EMFILE' } },
  ])
  expect(await open()).toBeDefined()
})

test('a client that reads nothing of a response is disconnected', async () => {
  const { server } = await serve({}, (_, response) => {
    const chunk = Buffer.alloc(256 * 1024)
    const send = () => {
      while (response.write(chunk));
    }
    response.on('drain', send)
    send()
  })
  server.setTimeout(300)
  const connected = once(server, 'connection') as Promise<[Socket]>
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  socket.pause()
  const [stalled] = await connected
  await once(stalled, 'close')
})

test('the server limits its connections, and closes those that send and receive nothing', async () => {
  const { server } = (await otherApp()).app
  expect([server.maxConnections, server.keepAliveTimeout, server.timeout]).toEqual([
    20_000, 72_000, 120_000,
  ])
})
