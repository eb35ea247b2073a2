// The realtime parts of one login: socket, outbox and chats. They end with the login, so that
// nothing is sent or shown in another person's name.
import type { QueryClient } from '@tanstack/react-query'
import { io } from 'socket.io-client'
import { type Chat, type Message, Message as MessageSchema, sendMessage } from '#contract/chats.ts'
import type { Topic } from '#contract/common/endpoint.ts'
import type { ServerEvents } from '#contract/live.ts'
import { call } from '#web/api/client.ts'
import { parseLeniently } from '#web/api/parse-leniently.ts'
import { refreshTopics } from '#web/api/query-client.ts'
import { clearSession, currentSession, type Session, writerOf } from '#web/session/session.ts'
import { type ChatCache, chatKey, createChatCache } from './chat-cache.ts'
import { createOutbox, type Outbox, type OutgoingMessage } from './outbox.ts'
import { addMessage, listenForMessages } from './receive-messages.ts'
import { refetchOnConnect } from './refetch-on-connect.ts'
import { addRingMessage, deliverToRing } from './ring-messages.ts'
import { ackError, ackTimeoutMs, type LiveSocket } from './socket.ts'
import { type CountUnread, countUnread } from './unread-counts.ts'

const socketOptions = {
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  timeout: 20_000,
} as const

const rejectedReconnectDelayMs = 5000

// Several events often report the same change, so the counts are read once, after this pause.
const noticeDelayMs = 200

export type RealtimeSession = {
  session: Session
  outbox: Outbox
  chats: ChatCache
  socket: LiveSocket
  countUnread: CountUnread
  end: () => void
}

/** Sends a message by the socket or by HTTP. Throws AppError, or Error if there was no response. */
async function deliver(
  session: Session,
  socket: LiveSocket,
  outgoing: OutgoingMessage,
): Promise<Message> {
  const senderModel = session.role === 'buyer' ? 'Buyer' : 'Seller'
  const message = { ...outgoing, sender: session.userId, senderModel }
  if (!socket.connected) return call(sendMessage, message, { session })
  const ack = await socket.timeout(ackTimeoutMs).emitWithAck('send_message', message)
  if (ack.ok) return parseLeniently(MessageSchema, ack.message)
  throw ackError(ack)
}

const orderTopics = ['orders', 'offers', 'payments', 'books', 'chats', 'reports'] as const

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

/** Events that may change the unread counts. */
const noticeEvents = [
  'order_placed',
  'order_updated',
  'notice',
  'notices_changed',
  'messages_read',
  'receive_message',
  'reservation_changed',
  'chats_changed',
] as const

function listenForChanges(socket: LiveSocket, client: QueryClient): void {
  for (const [event, topics] of Object.entries(topicsOf))
    socket.on(event as keyof typeof topicsOf, () => void refreshTopics(client, topics))
  let timer: ReturnType<typeof setTimeout> | undefined
  for (const event of noticeEvents)
    socket.on(event, () => {
      clearTimeout(timer)
      timer = setTimeout(() => void refreshTopics(client, ['notifications']), noticeDelayMs)
    })
}

/**
 * Logs out if the session is over. After other refusals it reconnects, because the library doesn't.
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
  const socket: LiveSocket = io({ auth: { token: session.token }, ...socketOptions })
  const join = (chatId: string) => {
    if (!socket.connected) return
    socket.emit('join_chat', chatId, (ack) => {
      const chat = client.getQueryData<Chat>(chatKey(session, chatId))
      if (!ack.ok || !chat || chat.book.availability === 'removed') return
      // Refreshes if the book changed between the read and the join, because the server didn't
      // report that.
      if (ack.isFree !== (chat.book.availability === 'available'))
        void refreshTopics(client, ['chats', 'offers', 'books'])
    })
  }
  const chats = createChatCache(client, session, join)
  const outbox = createOutbox({
    writer: writerOf(session),
    deliver: (message, isOfRing) =>
      isOfRing ? deliverToRing(session, message) : deliver(session, socket, message),
    onSent: (message) =>
      'exchangeId' in message
        ? addRingMessage(client, session, message)
        : addMessage(chats, message),
  })
  const stopReconnecting = handleRefusedConnection(socket, session)
  const count = () => countUnread(session, socket)
  refetchOnConnect(socket, chats, count)
  listenForChanges(socket, client)
  listenForMessages(socket, chats)
  socket.on('connect', () => chats.openChatIds.forEach(join))
  // Joins the chat again, because an offer may have added books to it.
  socket.on('offer_changed', ({ chatId }) => {
    if (chats.openChatIds.has(chatId)) join(chatId)
  })
  socket.on('connect', outbox.flush)
  window.addEventListener('online', outbox.flush)
  // Sends the unsent messages of an earlier visit by HTTP, because the socket may be unable to
  // connect.
  outbox.flush()
  return {
    session,
    outbox,
    chats,
    socket,
    countUnread: count,
    end: () => {
      outbox.end()
      window.removeEventListener('online', outbox.flush)
      stopReconnecting()
      socket.disconnect()
      socket.off()
    },
  }
}
