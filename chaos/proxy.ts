// A TCP proxy in front of the servers or PostgreSQL, which passes data on or breaks it.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type TcpProxy = {
  port: number
  /** Whether the data of every third connection arrives twice, over two connections. */
  doubles: boolean
  /** Whether every third connection breaks just before its response. */
  losesAnswers: boolean
  passes: (way: 'there' | 'back') => boolean
  /** How many connections were cut, refused or doubled, or lost their response. */
  broken: number
  /** Breaks all connections and refuses new ones, until `restore`. */
  cut: () => void
  restore: () => void
  /** Resolves when no connection is open, so all requests have ended. */
  idle: () => Promise<void>
  close: () => void
}

export async function startProxy(target: () => number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let [isCut, connections] = [false, 0]
  const watch = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  const open = () => watch(connect(target(), '127.0.0.1'))
  const server = createServer((client) => {
    watch(client)
    if (isCut) {
      proxy.broken++
      client.destroy()
      return
    }
    const isThird = ++connections % 3 === 0
    const isLost = proxy.losesAnswers && isThird
    const upstream = open()
    const twin = proxy.doubles && isThird ? open().resume() : undefined
    if (isLost || twin) proxy.broken++
    client.on('data', (piece) => {
      if (!proxy.passes('there')) return
      upstream.write(piece)
      twin?.write(piece)
    })
    upstream.on('data', (piece) => {
      if (isLost) client.destroy()
      else if (proxy.passes('back')) client.write(piece)
    })
    client.on('end', () => upstream.end())
    upstream.on('end', () => client.end())
    client.on('close', () => {
      twin?.end()
      // The server continues with a request whose response is lost.
      if (!isLost) upstream.destroy()
    })
    upstream.on('close', (hasFailed) => hasFailed && client.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const proxy: TcpProxy = {
    port: (server.address() as AddressInfo).port,
    doubles: false,
    losesAnswers: false,
    passes: () => true,
    broken: 0,
    cut: () => {
      isCut = true
      proxy.broken += sockets.size
      breakAll()
    },
    restore: () => {
      isCut = false
    },
    idle: async () => {
      while (sockets.size > 0) await sleep(20)
    },
    close: () => {
      server.close()
      breakAll()
    },
  }
  return proxy
}
