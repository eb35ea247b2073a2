// What belongs to one session as long as it lasts: its socket, its messages on their way, its chats. Nothing of it outlives the session.
import type { QueryClient } from '@tanstack/react-query'
import type { io } from 'socket.io-client'
import {
  type Message,
  type MessageInput,
  Message as MessageSchema,
  sendMessage,
} from '#contract/chats.ts'
import { topics } from '#contract/endpoint.ts'
import { AppError, knownCode } from '#contract/errors.ts'
import type { UnreadCounts } from '#contract/live.ts'
import { call, refresh } from '#web/api/client.ts'
import { parseLeniently } from '#web/api/read-response.ts'
import { clearSession, currentSession, type Session } from '#web/session/session.ts'
import {
  addMessage,
  type ChatCache,
  createChatCache,
  listenForMessages,
  listenForUnreadCounts,
  refetchAfterGap,
} from './chat-cache.ts'
import type { LiveSocket } from './live-socket.ts'
import { createOutbox, type Outbox } from './outbox.ts'

export type Connection = {
  session: Session
  outbox: Outbox
  chats: ChatCache
  /** Connected or trying to; missing until its code is there, and where that can't be fetched. */
  socket?: LiveSocket
}

/** How long the server may take to say that it has stored a message. */
const answerMs = 10_000

/** Several events often tell of one thing; they are counted together, and after an open chat has said that it is read. */
const newsMs = 200

/** How long a refused connection rests before the next try. */
const refusedMs = 5000

/** Hands a message to the server, by the socket where it is connected. Throws a Refusal, or an Error when it can't be reached. */
async function deliver(
  session: Session,
  socket: LiveSocket | undefined,
  message: MessageInput,
): Promise<Message> {
  if (!socket?.connected) return call(sendMessage, message, { session })
  const ack = await socket.timeout(answerMs).emitWithAck('send_message', message)
  if (ack.ok) return parseLeniently(MessageSchema, ack.message)
  const { message: text, retryAfter } = ack
  throw new AppError(knownCode(ack.code), {
    message: text,
    ...(retryAfter !== undefined && { retryAfter }),
  })
}

/** Follows what the server tells of, and asks how much of it is unread; the returned function stops that. */
function followNews(socket: LiveSocket, chats: ChatCache): () => void {
  const { client, session } = chats
  const ask = (then?: (news: UnreadCounts) => void) =>
    socket.emit('join', session.userId, (ack) => {
      if (!ack.ok) return
      listenForUnreadCounts(chats, ack)
      then?.(ack)
    })
  /** Compares what the server counts with what this page shows, once nothing that was read here is on its way. */
  const compare = () => {
    const { told } = chats
    void told.then(() =>
      ask((news) => (chats.told === told ? refetchAfterGap(chats, news) : compare())),
    )
  }
  let asking: ReturnType<typeof setTimeout> | undefined
  const askSoon = () => {
    clearTimeout(asking)
    asking = setTimeout(ask, newsMs)
    void refresh(client, ['notices'])
  }
  let met = false
  socket.on('connect', () => {
    if (met) {
      // What changed while the connection was down was told to nobody.
      void refresh(client, topics)
      ask()
    } else compare()
    met = true
  })
  for (const event of ['order_placed', 'order_updated', 'notice'] as const)
    socket.on(event, () => void refresh(client, ['orders', 'books', 'chats', 'reports', 'notices']))
  for (const event of [
    'order_placed',
    'order_updated',
    'notice',
    'notices_changed',
    'messages_read',
    'receive_message',
  ] as const)
    socket.on(event, askSoon)
  return () => clearTimeout(asking)
}

/** Tries again after a refusal, where the library gives up, unless the session is over: then it is forgotten here too. */
function keepTrying(socket: LiveSocket, { token }: Session): () => void {
  let later: ReturnType<typeof setTimeout> | undefined
  const drop = () => {
    if (currentSession()?.token === token) clearSession()
  }
  socket.on('connect_error', (error) => {
    const { data } = error as Error & { data?: { code?: string } }
    if (data?.code === 'session_ended') drop()
    else if (!socket.active) {
      clearTimeout(later)
      later = setTimeout(() => socket.connect(), refusedMs)
    }
  })
  socket.on('session_ended', drop)
  return () => clearTimeout(later)
}

/**
 * Opens what belongs to a session and hands it to `show`, once more when its socket is there. The returned function ends
 * it: nothing more is sent or heard for this session, and what its person has read is forgotten.
 */
export function connect(
  session: Session,
  client: QueryClient,
  show: (connection: Connection) => void,
): () => void {
  const chats = createChatCache(client, session)
  let socket: LiveSocket | undefined
  let ended = false
  const outbox = createOutbox({
    userId: session.userId,
    deliver: (message) => deliver(session, socket, message),
    onSent: (message) => addMessage(chats, message),
  })
  let unfollow = () => {}
  const start = (open: typeof io) => {
    if (ended) return
    socket = open({
      auth: { token: session.token },
      reconnectionDelay: 1000,
      reconnectionDelayMax: 5000,
      timeout: 20_000,
    }) as LiveSocket
    const stops = [
      followNews(socket, chats),
      keepTrying(socket, session),
      listenForMessages(socket, chats),
    ]
    unfollow = () => {
      for (const stop of stops) stop()
    }
    socket.on('connect', outbox.flush)
    show({ session, outbox, chats, socket })
  }
  window.addEventListener('online', outbox.flush)
  show({ session, outbox, chats })
  // What was kept when the page was closed; where no socket ever connects it goes by POST.
  outbox.flush()
  // Fetched only for who is signed in. Where it can't be, the next page tries again.
  import('socket.io-client').then(
    ({ io }) => start(io),
    () => {},
  )
  return () => {
    ended = true
    outbox.end()
    window.removeEventListener('online', outbox.flush)
    unfollow()
    socket?.disconnect()
    client.removeQueries({ predicate: (query) => query.queryKey[1] === session.userId })
  }
}
