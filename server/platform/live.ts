// The live connection: who is listening, and what they may ask. What is said comes from the features.
import type { Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import type { z } from 'zod'
import type { Side, Topic } from '#contract/endpoint.ts'
import { Refusal, refuseInput } from '#contract/errors.ts'
import {
  type Ack,
  type ClientEvents,
  JoinChatInput,
  JoinInput,
  type Message,
  MessageInput,
  type News,
  type ServerEvents,
  TypingInput,
} from '#contract/live.ts'
import { createGate } from './gate.ts'
import { linkProcesses } from './live-link.ts'
import type { Log } from './log.ts'
import { type FindViewer, hashToken, type Viewer } from './viewer.ts'

/** What the server processes say to each other. */
type Between = {
  dropped: (topics: readonly Topic[]) => void
  told: (rooms: string[], name: string, what: unknown, butSocket: string | undefined) => void
  ended: (room: string, message: string, butRoom: string | undefined) => void
}
type Complain = (error: unknown, what: string) => void
type SocketData = { viewer: Viewer }
type LiveServer = Server<ClientEvents, ServerEvents, Between, SocketData>
type LiveSocket = Socket<ClientEvents, ServerEvents, Between, SocketData>

/** What the chats feature does for connected people. */
export type LiveDoors = {
  /** Refuses unless the chat is the viewer's; tells which side they are on and who the other one is. */
  joinChat: (viewer: Viewer, chatId: string) => Promise<{ side: Side; otherId: string }>
  sendMessage: (viewer: Viewer, input: z.output<typeof MessageInput>, socketId: string) => Promise<Message>
  countNews: (viewer: Viewer) => Promise<News>
}

export type Live = {
  /** Says something to all devices of the people, except the socket that caused it. */
  tell: <Name extends keyof ServerEvents>(
    people: string | string[],
    name: Name,
    what: Parameters<ServerEvents[Name]>[0],
    butSocket?: string,
  ) => void
  /** Ends the live connections of a session. */
  endSession: (session: string, message: string) => void
  /** Ends all live connections of a person but those of one session. */
  endPerson: (personId: string, message: string, butSession?: string) => void
  /** Tells the other server processes to forget answers that show the topics. */
  dropElsewhere: (topics: readonly Topic[]) => void
  open: (doors: LiveDoors) => void
  close: () => Promise<void>
}

export type LiveOptions = {
  findViewer: FindViewer
  log: Log
  pool: import('pg').Pool | undefined
  dropHere: (topics: readonly Topic[]) => void
}

/** A person may have so many connections here: devices and windows, and those that a bad line has left behind. */
const mostConnections = 20
/** So many events of a connection may wait for their turn: more than may be sent in a minute, and more than a page ever asks at once. */
const mostWaiting = 50
/** Who types says so at most this often in a chat. */
const typingMs = 1000

const personRoom = (id: string) => `person:${id}`
const sessionRoom = (hash: string) => `session:${hash}`

/** Socket.IO on the HTTP server, typed by the contract; with a pool, joined to the other processes through PostgreSQL. */
export async function createLive(http: HttpServer, { findViewer, log, pool, dropHere }: LiveOptions): Promise<Live> {
  const io: LiveServer = new Server(http, { serveClient: false, maxHttpBufferSize: 64 * 1024, cors: { origin: false } })
  const link = pool && (await linkProcesses(pool, log))
  if (link) io.adapter(link.adapter)
  let closing = false
  /** Logs a fault; what breaks off because the server closes is none. */
  const complain: Complain = (error, what) => closing || log.error({ error }, what)
  // Everything is done here at once and said to the other processes after it: Socket.IO's own broadcast would wait for
  // PostgreSQL first, and so could end a connection before it has delivered the reason.
  const tellHere: Between['told'] = (rooms, name, what, butSocket) => {
    const target = io.local.to(rooms).except(butSocket ?? [])
    ;(target.emit as (name: string, what: unknown) => void).call(target, name, what)
  }
  const endHere: Between['ended'] = (room, message, butRoom) => {
    const target = io.local.in(room).except(butRoom ?? [])
    target.emit('session_ended', { message })
    target.disconnectSockets(true)
  }
  const elsewhere: typeof io.serverSideEmit = (...said) => link !== undefined && io.serverSideEmit(...said)
  io.on('dropped', dropHere)
  io.on('told', tellHere)
  io.on('ended', endHere)

  /** Lets a connection in as the person whose token it shows. */
  async function greet(socket: LiveSocket): Promise<void> {
    const token: unknown = socket.handshake.auth.token
    if (typeof token !== 'string' || token === '') throw new Refusal('signed_out')
    const viewer = await findViewer(hashToken(token))
    if (!viewer) throw new Refusal('session_ended')
    if ((io.sockets.adapter.rooms.get(personRoom(viewer.personId))?.size ?? 0) >= mostConnections)
      throw new Refusal('too_many_requests', { message: 'Dobara is open in too many windows. Please close some of them.' })
    socket.data.viewer = viewer
    await socket.join([personRoom(viewer.personId), sessionRoom(viewer.session)])
    // The session may have ended between the look-up and the join; whoever ended it could not see this socket yet.
    if (!(await findViewer(viewer.session))) throw new Refusal('session_ended')
  }
  io.use(async (socket, next) => {
    try {
      await greet(socket)
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal('internal')
      if (refusal.code === 'internal') complain(error, 'live handshake failed')
      return next(Object.assign(new Error(refusal.message), { data: { code: refusal.code } }))
    }
    next()
  })

  const live: Live = {
    tell: (people, name, what, butSocket) => {
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
    dropElsewhere: (topics) => void elsewhere('dropped', topics),
    open: (doors) => listen(io, doors, live, { findViewer, complain }),
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

/** Answers a client's event by its acknowledgement, whatever happens; an event without one is obeyed in silence. */
async function answer(complain: Complain, ack: unknown, work: () => Promise<object>): Promise<void> {
  const reply = typeof ack === 'function' ? (ack as (ack: Ack) => void) : () => {}
  try {
    reply({ ok: true, ...(await work()) })
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal('internal')
    if (refusal.code === 'internal') complain(error, 'live event failed')
    reply({ ok: false, message: refusal.message, code: refusal.code })
  }
}

function check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw refuseInput(parsed.error)
  return parsed.data
}

function listen(
  io: LiveServer,
  doors: LiveDoors,
  live: Live,
  { findViewer, complain }: Pick<LiveOptions, 'findViewer'> & { complain: Complain },
): void {
  const inTurn = createGate(1, mostWaiting)
  /** Who types where, and has said so just now. */
  const typing = new Set<string>()
  io.on('connection', (socket) => {
    const { viewer } = socket.data
    const joined = new Map<string, { side: Side; otherId: string }>()
    // A connection may outlive its session, which can run out or be ended where this process didn't hear of it.
    const stillSignedIn = async () => {
      if (await findViewer(viewer.session)) return
      const refusal = new Refusal('session_ended')
      setImmediate(() => live.endSession(viewer.session, refusal.message))
      throw refusal
    }
    // One after the other, so that messages keep the order in which they were sent. What still waits when the connection
    // ends is dropped: who sent it was told nothing, and sends it again.
    const hear = (name: keyof ClientEvents, work: (input: unknown) => Promise<object>) =>
      socket.on(name as 'typing', (...said: unknown[]) => {
        // Whoever sends nothing with an event is answered too.
        const ack = said.at(-1)
        const input = typeof said[0] === 'function' ? undefined : said[0]
        void answer(complain, ack, () => inTurn(socket.id, async () => (socket.connected ? work(input) : {})))
      })
    hear('join', async (userId) => {
      if (check(JoinInput, userId) !== viewer.personId) throw new Refusal('not_yours')
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
      const chat = joined.get(chatId) ?? (await doors.joinChat(viewer, chatId))
      joined.set(chatId, chat)
      const place = `${viewer.personId} ${chatId}`
      if (typing.has(place)) return {}
      typing.add(place)
      setTimeout(() => typing.delete(place), typingMs).unref()
      live.tell(chat.otherId, 'typing', { chatId, who: chat.side })
      return {}
    })
  })
}
