import type { Server as HttpServer, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { createAdapter } from '@socket.io/postgres-adapter'
import type { Pool, PoolConfig } from 'pg'
import { Server } from 'socket.io'
import { errorCatalog } from '#contract/common/error-catalog.ts'
import type { ServerEvents } from '#contract/live.ts'
import { changesChannel, unknownChange } from '#server/platform/cache/changes.ts'
import { logConnectionErrors } from '#server/platform/database/database.ts'
import { accountRoom, admitConnections, isOwnOrigin, sessionRoom } from './admission.ts'
import {
  bookRoom,
  type Emit,
  handleEvents,
  type LiveHandlers,
  type LiveOptions,
  type LiveServer,
  type ReportError,
} from './live-events.ts'

const maxPayloadBytes = 64 * 1024
const finishMs = 2000
const lastAnswersMs = 100
/** How often the listening connection is checked. This is also the time limit of each check. */
const linkCheckMs = 5000

/**
 * Sends notifications in batches, because each statement is a transaction. Those that arrive while
 * a statement runs are sent together, in order, in the next one.
 */
function createNotify(pool: Pool): (channel: string, payload: string) => Promise<unknown> {
  let waiting: [channel: string, payload: string][] = []
  let next: Promise<unknown> | undefined
  let last: Promise<unknown> = Promise.resolve()
  const send = () => {
    const [channels, payloads] = [0, 1].map((place) => waiting.map((one) => one[place]))
    waiting = []
    next = undefined
    const sent = pool.query(
      'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as n (channel, payload)',
      [channels, payloads],
    )
    last = sent.catch(() => {})
    return sent
  }
  return (channel, payload) => {
    waiting.push([channel, payload])
    next ??= last.then(send)
    return next
  }
}

/**
 * Connects processes through PostgreSQL, for live events and for changes of cached data. Returns a
 * function that closes the connection.
 */
async function linkProcesses(
  io: LiveServer,
  direct: PoolConfig,
  { apply, applyNotification }: LiveOptions['changes'],
  onError: (error: Error) => void,
): Promise<() => Promise<void>> {
  const { default: pg } = await import('pg')
  // Uses only one connection, so that other processes receive events in the order in which they
  // were sent.
  const pool = new pg.Pool({ ...direct, max: 1 })
  logConnectionErrors(pool, onError)
  // The adapter never releases its listening client, and opens another one if the client breaks.
  const connect = async () => {
    let check: NodeJS.Timeout | undefined
    const client = new pg.Client({
      ...direct,
      application_name: 'dobara link',
      query_timeout: linkCheckMs,
    })
    const release = () => {
      clearInterval(check)
      void client.end().catch(() => {})
    }
    client.on('error', onError)
    client.on('end', () => {
      clearInterval(check)
      apply(unknownChange)
    })
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === changesChannel) applyNotification(payload)
    })
    await client.connect()
    await client.query(`listen "socket.io#/"; listen ${changesChannel}`)
    // Notifications that were sent before this connection listened are lost, so caches and clients
    // must read again.
    apply(unknownChange)
    io.local.emit('chats_changed', {})
    io.local.emit('notices_changed', {})
    // A broken connection may report no error until something is sent.
    check = setInterval(() => client.query('select 1').catch(release), linkCheckMs).unref()
    return Object.assign(client, { release })
  }
  const notify = createNotify(pool)
  const query = (text: string, values: [string, string]) =>
    text.startsWith('SELECT pg_notify') ? notify(...values) : pool.query(text, values)
  // The payload of a NOTIFY must be shorter than 8,000 bytes. Longer payloads go through a table.
  const options = { payloadThreshold: 7999, errorHandler: onError }
  io.adapter(createAdapter({ query, connect } as unknown as Pool, options))
  return async () => {
    await io.sockets.adapter.close()
    // This query waits until all notifications have been sent.
    await pool.query('select 1').catch(() => {})
    await pool.end()
  }
}

export async function createLive(http: HttpServer, options: LiveOptions) {
  const { findActiveSessions, log, direct, changes, metrics, headers, publicUrl } = options
  let isClosing = false
  let finishEvents = async () => {}
  const reportError: ReportError = (error, message) => isClosing || log.error({ error }, message)
  const io: LiveServer = new Server(http, {
    serveClient: false,
    maxHttpBufferSize: maxPayloadBytes,
    allowRequest: (request, decide) => {
      const isOwn = isOwnOrigin(request, publicUrl)
      if (!isOwn) metrics.handshakes.inc({ result: 'wrong_origin' })
      decide(null, isOwn && !isClosing)
    },
  })
  io.engine.use((_request: unknown, response: ServerResponse, next: () => void) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    next()
  })
  metrics.show('live_connections', 'Open live connections', () => io.engine.clientsCount)
  const closeLink =
    direct &&
    (await linkProcesses(io, direct, changes, (error) => {
      metrics.linkErrors.inc()
      reportError(error, 'live link')
    }))
  admitConnections(io, options, reportError)

  /** Sends the reason, then disconnects. Clients receive them in this order. */
  const disconnect = (target: ReturnType<LiveServer['in']>, message: string) => {
    target.emit('session_ended', { message })
    target.disconnectSockets(true)
  }
  const emit: Emit = (accountIds, name, payload, exceptSocket) => {
    const target = io.to([accountIds].flat().map(accountRoom)).except(exceptSocket ?? [])
    target.emit(name, ...([payload] as Parameters<ServerEvents[typeof name]>))
  }
  const disconnectSession = (session: string, message: string) =>
    disconnect(io.in(sessionRoom(session)), message)
  /**
   * Lets running events finish, then closes all connections, so that clients connect to other
   * servers.
   */
  const stop = async () => {
    isClosing = true
    await Promise.race([finishEvents(), setTimeout(finishMs, undefined, { ref: false })])
    // The remaining acknowledgements are sent before a connection closes.
    for (const { conn } of io.sockets.sockets.values()) conn.close()
    if (io.engine.clientsCount > 0) await setTimeout(lastAnswersMs)
    // io.close() would wait for all other connections of the HTTP server.
    io.engine.close()
  }
  return {
    emit,
    disconnectSession,
    disconnectAccount: (accountId: string, message: string, exceptSession?: string) =>
      disconnect(
        io
          .in(accountRoom(accountId))
          .except(exceptSession === undefined ? [] : sessionRoom(exceptSession)),
        message,
      ),
    /** Closes connections whose session has expired, or has ended without notifying this process. */
    endExpiredSessions: async () => {
      const sockets = [...io.sockets.sockets.values()]
      const sessions = new Set(sockets.map(({ data }) => data.viewer.session))
      if (sessions.size === 0) return
      for (const session of await findActiveSessions([...sessions])) sessions.delete(session)
      for (const session of sessions)
        disconnect(io.local.in(sessionRoom(session)), errorCatalog.session_ended[1])
    },
    /** Sends an event to everybody who has opened a chat about these books. */
    sendChatsChanged: (bookIds: readonly string[]) =>
      void io.to(bookIds.map(bookRoom)).emit('chats_changed', {}),
    listen: (handlers: LiveHandlers) => {
      const context = { ...options, emit, disconnectSession, reportError }
      finishEvents = handleEvents(io, handlers, context)
    },
    stop,
    /** Stops, then sends the remaining events to the other processes. */
    close: async () => {
      await stop()
      await closeLink?.()
    },
  }
}

export type Live = Awaited<ReturnType<typeof createLive>>
