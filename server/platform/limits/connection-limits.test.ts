// Lines to a server: real ones.
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '#server/platform/operations/log.ts'
import { otherApp } from '#server/testing.ts'
import { type ConnectionLimitOptions, limitConnections, maxPipelined } from './connection-limits.ts'

/** A server with guarded lines, what it logged, and lines to it. */
async function serve(
  options: Partial<ConnectionLimitOptions>,
  answer: RequestListener = (_, response) => response.end('here'),
) {
  const logged: Record<string, unknown>[] = []
  const log = pino(
    { level: 'warn', serializers: { error: pino.stdSerializers.err } },
    { write: (line: string) => void logged.push(JSON.parse(line) as never) },
  )
  const server = createServer(answer)
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
  return { server, logged, line: () => lineTo(server) }
}

/** A line that stands, or undefined where it was closed at once; a question is answered on one that stands. */
async function lineTo(server: Server): Promise<Socket | undefined> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const stands = await Promise.race([
    once(socket, 'data').then(() => true),
    new Promise((resolve) => socket.once('close', () => resolve(false))),
  ])
  return stands ? socket : undefined
}

test('an address has so many lines, another one when one of them is closed, and it is said once a minute that more were refused', async () => {
  let time = 0
  const { server, logged, line } = await serve({
    max: { all: 100, ofAddress: 3 },
    now: () => time,
  })
  const [one, ...others] = [await line(), await line(), await line()]
  expect([one, ...others]).not.toContain(undefined)
  expect([await line(), await line()]).toEqual([undefined, undefined])
  const said = {
    level: 40,
    msg: 'lines of an address refused: there are too many',
    address: '127.0.0.1',
    max: 3,
  }
  expect(logged).toEqual([expect.objectContaining(said)])
  time = 60_000
  expect(await line()).toBeUndefined()
  expect(logged).toHaveLength(2)
  one?.destroy()
  await expect
    .poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count))))
    .toBe(2)
  expect(await line()).toBeDefined()
})

test('behind a proxy lines count in all only; one too many is refused and said', async () => {
  const { logged, line } = await serve({ byAddress: false, max: { all: 4, ofAddress: 1 } })
  const lines = [await line(), await line(), await line(), await line()]
  expect(lines).not.toContain(undefined)
  expect(await line()).toBeUndefined()
  expect(logged).toEqual([
    expect.objectContaining({ msg: 'lines refused: there are too many', max: 4 }),
  ])
})

test('that no more files can be opened is logged so that it can be read, and ends nothing', async () => {
  const { server, logged, line } = await serve({})
  const error = Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' })
  for (let n = 0; n < 3; n++) server.emit('error', error)
  expect(logged).toEqual([
    expect.objectContaining({
      msg: 'a line could not be taken',
      error: expect.objectContaining({ message: 'accept EMFILE', code: 'EMFILE' }),
    }),
  ])
  expect(await line()).toBeDefined()
})

/** More than lies between a server and a reader. */
const endless: RequestListener = (_, response) => {
  const piece = Buffer.alloc(256 * 1024)
  Readable.from(
    (async function* () {
      for (;;) yield piece
    })(),
  ).pipe(response)
}

test('who takes nothing of an answer is cut off; who takes something, however slowly, and who waits for an answer, are not', async () => {
  const patience = 1000
  let answerLate: (() => void) | undefined
  const { server } = await serve({ stuckMs: patience }, (request, response) => {
    if (request.url === '/late') answerLate = () => void response.end('late')
    else endless(request, response)
  })
  const ask = (path: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on(
      'error',
      () => {},
    )
    onTestFinished(() => void socket.destroy())
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    return socket
  }
  const taken = once(server, 'connection') as Promise<[Socket]>
  const stuck = ask('/endless')
  stuck.pause()
  const [stuckThere] = await taken
  const [late, slow] = [ask('/late'), ask('/endless')]
  slow.pause()
  let slowEnded = false
  slow.on('close', () => {
    slowEnded = true
  })
  const sip = setInterval(() => slow.read(), 20)
  onTestFinished(() => clearInterval(sip))
  await new Promise((resolve) => stuckThere.once('close', resolve))
  // Once more as long, told by another that is stuck.
  const againTaken = once(server, 'connection') as Promise<[Socket]>
  ask('/endless').pause()
  const [againThere] = await againTaken
  await new Promise((resolve) => againThere.once('close', resolve))
  expect(slowEnded).toBe(false)
  const answer = once(late, 'data')
  answerLate?.()
  expect(String(await answer)).toContain('late')
})

test('the server guards its lines', async () => {
  const { app } = await otherApp({ log: createLog('silent') })
  expect([app.server.maxConnections, app.server.keepAliveTimeout]).toEqual([10_000, 72_000])
  app.server.emit('error', new Error('accept EMFILE'))
})

test('a line that asks on and on before it has taken what it asked for is cut off, one that asks for some things is not', async () => {
  let asked = 0
  const { server } = await serve({}, () => {
    asked++
  })
  const ask = (times: number) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on(
      'error',
      () => {},
    )
    onTestFinished(() => void socket.destroy())
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(times))
    return socket
  }
  const modest = ask(maxPipelined)
  await expect.poll(() => asked).toBe(maxPipelined)
  await once(ask(maxPipelined + 1).resume(), 'close')
  expect(modest.closed).toBe(false)
})

test.each(['/socket.io/?EIO=4&transport=polling', '/api/books/branches'])(
  'a line that asks for %s on and on is cut off by the server',
  async (path) => {
    const { app } = await otherApp()
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
    onTestFinished(() => void socket.destroy())
    let answers = 0
    socket.on('data', (text: Buffer) => {
      answers += String(text).split('HTTP/1.1 ').length - 1
    })
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(500))
    await once(socket, 'close')
    expect(answers).toBeLessThan(500)
  },
)
