// The live connection of whoever is signed in: one socket a page, bound to the session.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import type { io } from 'socket.io-client'
import { topics } from '#contract/endpoint.ts'
import type { News, ServerEvents } from '#contract/live.ts'
import { catchUp, connectChats, keepNews, whenTold } from './chat.ts'
import { refresh } from './client.ts'
import type { LiveSocket } from './live-socket.ts'
import { flushOutbox, restOutbox } from './outbox.ts'
import { currentSession, dropSession, type Session, useSession } from './session.ts'

const LiveContext = createContext<LiveSocket | undefined>(undefined)

/** The socket, connected or trying to; undefined while nobody is signed in. */
export const useLive = (): LiveSocket | undefined => use(LiveContext)

/** Calls back on an event for as long as the component stands. */
export function useLiveEvent<Name extends keyof ServerEvents>(name: Name, call: ServerEvents[Name]): void {
  const socket = useLive()
  useEffect(() => {
    socket?.on(name, call as never)
    return () => void socket?.off(name, call as never)
  }, [socket, name, call])
}

/** Whether the socket is connected now. */
export function useConnected(): boolean {
  const socket = useLive()
  return useSyncExternalStore(
    (call) => {
      socket?.on('connect', call).on('disconnect', call)
      // A socket takes half a minute to notice that the network is gone; the browser knows at once.
      window.addEventListener('online', call)
      window.addEventListener('offline', call)
      return () => {
        socket?.off('connect', call).off('disconnect', call)
        window.removeEventListener('online', call)
        window.removeEventListener('offline', call)
      }
    },
    () => (socket?.connected ?? false) && navigator.onLine,
    () => false,
  )
}

/** Several events often tell of one thing; they are counted together, and after an open chat has said that it is read. */
const newsMs = 200

/** How long a refused connection rests before the next try. */
const refusedMs = 5000

/** Connects the session's socket and hands it on; the returned function disconnects it. */
function connectLive(open: typeof io, session: Session, client: QueryClient, show: (socket: LiveSocket | undefined) => void): () => void {
  const { token } = session
  const next: LiveSocket = open({ auth: { token }, reconnectionDelay: 1000, reconnectionDelayMax: 5000, timeout: 20_000 })
  let met = false
  /** Asks how much is unread. */
  const ask = (then?: (news: News) => void) =>
    next.emit('join', session.userId, (ack) => {
      if (!ack.ok) return
      keepNews(client, session, ack)
      then?.(ack)
    })
  /** Compares what the server counts with what this page shows, once nothing that was read here is on its way. */
  const compare = () => {
    const told = whenTold()
    void told.then(() => ask((news) => (whenTold() === told ? catchUp(client, session, news) : compare())))
  }
  let asking: ReturnType<typeof setTimeout> | undefined
  const askSoon = () => {
    clearTimeout(asking)
    asking = setTimeout(ask, newsMs)
    void refresh(client, ['notices'])
  }
  next.on('connect', () => {
    if (met) {
      // What changed while the connection was down was told to nobody.
      void refresh(client, topics)
      ask()
    } else compare()
    met = true
  })
  let later: ReturnType<typeof setTimeout> | undefined
  next.on('connect_error', (error) => {
    const { data } = error as Error & { data?: { code?: string } }
    if (data?.code !== 'session_ended') {
      // After a refusal the library gives up; a server in trouble is asked again.
      if (!next.active) later = setTimeout(() => next.connect(), refusedMs)
    } else if (currentSession()?.token === token) dropSession()
  })
  next.on('session_ended', () => {
    if (currentSession()?.token === token) dropSession()
  })
  for (const event of ['order_placed', 'order_updated', 'notice'] as const)
    next.on(event, () => void refresh(client, ['orders', 'books', 'chats', 'reports', 'notices']))
  for (const event of ['order_placed', 'order_updated', 'notice', 'notices_changed', 'messages_read', 'receive_message'] as const)
    next.on(event, askSoon)
  const leave = connectChats(next, client, session)
  const flush = () => void flushOutbox(next, client, session)
  next.on('connect', flush)
  window.addEventListener('online', flush)
  // What was kept when the page was closed; where no socket ever connects it goes by POST.
  flush()
  show(next)
  return () => {
    leave()
    restOutbox()
    clearTimeout(later)
    clearTimeout(asking)
    window.removeEventListener('online', flush)
    next.disconnect()
    show(undefined)
  }
}

export function LiveConnection({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const token = useSession()?.token
  const [socket, setSocket] = useState<LiveSocket>()

  useEffect(() => {
    // By its token: the same session goes on under another name.
    const session = currentSession()
    if (!session || session.token !== token) return
    let over = false
    let disconnect: (() => void) | undefined
    // Fetched only for who is signed in. Where it can't be, messages go by POST, and the next page tries again.
    import('socket.io-client').then(
      ({ io }) => {
        if (!over) disconnect = connectLive(io, session, client, setSocket)
      },
      () => {},
    )
    return () => {
      over = true
      disconnect?.()
      // Nothing that one person has read stays for the next.
      client.removeQueries({ predicate: (query) => query.queryKey[1] === session.userId })
    }
  }, [client, token])

  return <LiveContext value={socket}>{children}</LiveContext>
}
