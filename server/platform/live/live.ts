// The live connection: who is listening, and what they may ask. What is said comes from the features.
import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import type { Topic } from '#contract/endpoint.ts'
import { AppError, errorCatalog } from '#contract/errors.ts'
import { type FindViewer, hashToken } from '#server/platform/http/viewer.ts'
import type { Log } from '#server/platform/operations/log.ts'
import { toAppError } from '#server/platform/operations/unavailable.ts'
import { linkProcesses } from './link-processes.ts'
import {
  type Emit,
  handleEvents,
  type InterServerEvents,
  type LiveHandlers,
  type LiveServer,
  type LiveSocket,
  type ReportError,
} from './live-events.ts'
import { guardConnections, type LiveLimits, maxPacketBytes, queueTimeoutMs } from './live-guard.ts'

export type { LiveHandlers } from './live-events.ts'

export type Live = {
  emit: Emit
  /** Ends the live connections of a session. */
  endSession: (session: string, message: string) => void
  /** Ends all live connections of a person but those of one session. */
  endPerson: (personId: string, message: string, butSession?: string) => void
  /** Ends the connections whose session is over: it ran out, or was ended where this process didn't hear of it. */
  endDead: () => Promise<void>
  /** Tells the other server processes to forget answers that show the topics. */
  invalidateElsewhere: (topics: readonly Topic[]) => void
  listen: (doors: LiveHandlers) => void
  close: () => Promise<void>
}

export type LiveOptions = {
  findViewer: FindViewer
  /** Those of these sessions, by their token hashes, whose people are signed in still. */
  findAlive: (sessions: string[]) => Promise<string[]>
  log: Log
  pool: import('pg').Pool | undefined
  invalidateHere: (topics: readonly Topic[]) => void
  limits: LiveLimits
  /** How many proxies stand before the server, as in TRUST_PROXY. */
  proxies: number
}

/** A person may have so many connections here: devices and windows, and those that a bad line has left behind. */
const mostConnections = 20
const personRoom = (id: string) => `person:${id}`
const sessionRoom = (hash: string) => `session:${hash}`

/** Socket.IO on the HTTP server, typed by the contract; with a pool, joined to the other processes through PostgreSQL. */
export async function createLive(
  http: HttpServer,
  { findViewer, findAlive, log, pool, invalidateHere, limits, proxies }: LiveOptions,
): Promise<Live> {
  const io: LiveServer = new Server(http, {
    serveClient: false,
    maxHttpBufferSize: maxPacketBytes,
    connectTimeout: queueTimeoutMs,
    cors: { origin: false },
  })
  const guard = guardConnections(io.engine, limits, proxies)
  const link = pool && (await linkProcesses(pool, log))
  if (link) io.adapter(link.adapter)
  let closing = false
  /** Logs a fault; what breaks off because the server closes is none. */
  const complain: ReportError = (error, what) => closing || log.error({ error }, what)
  // Everything is done here at once and said to the other processes after it: Socket.IO's own broadcast would wait for
  // PostgreSQL first, and so could end a connection before it has delivered the reason.
  const tellHere: InterServerEvents['told'] = (rooms, name, what, butSocket) => {
    const target = io.local.to(rooms).except(butSocket ?? [])
    ;(target.emit as (name: string, what: unknown) => void).call(target, name, what)
  }
  const endHere: InterServerEvents['ended'] = (room, message, butRoom) => {
    const target = io.local.in(room).except(butRoom ?? [])
    target.emit('session_ended', { message })
    target.disconnectSockets(true)
  }
  const elsewhere: typeof io.serverSideEmit = (...said) =>
    link !== undefined && io.serverSideEmit(...said)
  io.on('dropped', invalidateHere)
  io.on('told', tellHere)
  io.on('ended', endHere)

  /** Lets a connection in as the person whose token it shows. */
  async function greet(socket: LiveSocket): Promise<void> {
    const token: unknown = socket.handshake.auth.token
    if (typeof token !== 'string' || token === '') throw new AppError('signed_out')
    const viewer = await findViewer(hashToken(token))
    if (!viewer) throw new AppError('session_ended')
    if ((io.sockets.adapter.rooms.get(personRoom(viewer.personId))?.size ?? 0) >= mostConnections)
      throw new AppError('too_many_requests', {
        message: 'Dobara is open in too many windows. Please close some of them.',
      })
    socket.data.viewer = viewer
    guard.knowPerson(socket.conn, viewer.personId)
    await socket.join([personRoom(viewer.personId), sessionRoom(viewer.session)])
    // The session may have ended between the look-up and the join; whoever ended it could not see this socket yet.
    if (!(await findViewer(viewer.session))) throw new AppError('session_ended')
  }
  io.use(async (socket, next) => {
    try {
      await guard.greetInTurn(socket.conn, () => greet(socket))
    } catch (error) {
      const refusal = toAppError(error)
      if (refusal !== error) complain(error, 'live handshake failed')
      next(Object.assign(new Error(refusal.message), { data: { code: refusal.code } }))
      // After the reason is on its way: whoever isn't let in keeps no connection.
      return setImmediate(() => socket.conn.close())
    }
    next()
  })

  const live: Live = {
    emit: (people, name, what, butSocket) => {
      const rooms = [people].flat().map(personRoom)
      tellHere(rooms, name, what, butSocket)
      elsewhere('told', rooms, name, what, butSocket)
    },
    endSession: (session, message) => {
      endHere(sessionRoom(session), message, undefined)
      elsewhere('ended', sessionRoom(session), message, undefined)
    },
    endPerson: (personId, message, butSession) => {
      const butRoom = butSession === undefined ? undefined : sessionRoom(butSession)
      endHere(personRoom(personId), message, butRoom)
      elsewhere('ended', personRoom(personId), message, butRoom)
    },
    endDead: async () => {
      const sessions = new Set(
        [...io.sockets.sockets.values()].map(({ data }) => data.viewer.session),
      )
      if (sessions.size === 0) return
      for (const session of await findAlive([...sessions])) sessions.delete(session)
      for (const session of sessions)
        endHere(sessionRoom(session), errorCatalog.session_ended[1], undefined)
    },
    invalidateElsewhere: (topics) => void elsewhere('dropped', topics),
    listen: (doors) =>
      handleEvents(io, doors, {
        findViewer,
        limits,
        guard,
        complain,
        tell: live.emit,
        endSession: live.endSession,
      }),
    close: async () => {
      closing = true
      // Not io.close(), which also waits until every other connection of the HTTP server has ended; those are the app's.
      io.engine.close()
      await io.sockets.adapter.close()
      await link?.close()
    },
  }
  return live
}
