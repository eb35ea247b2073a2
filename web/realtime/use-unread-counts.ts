// The numbers of unread messages and notifications. They are read again when an event reports a
// change, or regularly if there is no socket.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readUnreadCounts, type UnreadCounts } from '#contract/chats.ts'
import { useSession } from '#web/session/session.ts'
import { useIsConnected, useRealtimeSession } from './realtime-provider.tsx'
import { unreadCountsQuery } from './unread-counts.ts'

const pollIntervalMs = 30_000

// If the socket is lost for this long, the counts are polled.
const pollAfterMs = 5000

const noneUnread: UnreadCounts = { messages: 0, notices: 0, muted: [] }

function useIsPolling(): boolean {
  const isConnected = useIsConnected()
  const [isPolling, setIsPolling] = useState(false)
  useEffect(() => {
    setIsPolling(false)
    if (isConnected) return
    const timer = setTimeout(() => setIsPolling(true), pollAfterMs)
    return () => clearTimeout(timer)
  }, [isConnected])
  return isPolling
}

export function useUnreadCounts(): UnreadCounts {
  const userId = useSession()?.userId
  const realtime = useRealtimeSession()
  const isConnected = useIsConnected()
  const isPolling = useIsPolling()
  const counts = useQuery({
    ...unreadCountsQuery(userId, realtime?.countUnread),
    enabled: isConnected || isPolling,
    refetchInterval: isPolling && pollIntervalMs,
    ...(isPolling && { meta: { reads: readUnreadCounts.reads } }),
  })
  return { ...noneUnread, ...counts.data }
}
