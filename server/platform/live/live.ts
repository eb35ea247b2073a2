// The live connection: Socket.IO on the HTTP server. What is sent over it comes from the features.
import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import type { Topic } from '#contract/common/endpoint.ts'
import { AppError, errorCatalog } from '#contract/common/errors.ts'
import { type FindViewer, hashToken } from '#server/platform/http/viewer.ts'
import type { Log } from '#server/platform/operations/log.ts'
import { toAppError } from '#server/platform/operations/unavailable.ts'
import { guardConnections, type LiveGuard, type LiveLimits } from './connection-guard.ts'
import {
  bookRoom,
  type Emit,
  handleEvents,
  type InterServerEvents,
  type LiveHandlers,
  type LiveServer,
  type LiveSocket,
  type ReportError,
} from './live-events.ts'
import { authQueueMs, maxConnectionsPerAccount, maxPayloadBytes } from './policy.ts'
import { createPostgresAdapter } from './postgres-adapter.ts'

export type { LiveHandlers } from './live-events.ts'

export type Live = {
  emit: Emit
  disconnectSession: (session: string, message: string) => void
  disconnectAccount: (accountId: string, message: string, exceptSession?: string) => void
  /** Ends connections whose session expired, or ended where this process didn't notice. */
  endExpiredSessions: () => Promise<void>
  /** Tells whoever has a chat about one of these books open in this process. */
  tellOfBooks: (bookIds: readonly string[]) => void
  invalidateElsewhere: (topics: readonly Topic[]) => void
  listen: (handlers: LiveHandlers) => void
  close: () => Promise<void>
}

export type LiveOptions = {
  findViewer: FindViewer
  /** Returns those of the sessions (token hashes) that are still active. */
  findActiveSessions: (sessions: string[]) => Promise<string[]>
  log: Log
  pool: import('pg').Pool | undefined
  invalidateHere: (topics: readonly Topic[]) => void
  limits: LiveLimits
  proxies: number
}

const accountRoom = (id: string) => `account:${id}`
const sessionRoom = (hash: string) => `session:${hash}`

function authenticateConnections(
  io: LiveServer,
  guard: LiveGuard,
  findViewer: FindViewer,
  reportError: ReportError,
): void {
  async function authenticate(socket: LiveSocket): Promise<void> {
    const token: unknown = socket.handshake.auth.token
    if (typeof token !== 'string' || token === '') throw new AppError('signed_out')
    const viewer = await findViewer(hashToken(token))
    if (!viewer) throw new AppError('session_ended')
    const connections = io.sockets.adapter.rooms.get(accountRoom(viewer.accountId))?.size ?? 0
    if (connections >= maxConnectionsPerAccount)
      throw new AppError('too_many_requests', {
        message: 'Dobara is open in too many windows. Please close some of them.',
      })
    socket.data.viewer = viewer
    guard.setAccount(socket.conn, viewer.accountId)
    await socket.join([accountRoom(viewer.accountId), sessionRoom(viewer.session)])
    // The session may have ended before the join, when nobody could disconnect this socket yet.
    if (!(await findViewer(viewer.session))) throw new AppError('session_ended')
  }
  io.use(async (socket, next) => {
    try {
      await guard.enqueueAuth(socket.conn, () => authenticate(socket))
    } catch (error) {
      const appError = toAppError(error)
      if (appError !== error) reportError(error, 'live handshake failed')
      next(Object.assign(new Error(appError.message), { data: { code: appError.code } }))
      return setImmediate(() => socket.conn.close())
    }
    next()
  })
}

/**
 * Ways to reach clients of this process and of the others. This process comes first: Socket.IO's
 * own broadcast would wait for PostgreSQL, and could close a connection before it says why.
 */
function createBroadcast(io: LiveServer, isLinked: boolean) {
  const emitHere: InterServerEvents['emit_to_rooms'] = (rooms, name, payload, exceptSocket) => {
    const target = io.local.to(rooms).except(exceptSocket ?? [])
    ;(target.emit as (name: string, payload: unknown) => void).call(target, name, payload)
  }
  const disconnectHere: InterServerEvents['disconnect_room'] = (room, message, exceptRoom) => {
    const target = io.local.in(room).except(exceptRoom ?? [])
    target.emit('session_ended', { message })
    target.disconnectSockets(true)
  }
  const emitElsewhere: typeof io.serverSideEmit = (...args) =>
    isLinked && io.serverSideEmit(...args)
  io.on('emit_to_rooms', emitHere)
  io.on('disconnect_room', disconnectHere)
  return { emitHere, disconnectHere, emitElsewhere }
}

export async function createLive(
  http: HttpServer,
  { findViewer, findActiveSessions, log, pool, invalidateHere, limits, proxies }: LiveOptions,
): Promise<Live> {
  const io: LiveServer = new Server(http, {
    serveClient: false,
    maxHttpBufferSize: maxPayloadBytes,
    connectTimeout: authQueueMs,
    cors: { origin: false },
  })
  const guard = guardConnections(io.engine, limits, proxies)
  const link = pool && (await createPostgresAdapter(pool, log))
  if (link) io.adapter(link.adapter)
  let isClosing = false
  const reportError: ReportError = (error, message) => isClosing || log.error({ error }, message)
  const { emitHere, disconnectHere, emitElsewhere } = createBroadcast(io, link !== undefined)
  io.on('invalidate_caches', invalidateHere)
  authenticateConnections(io, guard, findViewer, reportError)

  const live: Live = {
    emit: (accountIds, name, payload, exceptSocket) => {
      const rooms = [accountIds].flat().map(accountRoom)
      emitHere(rooms, name, payload, exceptSocket)
      emitElsewhere('emit_to_rooms', rooms, name, payload, exceptSocket)
    },
    disconnectSession: (session, message) => {
      disconnectHere(sessionRoom(session), message, undefined)
      emitElsewhere('disconnect_room', sessionRoom(session), message, undefined)
    },
    disconnectAccount: (accountId, message, exceptSession) => {
      const exceptRoom = exceptSession === undefined ? undefined : sessionRoom(exceptSession)
      disconnectHere(accountRoom(accountId), message, exceptRoom)
      emitElsewhere('disconnect_room', accountRoom(accountId), message, exceptRoom)
    },
    endExpiredSessions: async () => {
      const sockets = [...io.sockets.sockets.values()]
      const sessions = new Set(sockets.map(({ data }) => data.viewer.session))
      if (sessions.size === 0) return
      for (const session of await findActiveSessions([...sessions])) sessions.delete(session)
      for (const session of sessions)
        disconnectHere(sessionRoom(session), errorCatalog.session_ended[1], undefined)
    },
    tellOfBooks: (bookIds) => {
      if (bookIds.length > 0) io.local.to(bookIds.map(bookRoom)).emit('chats_changed', {})
    },
    invalidateElsewhere: (topics) => void emitElsewhere('invalidate_caches', topics),
    listen: (handlers) =>
      handleEvents(io, handlers, {
        findViewer,
        limits,
        guard,
        reportError,
        emit: live.emit,
        disconnectSession: live.disconnectSession,
      }),
    close: async () => {
      isClosing = true
      // Not io.close(), which would wait for all other connections of the HTTP server.
      io.engine.close()
      await io.sockets.adapter.close()
      await link?.close()
    },
  }
  return live
}
