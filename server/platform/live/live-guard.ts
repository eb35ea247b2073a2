// Who may connect, and how much a connection may send. Socket.IO answers before Fastify does, so that Fastify's limits
// don't hold for it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server, Socket } from 'socket.io'
import { AppError } from '#contract/errors.ts'
import { createFairQueue } from '#server/platform/limits/fair-queue.ts'
import {
  maxLiveConnections,
  type RateLimits,
  rawClientAddress,
} from '#server/platform/limits/rate-limits.ts'

/** A connection must show who it is within this time, in milliseconds; the slowest lines need some seconds. */
const connectMs = 10_000

/** What shows who it is may have to wait for so many milliseconds in the server's own queue, when a crowd comes back at once. */
export const queueTimeoutMs = 60_000

/** The most that may be sent at once, in bytes. */
export const maxPacketBytes = 64 * 1024

/** Of one connection so many packets are heard in a span of time; a page sends a few a second, and some dozens when it opens. */
export const maxPackets = { count: 200, ms: 10_000 } as const

/** After so many refusals in a row for asking too often a connection is ended: it doesn't read them. */
export const maxRejections = 20

type Engine = Server['engine']
type Connection = Socket['conn']

export type LiveLimits = Pick<RateLimits, 'countLive' | 'refuseConnection' | 'inTurn'>
export type LiveGuard = {
  addressOf: (connection: Connection) => string
  /** From now on the packets of the connection count as this person's too. */
  knowPerson: (connection: Connection, personId: string) => void
  /** Looks up who a connection is, one look-up of its address at a time; gives nothing once the connection has ended. */
  greetInTurn: (connection: Connection, greet: () => Promise<void>) => Promise<void>
}

/** Refuses a request for a live connection, or one that belongs to it. */
function refuse(response: ServerResponse, error: unknown): void {
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

/** Ends a connection that asks twice to be let in, or floods the server with packets; `count` throws for one too many. */
function watchPackets(connection: Connection, count: () => void): void {
  let connects = 0
  let packets = 0
  let since = Date.now()
  // Only until the connection shows who it is: what it waits for then is the server's own queue.
  const silent = setTimeout(() => connection.close(), connectMs).unref()
  connection.once('close', () => clearTimeout(silent))
  connection.on('packet', ({ type, data }: { type: string; data?: unknown }) => {
    if (Date.now() - since > maxPackets.ms) {
      since = Date.now()
      packets = 0
    }
    packets++
    // Socket.IO's CONNECT packet. The page never sends a second one: it opens another connection.
    if (type === 'message' && typeof data === 'string' && data.startsWith('0')) {
      connects++
      clearTimeout(silent)
    }
    if (connects > 1 || packets > maxPackets.count) return connection.close()
    try {
      count()
    } catch {
      connection.close()
    }
  })
}

/** Counts and caps the connections of each address before they are made; `proxies` as in TRUST_PROXY. */
export function guardConnections(engine: Engine, limits: LiveLimits, proxies: number): LiveGuard {
  const connections = new Map<string, number>()
  // Kept, because a request forgets where it came from once its line is closed.
  const addresses = new WeakMap<Connection, string>()
  const addressOf = (connection: Connection) => addresses.get(connection) ?? 'unknown'
  const people = new WeakMap<Connection, string>()

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
          limits.refuseConnection(connections.get(address) ?? 0)
          limits.countLive('connections', address)
        }
      } catch (error) {
        return refuse(response, error)
      }
      next()
    },
  )

  engine.on('connection', (connection: Connection) => {
    const address = rawClientAddress(connection.request, proxies)
    addresses.set(connection, address)
    connections.set(address, (connections.get(address) ?? 0) + 1)
    connection.once('close', () => {
      const left = (connections.get(address) ?? 1) - 1
      if (left > 0) connections.set(address, left)
      else connections.delete(address)
    })
    watchPackets(connection, () => {
      const personId = people.get(connection)
      if (personId !== undefined) limits.countLive('packetsOfPerson', personId)
      limits.countLive('packets', address)
    })
  })

  const inTurn = createFairQueue(1, maxLiveConnections)
  return {
    addressOf,
    knowPerson: (connection, personId) => void people.set(connection, personId),
    greetInTurn: (connection, greet) =>
      inTurn(addressOf(connection), async () => {
        if (connection.readyState === 'open') await greet()
      }),
  }
}
