import net from 'node:net'

/**
 * Creates a TCP proxy between page and server. It can delay the server's data, and can be switched
 * off.
 */
export function createProxy(port: number) {
  const pairs = new Set<[client: net.Socket, upstream: net.Socket]>()
  let isDown = false
  const server = net.createServer((client) => {
    if (isDown) return client.destroy()
    const upstream = net.connect(port, '127.0.0.1')
    const pair: [net.Socket, net.Socket] = [client, upstream]
    pairs.add(pair)
    client.pipe(upstream).pipe(client)
    for (const socket of pair)
      socket
        .on('error', () => {})
        .on('close', () => {
          for (const end of pair) end.destroy()
          pairs.delete(pair)
        })
  })
  return {
    server,
    pause: () => {
      const paused = [...pairs]
      for (const [client, upstream] of paused) client.unpipe(upstream)
      return () => {
        for (const [client, upstream] of paused) client.pipe(upstream)
      }
    },
    goDown: () => {
      isDown = true
      for (const [client] of pairs) client.destroy()
    },
    goUp: () => {
      isDown = false
    },
  }
}
