import type { Server } from 'node:http'
import type { Log } from '#server/platform/operations/log.ts'
import { clientAddress } from './addresses.ts'
import { idleConnectionMs, maxConnections } from './policy.ts'

/** Limits all connections, and where no proxy is in front, those of one address. */
export function limitConnections(
  server: Server,
  {
    log,
    byAddress,
    max = maxConnections,
  }: { log: Log; byAddress: boolean; max?: { total: number; perAddress: number } },
): void {
  server.maxConnections = max.total
  server.setTimeout(idleConnectionMs)
  // Such as too many open files. Errors before it listens are for the caller of listen().
  server.on(
    'error',
    (error) => server.listening && log.warn({ error }, 'a connection could not be accepted'),
  )
  if (!byAddress) return
  const connections = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = clientAddress({ ip: socket.remoteAddress })
    const count = (connections.get(address) ?? 0) + 1
    connections.set(address, count)
    socket.once('close', () => {
      const left = (connections.get(address) ?? 1) - 1
      if (left > 0) connections.set(address, left)
      else connections.delete(address)
    })
    if (count > max.perAddress) socket.destroy()
  })
}
