// Who may connect, and how much a connection may send. Socket.IO answers before Fastify does, so
// Fastify's limits don't apply to it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server, Socket } from 'socket.io'
import { AppError } from '#contract/common/errors.ts'
import { rawClientAddress } from '#server/platform/limits/addresses.ts'
import { maxLiveConnections } from '#server/platform/limits/policy.ts'
import { createQueue } from '#server/platform/limits/queue.ts'
import type { RateLimits } from '#server/platform/limits/rate-limits.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { isOwnOrigin } from './own-origin.ts'
import { authTimeoutMs } from './policy.ts'

type Engine = Server['engine']
type Connection = Socket['conn']

export type LiveLimits = Pick<RateLimits, 'countLive' | 'checkConnectionCount' | 'enqueue'>
export type LiveGuard = {
  addressOf: (connection: Connection) => string
  setAccount: (connection: Connection, accountId: string) => void
  /** Authenticates the connections of an address one by one; skips those that have closed. */
  enqueueAuth: (connection: Connection, authenticate: () => Promise<void>) => Promise<void>
}

export function rejectRequest(response: ServerResponse, error: unknown): void {
  const {
    status,
    message,
    code,
    retryAfter = 1,
  } = error instanceof AppError ? error : new AppError('internal')
  response.writeHead(status, {
    'content-type': 'application/json',
    'retry-after': String(Math.ceil(retryAfter)),
  })
  response.end(JSON.stringify({ message, code }))
}

/** Closes a connection that authenticates twice or sends too much; `count` throws above a limit. */
function limitPackets(connection: Connection, count: () => void): void {
  let connects = 0
  const timeout = setTimeout(() => connection.close(), authTimeoutMs).unref()
  connection.once('close', () => clearTimeout(timeout))
  connection.on('packet', ({ type, data }: { type: string; data?: unknown }) => {
    // '0' is Socket.IO's CONNECT packet, which our page sends only once.
    if (type === 'message' && typeof data === 'string' && data.startsWith('0')) {
      connects++
      clearTimeout(timeout)
    }
    if (connects > 1) return connection.close()
    try {
      count()
    } catch {
      connection.close()
    }
  })
}

type GuardOptions = {
  proxies: number
  publicUrl: string | undefined
  metrics: Pick<Metrics, 'handshakes'>
}

export function guardConnections(
  engine: Engine,
  limits: LiveLimits,
  { proxies, publicUrl, metrics }: GuardOptions,
): LiveGuard {
  const connectionCounts = new Map<string, number>()
  // Stored, because a request loses its address when the connection closes.
  const addresses = new WeakMap<Connection, string>()
  const addressOf = (connection: Connection) => addresses.get(connection) ?? 'unknown'
  const accountIds = new WeakMap<Connection, string>()

  engine.use(
    (
      request: IncomingMessage & { _query?: { sid?: string } },
      response: ServerResponse,
      next: () => void,
    ) => {
      const address = rawClientAddress(request, proxies)
      try {
        limits.countLive('requests', address)
        if (!request._query?.sid) {
          limits.checkConnectionCount(connectionCounts.get(address) ?? 0)
          limits.countLive('connections', address)
        }
      } catch (error) {
        return rejectRequest(response, error)
      }
      if (!isOwnOrigin(request.headers, publicUrl)) {
        metrics.handshakes.inc({ result: 'wrong_origin' })
        return rejectRequest(response, new AppError('wrong_origin'))
      }
      next()
    },
  )

  engine.on('connection', (connection: Connection) => {
    const address = rawClientAddress(connection.request, proxies)
    addresses.set(connection, address)
    connectionCounts.set(address, (connectionCounts.get(address) ?? 0) + 1)
    connection.once('close', () => {
      const left = (connectionCounts.get(address) ?? 1) - 1
      if (left > 0) connectionCounts.set(address, left)
      else connectionCounts.delete(address)
    })
    // Until it is known whose connection it is, all of its address count together.
    limitPackets(connection, () =>
      limits.countLive('packets', accountIds.get(connection) ?? address),
    )
  })

  const enqueue = createQueue(1, maxLiveConnections)
  return {
    addressOf,
    setAccount: (connection, accountId) => void accountIds.set(connection, accountId),
    enqueueAuth: (connection, authenticate) =>
      enqueue(addressOf(connection), async () => {
        if (connection.readyState === 'open') await authenticate()
      }),
  }
}
