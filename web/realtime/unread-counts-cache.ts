import type { QueryClient } from '@tanstack/react-query'
import { readUnreadCounts, type UnreadCounts } from '#contract/chats.ts'
import { readKey } from '#web/api/hooks.ts'
import type { Session } from '#web/session/session.ts'
import type { LiveSocket } from './socket.ts'

// Several events often report one change. After this delay, the unread counts are requested once.
const unreadCountsDelayMs = 200

export const unreadCountsKey = (userId: string | undefined) => readKey(readUnreadCounts, {}, userId)

export type UnreadCountsCache = {
  request: (socket: LiveSocket, onCounts?: (counts: UnreadCounts) => void) => void
  /** Requests the counts after a short pause without further calls. */
  requestSoon: (socket: LiveSocket) => void
  cancel: () => void
}

export function createUnreadCountsCache(client: QueryClient, session: Session): UnreadCountsCache {
  let timer: ReturnType<typeof setTimeout> | undefined
  const request: UnreadCountsCache['request'] = (socket, onCounts) =>
    socket.emit('join', session.userId, (ack) => {
      if (!ack.ok) return
      client.setQueryData<UnreadCounts>(unreadCountsKey(session.userId), ack)
      onCounts?.(ack)
    })
  return {
    request,
    requestSoon: (socket) => {
      clearTimeout(timer)
      timer = setTimeout(() => request(socket), unreadCountsDelayMs)
    },
    cancel: () => clearTimeout(timer),
  }
}
