// How much is unread. The socket reports it; while there is none, it is polled.
import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readUnreadCounts, type UnreadCounts } from '#contract/chats.ts'
import type { Page } from '#contract/common/endpoint.ts'
import { listNotifications, type UserNotification } from '#contract/notifications.ts'
import { call } from '#web/api/client.ts'
import { readKey } from '#web/api/hooks.ts'
import { useSession } from '#web/session/session.ts'
import { useIsConnected } from './live.tsx'
import { pollAfterMs, pollIntervalMs } from './policy.ts'
import { unreadCountsKey } from './unread-counts-cache.ts'

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

/** Every reader of the newest notifications uses this input, so that all share one cache entry. */
export const notificationsInput = { limit: 20 } as const

/** Returns a function that finds the id of the newest notification that this page has read. */
export function useNewestNotificationId(): () => string | undefined {
  const client = useQueryClient()
  const key = [...readKey(listNotifications, notificationsInput, useSession()?.userId), 'pages']
  return () =>
    client.getQueryData<InfiniteData<Page<UserNotification>>>(key)?.pages[0]?.rows[0]?._id
}
