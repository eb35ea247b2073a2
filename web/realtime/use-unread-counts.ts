// Numbers of unread messages and notifications. The socket reports them; without a socket they are
// polled.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readUnreadCounts, type UnreadCounts } from '#contract/chats.ts'
import { call } from '#web/api/client.ts'
import { useSession } from '#web/session/session.ts'
import { useIsConnected } from './realtime-provider.tsx'
import { unreadCountsKey } from './unread-counts-cache.ts'

const pollIntervalMs = 30_000

// After this time without a socket, the unread counts are polled.
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
  const session = useSession()
  const isPolling = useIsPolling()
  const counts = useQuery({
    queryKey: unreadCountsKey(session?.userId),
    queryFn: ({ signal }) => call(readUnreadCounts, {}, { signal }),
    enabled: isPolling && !!session,
    refetchInterval: isPolling && pollIntervalMs,
    meta: { reads: readUnreadCounts.reads },
  })
  return { ...noneUnread, ...counts.data }
}
