// What connected people may ask: each event is counted, carried out in its turn, and answered.
import { LRUCache } from 'lru-cache'
import type { Server, Socket } from 'socket.io'
import type { z } from 'zod'
import type { Side, Topic } from '#contract/endpoint.ts'
import { AppError, inputError } from '#contract/errors.ts'
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
import type { FindViewer, Viewer } from '#server/platform/http/viewer.ts'
import { createFairQueue } from '#server/platform/limits/fair-queue.ts'
import { toAppError } from '#server/platform/operations/unavailable.ts'
import { type LiveGuard, type LiveLimits, maxRejections } from './live-guard.ts'

/** What the server processes say to each other. */
export type InterServerEvents = {
  dropped: (topics: readonly Topic[]) => void
  told: (rooms: string[], name: string, what: unknown, butSocket: string | undefined) => void
  ended: (room: string, message: string, butRoom: string | undefined) => void
}
type SocketData = { viewer: Viewer }
export type LiveServer = Server<ClientEvents, ServerEvents, InterServerEvents, SocketData>
export type LiveSocket = Socket<ClientEvents, ServerEvents, InterServerEvents, SocketData>

/** What the chats feature does for connected people. */
export type LiveHandlers = {
  /** Refuses unless the chat is the viewer's; tells which side they are on and who the other one is. */
  joinChat: (viewer: Viewer, chatId: string) => Promise<{ side: Side; otherId: string }>
  sendMessage: (
    viewer: Viewer,
    input: z.output<typeof MessageInput>,
    socketId: string,
  ) => Promise<Message>
  countNews: (viewer: Viewer) => Promise<UnreadCounts>
}

/** Says something to all devices of the people, except the socket that caused it. */
export type Emit = <Name extends keyof ServerEvents>(
  people: string | string[],
  name: Name,
  what: Parameters<ServerEvents[Name]>[0],
  butSocket?: string,
) => void

export type ReportError = (error: unknown, what: string) => void

/** What hearing needs of the live connection. */
export type LiveContext = {
  findViewer: FindViewer
  limits: LiveLimits
  guard: LiveGuard
  tell: Emit
  endSession: (session: string, message: string) => void
  complain: ReportError
}

/** So many events of a connection may wait for their turn: more than may be sent in a minute, and more than a page ever asks at once. */
const maxQueuedEvents = 50
/** Who types says so at most this often in a chat. */
const typingMs = 1000
/** A connection remembers so many of the chats that it joined; the others are looked up again. */
const maxJoinedChats = 50

/** Answers a client's event by its acknowledgement, whatever happens; an event without one is obeyed in silence. */
async function answer(
  complain: ReportError,
  ack: unknown,
  work: () => Promise<object>,
): Promise<void> {
  const reply = typeof ack === 'function' ? (ack as (ack: Ack) => void) : () => {}
  try {
    reply({ ok: true, ...(await work()) })
  } catch (error) {
    const refusal = toAppError(error)
    if (refusal !== error) complain(error, 'live event failed')
    const { message, code, retryAfter } = refusal
    const waits = code === 'too_many_requests' && retryAfter !== undefined
    reply({ ok: false, message, code, ...(waits && { retryAfter: Math.ceil(retryAfter) }) })
  }
}

function check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw inputError(parsed.error)
  return parsed.data
}

/**
 * Counts every event of a connection, also one that nobody listens to; one too many is answered by too_many_requests, and
 * whoever goes on all the same is cut off.
 */
function countEvents(socket: LiveSocket, address: string, { limits, complain }: LiveContext): void {
  let refusals = 0
  socket.use(([, ...said], next) => {
    try {
      limits.countLive('eventsOfPerson', socket.data.viewer.personId)
      limits.countLive('events', address)
      refusals = 0
    } catch (error) {
      if (++refusals >= maxRejections) return socket.conn.close()
      return void answer(complain, said.at(-1), () => Promise.reject(error))
    }
    next()
  })
}

/** Hears what connected people ask, and answers it. */
export function handleEvents(io: LiveServer, doors: LiveHandlers, hearing: LiveContext): void {
  const { findViewer, limits, guard, tell, endSession, complain } = hearing
  const inTurn = createFairQueue(1, maxQueuedEvents)
  /** Who types where, and has said so just now. */
  const typing = new Set<string>()
  io.on('connection', (socket) => {
    const { viewer } = socket.data
    const address = guard.addressOf(socket.conn)
    const joined = new LRUCache<string, { side: Side; otherId: string }>({ max: maxJoinedChats })
    countEvents(socket, address, hearing)
    // A page that leaves takes its connection along; one that stays without a person would hold a place for nobody.
    socket.on('disconnect', () => socket.conn.close())
    // A connection may outlive its session, which can run out or be ended where this process didn't hear of it.
    const stillSignedIn = async () => {
      if (await findViewer(viewer.session)) return
      const refusal = new AppError('session_ended')
      setImmediate(() => endSession(viewer.session, refusal.message))
      throw refusal
    }
    // One after the other, so that messages keep the order in which they were sent. What still waits when the connection
    // ends is dropped: who sent it was told nothing, and sends it again.
    const hear = (name: keyof ClientEvents, work: (input: unknown) => Promise<object>) =>
      socket.on(name as 'typing', (...said: unknown[]) => {
        // Whoever sends nothing with an event is answered too.
        const ack = said.at(-1)
        const input = typeof said[0] === 'function' ? undefined : said[0]
        const run = async () => (socket.connected ? work(input) : {})
        void answer(complain, ack, () =>
          inTurn(socket.id, () => limits.inTurn('calls', address, run, { of: viewer.personId })),
        )
      })
    hear('join', async (userId) => {
      if (check(JoinInput, userId) !== viewer.personId) throw new AppError('not_yours')
      await stillSignedIn()
      return doors.countNews(viewer)
    })
    hear('join_chat', async (chatId) => {
      const id = check(JoinChatInput, chatId)
      await stillSignedIn()
      joined.set(id, await doors.joinChat(viewer, id))
      return {}
    })
    hear('send_message', async (input) => {
      const message = check(MessageInput, input)
      await stillSignedIn()
      return { message: await doors.sendMessage(viewer, message, socket.id) }
    })
    hear('typing', async (input) => {
      const { chatId } = check(TypingInput, input)
      await stillSignedIn()
      const chat = joined.get(chatId) ?? (await doors.joinChat(viewer, chatId))
      joined.set(chatId, chat)
      const place = `${viewer.personId} ${chatId}`
      if (typing.has(place)) return {}
      typing.add(place)
      setTimeout(() => typing.delete(place), typingMs).unref()
      tell(chat.otherId, 'typing', { chatId, who: chat.side })
      return {}
    })
  })
}
