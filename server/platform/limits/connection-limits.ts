import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '#server/platform/operations/log.ts'
import {
  connectionWarningMs,
  maxConnections,
  maxPipelinedRequests,
  stalledResponseMs,
} from './policy.ts'
import { clientAddress } from './rate-limits.ts'

export type ConnectionLimitOptions = {
  log: Log
  /** False behind a proxy, where all connections are the proxy's. */
  byAddress: boolean
  max?: { total: number; perAddress: number }
  stalledMs?: number
  now?: () => number
}

function createThrottledWarning(log: Log, now: () => number) {
  const lastLoggedAt = new Map<string, number>()
  return (message: string, fields: object = {}) => {
    const last = lastLoggedAt.get(message) ?? Number.NEGATIVE_INFINITY
    if (now() - last < connectionWarningMs) return
    lastLoggedAt.set(message, now())
    log.warn(fields, message)
  }
}

export function limitConnections(server: Server, options: ConnectionLimitOptions): void {
  const {
    log,
    byAddress,
    max = maxConnections,
    stalledMs = stalledResponseMs,
    now = () => Date.now(),
  } = options
  const warn = createThrottledWarning(log, now)

  server.maxConnections = max.total
  server.on('drop', () => warn('connections refused: there are too many', { max: max.total }))
  // Such as too many open files. Errors before it listens are for the caller of listen().
  server.on(
    'error',
    (error) => server.listening && warn('a connection could not be accepted', { error }),
  )

  const connections = new Map<string, number>()
  server.on('connection', (socket) => {
    if (!byAddress) return
    const address = clientAddress({ ip: socket.remoteAddress })
    const count = (connections.get(address) ?? 0) + 1
    connections.set(address, count)
    socket.once('close', () => {
      const left = (connections.get(address) ?? 1) - 1
      if (left > 0) connections.set(address, left)
      else connections.delete(address)
    })
    if (count <= max.perAddress) return
    warn('connections of an address refused: there are too many', { address, max: max.perAddress })
    socket.destroy()
  })

  const openRequests = new WeakMap<Socket, number>()
  server.on('request', ({ socket }, response) => {
    const count = (openRequests.get(socket) ?? 0) + 1
    openRequests.set(socket, count)
    response.once('close', () => openRequests.set(socket, (openRequests.get(socket) ?? 1) - 1))
    if (count > maxPipelinedRequests) socket.destroy()
    // The timeout also fires while a handler still works: only unread output means a stall.
    response.setTimeout(stalledMs, () => {
      if (response.socket && response.socket.writableLength > 0) response.socket.destroy()
    })
  })
}
