import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Server } from 'socket.io'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '#server/platform/operations/log.ts'
import { testApp } from '#server/testing.ts'
import { createPostgresAdapter } from './postgres-adapter.ts'

test.runIf(process.env.TEST_DATABASE_URL)(
  'the link counts as restored also when its first connection failed',
  async () => {
    const { database } = (await testApp()).context
    const url = new URL(String(database.pool?.options.connectionString))
    const { hostname, port } = url
    let isUp = false
    let refused = 0
    const proxy = createServer((client) => {
      client.on('error', () => client.destroy())
      if (!isUp) {
        refused++
        return client.destroy()
      }
      const upstream = connect(Number(port), hostname)
      upstream.on('error', () => client.destroy())
      client.once('close', () => upstream.destroy())
      client.pipe(upstream).pipe(client)
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
    let isRestored = false
    const link = await createPostgresAdapter(
      { connectionString: String(url) },
      createLog('silent'),
      {
        onRestored: () => {
          isRestored = true
        },
      },
    )
    const io = new Server()
    io.adapter(link.adapter)
    await expect.poll(() => refused).toBeGreaterThan(0)
    // The adapter tries again after a second at the earliest.
    await sleep(300)
    expect(isRestored).toBe(false)
    isUp = true
    await expect.poll(() => isRestored).toBe(true)
    await io.sockets.adapter.close()
    await link.close()
    proxy.close()
  },
)

test.runIf(process.env.TEST_DATABASE_URL)(
  'a process hears the others from its first attempt on',
  async () => {
    const { database } = (await testApp()).context
    const direct = { connectionString: String(database.pool?.options.connectionString) }
    const open = async () => {
      const link = await createPostgresAdapter(direct, createLog('silent'), {
        onRestored: () => {},
      })
      const io = new Server()
      io.adapter(link.adapter)
      onTestFinished(async () => {
        await io.sockets.adapter.close()
        await link.close()
      })
      await link.firstAttempt
      return io
    }
    const [sender, listener] = [await open(), await open()]
    const heard = once(listener, 'changed')
    sender.serverSideEmit('changed', 7)
    expect(await heard).toEqual([7])
  },
)
