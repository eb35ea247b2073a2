import type { PoolConfig } from 'pg'
import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import type { z } from 'zod'
import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { inputError } from '#contract/common/input-errors.ts'
import {
  type Ack,
  type ClientEvents,
  JoinChatInput,
  JoinInput,
  type Message,
  MessageInput,
  type ServerEvents,
  TypingInput,
  type UnreadCounts,
} from '#contract/live.ts'
import type { Changes } from '#server/platform/cache/changes.ts'
import { createLruCache } from '#server/platform/cache/lru-cache.ts'
import type { Headers } from '#server/platform/http/responses/security-headers.ts'
import type { FindViewer, Viewer } from '#server/platform/http/viewer.ts'
import { createQueue } from '#server/platform/limits/queue.ts'
import type { RateLimits } from '#server/platform/limits/rate-limits.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { type Log, logFields, newLogId, withLogFields } from '#server/platform/operations/log.ts'
import { logRefusedAccess } from '#server/platform/operations/security-log.ts'
import { toAppError } from '#server/platform/operations/unavailable.ts'

/** A connection can have at most this many waiting events. A page never sends that many at once. */
const maxQueuedEvents = 50
const typingIntervalMs = 1000
const maxJoinedChats = 50

type SocketData = { viewer: Viewer; address: string }
export type LiveServer = Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>
export type LiveSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>

/**
 * `bookIds` are the chat's book and the books offered in the chat. `isFree` says whether a copy of
 * the chat's book is available.
 */
type JoinedChat = { side: Side; otherId: string; bookIds: readonly string[]; isFree: boolean }

export const bookRoom = (bookId: string): string => `book:${bookId}`

export type LiveHandlers = {
  /**
   * Throws unless the chat is the viewer's. Returns the viewer's side, the other account, and the
   * chat's books.
   */
  joinChat: (viewer: Viewer, chatId: string) => Promise<JoinedChat>
  /**
   * Returns the account that may see the viewer typing. Returns undefined if either person has
   * blocked the other.
   */
  findListener: (
    viewer: Viewer,
    chatId: string,
  ) => Promise<Pick<JoinedChat, 'side' | 'otherId'> | undefined>
  /** Throws session_ended and other AppErrors. */
  sendMessage: (
    viewer: Viewer,
    input: z.output<typeof MessageInput>,
    socketId: string,
  ) => Promise<Message>
  countUnread: (viewer: Viewer) => Promise<UnreadCounts>
}

export type Emit = <Name extends keyof ServerEvents>(
  accountIds: string | string[],
  name: Name,
  payload: Parameters<ServerEvents[Name]>[0],
  exceptSocket?: string,
) => void

export type ReportError = (error: unknown, message: string) => void

export type LiveOptions = {
  findViewer: FindViewer
  findActiveSessions: (sessions: string[]) => Promise<string[]>
  log: Log
  /** How to connect to PostgreSQL. Undefined if there is only one process. */
  direct: PoolConfig | undefined
  changes: Pick<Changes, 'apply' | 'applyNotification'>
  limits: Pick<RateLimits, 'countEvent'>
  metrics: Metrics
  headers: Headers
  proxies: number
  publicUrl?: string | undefined
}

type LiveContext = LiveOptions & {
  emit: Emit
  disconnectSession: (session: string, message: string) => void
  reportError: ReportError
  isStopping: () => boolean
}

function refusalOf(error: unknown, reportError: ReportError): Ack & { ok: false } {
  const appError = toAppError(error)
  const { message, code, retryAfter } = appError
  const canRetry = code === 'too_many_requests' && retryAfter !== undefined
  const refusal = { ok: false, message, code } as const
  if (canRetry) return { ...refusal, retryAfter: Math.ceil(retryAfter) }
  if (appError === error) return refusal
  reportError(error, 'live event failed')
  const requestId = logFields()?.requestId
  return { ...refusal, ...(requestId && { requestId }) }
}

function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw inputError(parsed.error)
  return parsed.data
}

function handleEnd({ session }: Viewer, error: unknown, context: LiveContext): never {
  if (error instanceof AppError && error.code === 'session_ended')
    setImmediate(() => context.disconnectSession(session, error.message))
  throw error
}

/**
 * Returns the session's viewer as they are now. If the session has expired or ended elsewhere,
 * throws session_ended and disconnects the session.
 */
async function checkSession(viewer: Viewer, context: LiveContext): Promise<Viewer> {
  const current = await context.findViewer(viewer.session)
  return current ?? handleEnd(viewer, new AppError('session_ended'), context)
}

