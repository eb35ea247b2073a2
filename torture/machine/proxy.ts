// A bad line: a TCP proxy in front of a server or of PostgreSQL, whose faults change while it runs.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Faults = {
  /** Milliseconds that each piece waits on its way there, and on its way back. */
  thereMs: number
  backMs: number
  /** Nothing gets through, and what is open breaks. */
  isCut: boolean
  /** Whether a connection's answer gets lost: the line breaks where it would come. */
  losesAnswer: () => boolean
  /** Whether what is sent on a connection arrives twice, as over two connections. */
  doubles: () => boolean
  /** Called before a piece goes on to the server; resolves when it may. */
  beforePiece: () => void | Promise<void>
  /** The same before a piece goes back to the client. */
  beforeAnswer: () => void | Promise<void>
}

export type ProxyServer = {
  port: number
  faults: Faults
  /** How often the line was bad: pieces that came late, connections that broke or came twice. */
  troubles: () => number
  /** Cuts the line, with all that is open on it. */
  cut: () => void
  mend: () => void
  close: () => Promise<void>
}

/** Passes pieces on one after the other, each after its wait, in their order. */
function pass(from: Socket, to: Socket, wait: () => Promise<void>, onPiece?: () => boolean): void {
  let last = Promise.resolve()
  from.on('data', (piece: Buffer) => {
    if (onPiece?.() === false) return
    const waited = wait()
    last = last
      .then(() => waited)
      .then(() => void (to.writable && to.write(piece)))
      .catch(() => {})
  })
  from.on('end', () => void last.then(() => to.end()))
}

export async function startProxy(
  target: () => { host: string; port: number },
): Promise<ProxyServer> {
  const sockets = new Set<Socket>()
  const faults: Faults = {
    ...{ thereMs: 0, backMs: 0, isCut: false },
    losesAnswer: () => false,
    doubles: () => false,
    beforePiece: () => {},
    beforeAnswer: () => {},
  }
  let troubles = 0
  const late = async (ms: number): Promise<void> => {
    if (ms === 0) return
    troubles++
    await sleep(ms)
  }
  const open = (): Socket => watch(connect(target()))
  const watch = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  const server = createServer((client) => {
    watch(client)
    if (faults.isCut) {
      troubles++
      return void client.destroy()
    }
    const upstream = open()
    const isLost = faults.losesAnswer()
    const twin = faults.doubles() ? open() : undefined
    twin?.resume()
    if (twin) troubles++
    client.on('close', () => {
      // What was sent goes on being carried out.
      if (!isLost) upstream.destroy()
      twin?.end()
    })
    // One that ends in order sends its last pieces first, which may be late.
    upstream.on('close', (hasBroken) => hasBroken && client.destroy())
    const there = async () => {
      await faults.beforePiece()
      await late(faults.thereMs)
    }
    pass(client, upstream, there)
    if (twin) pass(client, twin, there)
    pass(
      upstream,
      client,
      async () => {
        await faults.beforeAnswer()
        await late(faults.backMs)
      },
      () => {
        if (!isLost) return true
        troubles++
        client.destroy()
        return false
      },
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    faults,
    troubles: () => troubles,
    cut: () => {
      faults.isCut = true
      troubles += sockets.size
      breakAll()
    },
    mend: () => {
      faults.isCut = false
    },
    close: async () => {
      breakAll()
      server.close()
    },
  }
}

/** A proxy to the PostgreSQL of a URL, and the URL through it. */
export async function proxyDatabase(
  databaseUrl: string,
): Promise<{ proxy: ProxyServer; url: string }> {
  const { hostname: host, port } = new URL(databaseUrl)
  const proxy = await startProxy(() => ({ host, port: Number(port) }))
  const url = Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${proxy.port}` })
  return { proxy, url: url.href }
}
