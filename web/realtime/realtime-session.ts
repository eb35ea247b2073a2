// The live parts of one login: socket, outbox, chats and unread counts. They end with the login, so
// that nothing is sent or shown in another person's name.
import type { QueryClient } from '@tanstack/react-query'
import type { io } from 'socket.io-client'
import { type Chat, type Message, Message as MessageSchema, sendMessage } from '#contract/chats.ts'
import type { Topic } from '#contract/common/endpoint.ts'
import { AppError, knownCode } from '#contract/common/error-catalog.ts'
import type { ServerEvents } from '#contract/live.ts'
import { call } from '#web/api/client.ts'
import { parseLeniently } from '#web/api/parse-leniently.ts'
import { refreshTopics } from '#web/api/query-client.ts'
import { clearSession, currentSession, type Session } from '#web/session/session.ts'
import { type ChatCache, chatKey, createChatCache } from './chat-cache.ts'
import { createOutbox, type Outbox, type OutgoingMessage } from './outbox.ts'
import { addMessage, listenForMessages } from './receive-messages.ts'
import { refetchOnConnect } from './refetch-on-connect.ts'
import { addRingMessage, deliverToRing } from './ring-messages.ts'
import type { LiveSocket } from './socket.ts'
import { createUnreadCountsCache, type UnreadCountsCache } from './unread-counts-cache.ts'

const socketOptions = {
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  timeout: 20_000,
} as const

const rejectedReconnectDelayMs = 5000

const ackTimeoutMs = 10_000

export type RealtimeSession = {
  session: Session
  outbox: Outbox
  chats: ChatCache
  unreadCounts: UnreadCountsCache
  /** Connected or connecting. Undefined until the socket's code has loaded. */
  readonly socket: LiveSocket | undefined
  onSocket: (listener: () => void) => () => void
  end: () => void
}

/** Sends a message by the socket or by HTTP. Throws AppError, or Error if there was no response. */
async function deliver(
  session: Session,
  socket: LiveSocket | undefined,
  outgoing: OutgoingMessage,
): Promise<Message> {
  const senderModel = session.role === 'buyer' ? 'Buyer' : 'Seller'
  const message = { ...outgoing, sender: session.userId, senderModel }
  if (!socket?.connected) return call(sendMessage, message, { session })
  const ack = await socket.timeout(ackTimeoutMs).emitWithAck('send_message', message)
  if (ack.ok) return parseLeniently(MessageSchema, ack.message)
  const { message: text, retryAfter } = ack
  throw new AppError(knownCode(ack.code), {
    message: text,
    ...(retryAfter !== undefined && { retryAfter }),
  })
}

const orderTopics = ['orders', 'offers', 'payments', 'books', 'chats', 'reports'] as const

/** The topics that each event refreshes. */
const topicsOf = {
  order_placed: orderTopics,
  order_updated: orderTopics,
  notice: orderTopics,
  meeting_changed: ['orders'],
  exchange_changed: ['orders', 'offers', 'payments'],
  reservation_changed: ['wants', 'books', 'chats'],
  payment_changed: ['payments'],
  offer_changed: ['offers', 'orders', 'books'],
  chats_changed: ['blocks', 'chats', 'offers', 'orders'],
} as const satisfies Partial<Record<keyof ServerEvents, readonly Topic[]>>

/** Events that change what is unread. */
const noticeEvents = [
  'order_placed',
  'order_updated',
  'notice',
  'notices_changed',
  'messages_read',
  'receive_message',
  'reservation_changed',
] as const

function listenForChanges(
  socket: LiveSocket,
  client: QueryClient,
  unreadCounts: UnreadCountsCache,
): void {
  for (const [event, topics] of Object.entries(topicsOf))
    socket.on(event as keyof typeof topicsOf, () => void refreshTopics(client, topics))
  for (const event of noticeEvents)
    socket.on(event, () => {
      unreadCounts.requestSoon(socket)
      void refreshTopics(client, ['notifications'])
    })
}

/**
 * Signs out if the session is over. After other refusals it reconnects, because the library gives
 * up.
 */
function handleRefusedConnection(socket: LiveSocket, { token }: Session): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const signOut = () => {
    if (currentSession()?.token === token) clearSession()
  }
  socket.on('connect_error', (error) => {
    const { data } = error as Error & { data?: { code?: string } }
    if (data?.code === 'session_ended') signOut()
    else if (!socket.active) {
      clearTimeout(timer)
      timer = setTimeout(() => socket.connect(), rejectedReconnectDelayMs)
    }
  })
  socket.on('session_ended', signOut)
  return () => clearTimeout(timer)
}

export function createRealtimeSession(session: Session, client: QueryClient): RealtimeSession {
  const chats = createChatCache(client, session)
  const unreadCounts = createUnreadCountsCache(client, session)
  const socketListeners = new Set<() => void>()
  let socket: LiveSocket | undefined
  let hasEnded = false
  let stopListening = () => {}
  const outbox = createOutbox({
    userId: session.userId,
    deliver: (message, isOfRing) =>
      isOfRing ? deliverToRing(session, message) : deliver(session, socket, message),
    onSent: (message) =>
      'exchangeId' in message
        ? addRingMessage(client, session, message)
        : addMessage(chats, message),
  })
  const connect = (open: typeof io) => {
    if (hasEnded) return
    const opened = open({ auth: { token: session.token }, ...socketOptions }) as LiveSocket
    socket = opened
    refetchOnConnect(opened, chats, unreadCounts)
    listenForChanges(opened, client, unreadCounts)
    const stopReconnecting = handleRefusedConnection(opened, session)
    const stopMessages = listenForMessages(opened, chats)
    stopListening = () => {
      stopReconnecting()
      stopMessages()
    }
    chats.join = (chatId) => {
      if (!opened.connected) return
      opened.emit('join_chat', chatId, (ack) => {
        const chat = client.getQueryData<Chat>(chatKey(session, chatId))
        if (!ack.ok || !chat || chat.book.availability === 'removed') return
        // The server doesn't report changes that happened between the read and the join.
        if (ack.isFree !== (chat.book.availability === 'available'))
          void refreshTopics(client, ['chats', 'offers', 'books'])
      })
    }
    opened.on('connect', () => chats.openChatIds.forEach(chats.join))
    // An offer may add books to the chat, and joining again includes them.
    opened.on('offer_changed', ({ chatId }) => {
      if (chats.openChatIds.has(chatId)) chats.join(chatId)
    })
    opened.on('connect', outbox.flush)
    for (const notify of socketListeners) notify()
  }
  window.addEventListener('online', outbox.flush)
  // If no socket connects, unsent messages of an earlier visit are sent by HTTP.
  outbox.flush()
  import('socket.io-client').then(
    ({ io }) => connect(io),
    () => {},
  )
  return {
    session,
    outbox,
    chats,
    unreadCounts,
    get socket() {
      return socket
    },
    onSocket: (listener) => {
      socketListeners.add(listener)
      return () => void socketListeners.delete(listener)
    },
    end: () => {
      hasEnded = true
      outbox.end()
      window.removeEventListener('online', outbox.flush)
      unreadCounts.cancel()
      stopListening()
      socket?.disconnect()
    },
  }
}