type On = (name: keyof ClientEvents, handle: (input: unknown) => Promise<object>) => void

/**
 * Returns a function that sets an event's handler for this connection. Events run one after the
 * other, so messages keep their order. Events that still wait when the connection ends are dropped.
 * The client sends them again, because it got no acknowledgement.
 */
function createOn(socket: LiveSocket, running: Set<Promise<void>>, context: LiveContext): On {
  const { limits, metrics, reportError, log } = context
  const { viewer, address } = socket.data
  const enqueue = createQueue(1, maxQueuedEvents)
  return (event, handle) =>
    socket.on(event as 'typing', (...args: unknown[]) => {
      // If there is no acknowledgement, the client sends the event to the next server to which it
      // connects.
      if (context.isStopping()) return
      const callback = args.at(-1)
      const send = typeof callback === 'function' ? (callback as (ack: Ack) => void) : () => {}
      const input = typeof args[0] === 'function' ? undefined : args[0]
      const run = async () => {
        limits.countEvent(viewer.accountId)
        return socket.connected ? handle(input) : {}
      }
      const answered = withLogFields({ requestId: newLogId(), event }, async () => {
        try {
          send({ ok: true, ...(await enqueue('', run)) })
          metrics.liveEvents.inc({ event, result: 'ok' })
        } catch (error) {
          const refusal = refusalOf(error, reportError)
          metrics.liveEvents.inc({ event, result: refusal.code })
          logRefusedAccess(log, { ...viewer, address, to: event, code: refusal.code })
          send(refusal)
        }
      }).finally(() => running.delete(answered))
      running.add(answered)
    })
}

/**
 * Handles clients' events. Returns a function that stops accepting events, and resolves when the
 * running ones are answered.
 */
export function handleEvents(
  io: LiveServer,
  handlers: LiveHandlers,
  options: Omit<LiveContext, 'isStopping'>,
): () => Promise<void> {
  let isStopping = false
  const context = { ...options, isStopping: () => isStopping }
  const recentlyTyping = new Set<string>()
  const running = new Set<Promise<void>>()
  io.on('connection', (socket) => {
    const { viewer } = socket.data
    const on = createOn(socket, running, context)
    const joinedChats = createLruCache<JoinedChat>(maxJoinedChats)
    const joinBooks = async () => {
      const chats = [...joinedChats.values()]
      const rooms = new Set(chats.flatMap(({ bookIds }) => bookIds.map(bookRoom)))
      for (const room of socket.rooms)
        if (room.startsWith(bookRoom('')) && !rooms.has(room)) await socket.leave(room)
      await socket.join([...rooms])
    }
    // Closes the connection, because a client could leave its Socket.IO session but keep the
    // connection open.
    socket.on('disconnect', () => socket.conn.close())
    on('join', async (userId) => {
      if (parse(JoinInput, userId) !== viewer.accountId) throw new AppError('not_yours')
      await checkSession(viewer, context)
      return handlers.countUnread(viewer)
    })
    on('join_chat', async (chatId) => {
      const id = parse(JoinChatInput, chatId)
      await checkSession(viewer, context)
      const chat = await handlers.joinChat(viewer, id)
      joinedChats.set(id, chat)
      await joinBooks()
      // Reads the chat again, because it may have changed before the socket joined the room.
      const { isFree } = await handlers.joinChat(viewer, id)
      return { isFree }
    })
    on('send_message', async (input) => {
      const message = parse(MessageInput, input)
      // The helper may have a new name since the connection began.
      const sender = viewer.helper ? await checkSession(viewer, context) : viewer
      const sent = handlers.sendMessage(sender, message, socket.id)
      return { message: await sent.catch((error) => handleEnd(viewer, error, context)) }
    })
    on('typing', async (input) => {
      const { chatId } = parse(TypingInput, input)
      await checkSession(viewer, context)
      const key = `${viewer.accountId} ${chatId}`
      if (recentlyTyping.has(key)) return {}
      const listener = await handlers.findListener(viewer, chatId)
      // Another tab may have sent the event in the meantime.
      if (recentlyTyping.has(key)) return {}
      recentlyTyping.add(key)
      setTimeout(() => recentlyTyping.delete(key), typingIntervalMs).unref()
      if (listener) context.emit(listener.otherId, 'typing', { chatId, who: listener.side })
      return {}
    })
  })
  return async () => {
    isStopping = true
    await Promise.all(running)
  }
}
