// The live connection of whoever is signed in, for the page's components.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import type { ServerEvents } from '#contract/live.ts'
import { currentSession, onSessionChange } from '#web/session/session.ts'
import { type Connection, connect } from './connection.ts'
import type { LiveSocket } from './live-socket.ts'
import type { UnsentMessage } from './unsent-messages.ts'

const ConnectionContext = createContext<Connection | undefined>(undefined)

/** What belongs to the present session; undefined while nobody is signed in, and before the page listens. */
export const useConnection = (): Connection | undefined => use(ConnectionContext)

/** The socket, connected or trying to; undefined while nobody is signed in. */
export const useLive = (): LiveSocket | undefined => useConnection()?.socket

/** Calls back on an event for as long as the component stands. */
export function useLiveEvent<Name extends keyof ServerEvents>(
  name: Name,
  call: ServerEvents[Name],
): void {
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

const nothing: readonly UnsentMessage[] = []
const unfollowed = () => () => {}

/** The signed-in person's unsent messages of all chats, oldest first. */
export function useUnsent(): readonly UnsentMessage[] {
  const outbox = useConnection()?.outbox
  return useSyncExternalStore(
    outbox?.subscribe ?? unfollowed,
    () => outbox?.unsent() ?? nothing,
    () => nothing,
  )
}

/**
 * Connects whoever is signed in and hands the connection to `show`, undefined while there is nobody. When that changes,
 * the old connection ends before anything else happens. The returned function stops it all.
 */
export function followSession(
  client: QueryClient,
  show: (connection: Connection | undefined) => void,
): () => void {
  let token: string | undefined
  let end = () => {}
  const look = () => {
    const session = currentSession()
    // By its token: the same session goes on under another name.
    if (session?.token === token) return
    token = session?.token
    end()
    if (session) end = connect(session, client, show)
    else {
      end = () => {}
      show(undefined)
    }
  }
  const stop = onSessionChange(look)
  look()
  return () => {
    stop()
    end()
  }
}

export function LiveConnection({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [connection, setConnection] = useState<Connection>()
  useEffect(() => {
    const stop = followSession(client, setConnection)
    return () => {
      stop()
      setConnection(undefined)
    }
  }, [client])
  return <ConnectionContext value={connection}>{children}</ConnectionContext>
}
