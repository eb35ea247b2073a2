// How much a person has not read. The live connection tells it; where there is none, the server is asked now and then.
import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readUnreadCounts, type UnreadCounts } from '#contract/chats.ts'
import type { Page } from '#contract/endpoint.ts'
import { listNotifications, type UserNotification } from '#contract/notifications.ts'
import { call } from '#web/api/client.ts'
import { readKey } from '#web/api/hooks.ts'
import { useSession } from '#web/session/session.ts'
import { useConnected } from './live.tsx'

const lateMs = 5000
const askAgainMs = 30_000
const nothing: UnreadCounts = { messages: 0, notices: 0, muted: [] }

/** Whether the connection has been missing for so long that one must do without it. */
function useLate(): boolean {
  const connected = useConnected()
  const [late, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (connected) return
    const timer = setTimeout(() => setLate(true), lateMs)
    return () => clearTimeout(timer)
  }, [connected])
  return late
}

/** The numbers of unread messages and notices. */
export function useUnreadCounts(): UnreadCounts {
  const session = useSession()
  const late = useLate()
  const news = useQuery({
    queryKey: readKey(readUnreadCounts, {}, session?.userId),
    queryFn: ({ signal }) => call(readUnreadCounts, {}, { signal }),
    enabled: late && !!session,
    refetchInterval: late && askAgainMs,
    meta: { reads: readUnreadCounts.reads },
  })
  // The live connection answers it too, as it comes.
  return { ...nothing, ...news.data }
}

/** How the bell asks for its list. */
export const notificationsInput = { limit: 20 } as const

/** Gives the newest notice that this page has read, if any. */
export function useNewest(): () => string | undefined {
  const client = useQueryClient()
  const key = [...readKey(listNotifications, notificationsInput, useSession()?.userId), 'pages']
  return () =>
    client.getQueryData<InfiniteData<Page<UserNotification>>>(key)?.pages[0]?.rows[0]?._id
}
