import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react'
import type { ServerEvents } from '#contract/live.ts'
import { currentSession, type Session } from '#web/session/session.ts'
import { onStoredChange } from '#web/session/stored-text.ts'
import type { RealtimeSession } from './realtime-session.ts'
import type { UnsentMessage } from './unsent-messages.ts'

const RealtimeContext = createContext<RealtimeSession | undefined>(undefined)

const neverChanges = () => () => {}

/**
 * Returns the realtime session. Undefined before hydration, if nobody is logged in, and until the
 * session's code has loaded.
 */
export const useRealtimeSession = (): RealtimeSession | undefined => use(RealtimeContext)

export function useSocketEvent<Name extends keyof ServerEvents>(
  name: Name,
  listener: ServerEvents[Name],
): void {
  const socket = useRealtimeSession()?.socket
  const onEvent = useEffectEvent(listener as (...data: unknown[]) => void)
  useEffect(() => {
    const latest = (...data: unknown[]) => onEvent(...data)
    socket?.on(name, latest as never)
    return () => void socket?.off(name, latest as never)
  }, [socket, name])
}

export function useIsConnected(): boolean {
  const socket = useRealtimeSession()?.socket
  return useSyncExternalStore(
    (listener) => {
      socket?.on('connect', listener).on('disconnect', listener)
      // A socket notices a lost network only after half a minute, but the browser notices at once.
      window.addEventListener('online', listener)
      window.addEventListener('offline', listener)
      return () => {
        socket?.off('connect', listener).off('disconnect', listener)
        window.removeEventListener('online', listener)
        window.removeEventListener('offline', listener)
      }
    },
    () => (socket?.connected ?? false) && navigator.onLine,
    () => false,
  )
}

const noMessages: readonly UnsentMessage[] = []

export function useUnsentMessages(): readonly UnsentMessage[] {
  const outbox = useRealtimeSession()?.outbox
  return useSyncExternalStore(
    outbox?.subscribe ?? neverChanges,
    () => outbox?.unsent() ?? noMessages,
    () => noMessages,
  )
}

/** Removes what a person has read, so that the next person on this device doesn't see it. */
const removeReads = (client: QueryClient, { userId }: Session) =>
  client.removeQueries({ predicate: (query) => query.queryKey[1] === userId })

let sessionCode: typeof import('./realtime-session.ts') | undefined

/** Loads the code for logged-in people. If this fails, the next page load tries again. */
export async function loadSessionCode(): Promise<void> {
  sessionCode ??= await import('./realtime-session.ts').catch(() => undefined)
}

/**
 * Keeps one realtime session for the logged-in person, and reports each change to `onChange`. When
 * the session changes, the old one ends first, and the new one begins when its code has loaded.
 * Returns a function that stops watching.
 */
export function watchSession(
  client: QueryClient,
  onChange: (realtime: RealtimeSession | undefined) => void,
): () => void {
  let session: Session | null = null
  let realtime: RealtimeSession | undefined
  const begin = (next: Session) => {
    if (session !== next || !sessionCode) return
    realtime = sessionCode.createRealtimeSession(next, client)
    onChange(realtime)
  }
  const replace = (next: Session | null) => {
    const previous = session
    session = next
    realtime?.end()
    realtime = undefined
    if (previous) removeReads(client, previous)
    onChange(undefined)
    if (next && sessionCode) begin(next)
    else if (next) void loadSessionCode().then(() => begin(next))
  }
  const update = () => {
    const next = currentSession()
    // Sessions are compared by token, because a changed name doesn't start a new session.
    if (next?.token !== session?.token) replace(next)
  }
  const unsubscribe = onStoredChange(update)
  update()
  return () => {
    unsubscribe()
    replace(null)
  }
}

export function RealtimeProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [realtime, setRealtime] = useState<RealtimeSession>()
  useEffect(() => {
    const stop = watchSession(client, setRealtime)
    return () => {
      stop()
      setRealtime(undefined)
    }
  }, [client])
  return <RealtimeContext value={realtime}>{children}</RealtimeContext>
}
