import type { Server as HttpServer, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { Server } from 'socket.io'
import { AppError, errorCatalog } from '#contract/common/errors.ts'
import type { Headers } from '#server/platform/http/responses/security-headers.ts'
import type { FindViewer } from '#server/platform/http/viewer.ts'
import type { Log } from '#server/platform/operations/log.ts'
import { accountRoom, authenticateConnections, sessionRoom } from './authenticate-connections.ts'
import { guardConnections, type LiveLimits, rejectRequest } from './connection-guard.ts'
import {
  gatherEvents,
  handleEvent,
  type InterServerEvent,
  type InterServerHandlers,
} from './inter-server.ts'
import {
  bookRoom,
  type Emit,
  handleEvents,
  type LiveHandlers,
  type LiveMetrics,
  type LiveServer,
  type ReportError,
} from './live-events.ts'
import { authQueueMs, finishMs, lastAnswersMs, maxPayloadBytes } from './policy.ts'
import { createPostgresAdapter } from './postgres-adapter.ts'

export type { LiveHandlers } from './live-events.ts'

export type Live = {
  emit: Emit
  disconnectSession: (session: string, message: string) => void
  disconnectAccount: (accountId: string, message: string, exceptSession?: string) => void
  /** Ends connections whose session expired, or ended where this process didn't notice. */
  endExpiredSessions: () => Promise<void>
  sendChatsChanged: (bookIds: readonly string[]) => void
  listen: (handlers: LiveHandlers) => void
  /**
   * Answers what clients have asked for, and closes their connections: they move over to others.
   */
  stop: () => Promise<void>
  /** Stops, and sends what is still to be told to other processes. */
  close: () => Promise<void>
}

export type LiveOptions = {
  findViewer: FindViewer
  /** Returns those of the sessions (token hashes) that are still active. */
  findActiveSessions: (sessions: string[]) => Promise<string[]>
  log: Log
  direct: import('pg').PoolConfig | undefined
  limits: LiveLimits
  metrics: LiveMetrics
  headers: Headers
  proxies: number
  publicUrl?: string | undefined
}

const createHandlers = (io: LiveServer): InterServerHandlers => ({
  emit: (rooms, name, payload, exceptSocket) => {
    const target = io.local.to(rooms).except(exceptSocket ?? [])
    ;(target.emit as (name: string, payload: unknown) => void).call(target, name, payload)
  },
  disconnect: (room, message, exceptRoom) => {
    const target = io.local.in(room).except(exceptRoom ?? [])
    target.emit('session_ended', { message })
    target.disconnectSockets(true)
  },
})

function openServer(http: HttpServer, headers: LiveOptions['headers']): LiveServer {
  const io: LiveServer = new Server(http, {
    serveClient: false,
    maxHttpBufferSize: maxPayloadBytes,
    connectTimeout: authQueueMs,
    cors: { origin: false },
  })
  io.engine.use((_request: unknown, response: ServerResponse, next: () => void) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    next()
  })
  return io
}

/** Undefined where there is one process only. */
async function linkProcesses(
  io: LiveServer,
  { direct, log, metrics }: Pick<LiveOptions, 'direct' | 'log' | 'metrics'>,
) {
  if (!direct) return undefined
  const link = await createPostgresAdapter(direct, log, {
    // What others sent while the link was broken is lost: whoever is here reads anew.
    onRestored: () => {
      io.local.emit('chats_changed', {})
      io.local.emit('notices_changed', {})
    },
    onError: () => metrics.linkErrors.inc(),
  })
  io.adapter(link.adapter)
  // What others send before would be missed: nothing may be cached yet.
  await link.firstAttempt
  return link
}

export async function createLive(
  http: HttpServer,
  {
    findViewer,
    findActiveSessions,
    log,
    direct,
    limits,
    metrics,
    headers,
    proxies,
    publicUrl,
  }: LiveOptions,
): Promise<Live> {
  const io = openServer(http, headers)
  const guard = guardConnections(io.engine, limits, { proxies, publicUrl, metrics })
  metrics.showNow(
    { name: 'live_connections', help: 'Live connections that are open' },
    () => io.engine.clientsCount,
  )
  const link = await linkProcesses(io, { direct, log, metrics })
  let isClosing = false
  let finishEvents = async () => {}
  io.engine.use((_request: unknown, response: ServerResponse, next: () => void) =>
    isClosing ? rejectRequest(response, new AppError('closing')) : next(),
  )
  const reportError: ReportError = (error, message) => isClosing || log.error({ error }, message)
  const handlers = createHandlers(io)
  const elsewhere = gatherEvents((events) => io.serverSideEmit('events', events))
  // This process comes first: Socket.IO's own broadcast would wait for PostgreSQL, and could close
  // a connection before it says why.
  const everywhere = (event: InterServerEvent) => {
    handleEvent(handlers, event)
    if (link) elsewhere.add(event)
  }
  io.on('events', (events) => {
    for (const event of events) handleEvent(handlers, event)
  })
  authenticateConnections(io, guard, findViewer, { reportError, metrics })

  const live: Live = {
    emit: (accountIds, name, payload, exceptSocket) =>
      everywhere(['emit', [accountIds].flat().map(accountRoom), name, payload, exceptSocket]),
    disconnectSession: (session, message) =>
      everywhere(['disconnect', sessionRoom(session), message]),
    disconnectAccount: (accountId, message, exceptSession) => {
      const exceptRoom = exceptSession === undefined ? undefined : sessionRoom(exceptSession)
      everywhere(['disconnect', accountRoom(accountId), message, exceptRoom])
    },
    endExpiredSessions: async () => {
      const sockets = [...io.sockets.sockets.values()]
      const sessions = new Set(sockets.map(({ data }) => data.viewer.session))
      if (sessions.size === 0) return
      for (const session of await findActiveSessions([...sessions])) sessions.delete(session)
      for (const session of sessions)
        handlers.disconnect(sessionRoom(session), errorCatalog.session_ended[1])
    },
    sendChatsChanged: (bookIds) => {
      if (bookIds.length > 0) io.local.to(bookIds.map(bookRoom)).emit('chats_changed', {})
    },
    listen: (handlers) => {
      finishEvents = handleEvents(io, handlers, {
        findViewer,
        limits,
        metrics,
        guard,
        reportError,
        log,
        emit: live.emit,
        disconnectSession: live.disconnectSession,
      })
    },
    stop: async () => {
      isClosing = true
      await Promise.race([finishEvents(), setTimeout(finishMs, undefined, { ref: false })])
      // This sends the last answers first.
      for (const { conn } of io.sockets.sockets.values()) conn.close()
      if (io.engine.clientsCount > 0) await setTimeout(lastAnswersMs)
      // Not io.close(), which would wait for all other connections of the HTTP server.
      io.engine.close()
    },
    close: async () => {
      await live.stop()
      elsewhere.flush()
      await io.sockets.adapter.close()
      await link?.close()
    },
  }
  return live
}
