import { once } from 'node:events'
import { type AddressInfo, connect as connectTcp, createServer } from 'node:net'
import { io } from 'socket.io-client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readChat } from '#contract/chats.ts'
import { as, makeChat, type TestAccount, testApp } from '#server/testing.ts'
import { run } from '#server/testing-processes.ts'

async function startNode() {
  const { config, database } = (await testApp()).context
  const { child, opened, ended } = run(['server/main.ts'], {
    NODE_ENV: 'test',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'fatal',
    DATA_DIR: config.dataDir,
    DATABASE_URL: String(database.pool?.options.connectionString),
  })
  const port = Number(new URL(await opened).port)
  return { child, port, address: `http://127.0.0.1:${port}`, ended }
}

/** Starts a load balancer that forwards a connection to the first server that accepts it. */
async function startBalancer(ports: readonly number[]): Promise<string> {
  const server = createServer((client) => {
    client.on('error', () => client.destroy())
    const tryNext = ([port, ...others]: readonly number[]) => {
      if (port === undefined) return client.destroy()
      const upstream = connectTcp(port, '127.0.0.1')
      upstream.once('error', () => tryNext(others))
      upstream.once('connect', () => {
        upstream.removeAllListeners('error').on('error', () => client.destroy())
        upstream.once('close', () => client.destroy())
        client.once('close', () => upstream.destroy())
        client.pipe(upstream).pipe(client)
      })
    }
    tryNext(ports)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Opens a client that reconnects like the web app's. */
function openClient(address: string, { token }: TestAccount) {
  const socket = io(address, {
    auth: { token },
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
  })
  onTestFinished(() => void socket.disconnect())
  return socket
}

/** Sends a message until it is acknowledged, like the web app's outbox. */
async function deliver(socket: ReturnType<typeof openClient>, message: object): Promise<void> {
  for (;;) {
    const ack = await socket
      .timeout(2000)
      .emitWithAck('send_message', message)
      .catch(() => undefined)
    if (ack?.ok) return
    if (ack && ack.code !== 'unavailable' && ack.code !== 'internal')
      throw new Error(`A message was refused: ${ack.code}`)
  }
}

describe.skipIf(!process.env.TEST_DATABASE_URL)('several servers', () => {
  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'when a server ends by %s, its clients reconnect elsewhere and no message is lost',
    async (signal) => {
      const [first, second] = await Promise.all([startNode(), startNode()])
      const address = await startBalancer([first.port, second.port])
      const { buyer, seller, chatId } = await makeChat()
      const [sending, listening] = [openClient(address, buyer), openClient(address, seller)]
      const received = new Set<number>()
      let connects = 0
      listening.on('receive_message', ({ number }: { number: number }) => received.add(number))
      // After reconnecting, reads the messages that the client missed, as the web app does.
      listening.on('connect', async () => {
        if (++connects === 1) return
        const { body } = await as(seller).call(readChat, { id: chatId })
        for (const { number } of body.messages) received.add(number)
      })
      await once(listening as never, 'connect')

      const texts = Array.from({ length: 60 }, (_, number) => `Line ${number + 1}`)
      for (const [place, message] of texts.entries()) {
        if (place === 20) first.child.kill(signal)
        await deliver(sending, { chatId, message, clientId: crypto.randomUUID() })
      }
      const { body } = await as(buyer).call(readChat, { id: chatId })
      expect(body.messages.map(({ message }) => message)).toEqual(texts)
      await expect.poll(() => received.size).toBe(texts.length)
      expect(connects).toBe(2)
      const { code } = await first.ended
      expect(code).toBe(signal === 'SIGTERM' ? 0 : null)
    },
  )
})
