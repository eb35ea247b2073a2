// How much a person has not read. The live connection tells it; where there is none, the server is asked now and then.
import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { countNews, type News } from '#contract/chats.ts'
import type { Page } from '#contract/endpoint.ts'
import { listNotices, type Notice } from '#contract/notices.ts'
import { call } from '#web/api/client.ts'
import { readKey } from '#web/api/hooks.ts'
import { useSession } from '#web/session/session.ts'
import { useConnected } from './live.tsx'

const lateMs = 5000
const askAgainMs = 30_000
const nothing: News = { messages: 0, notices: 0, muted: [] }

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
export function useNews(): News {
  const session = useSession()
  const late = useLate()
  const news = useQuery({
    queryKey: readKey(countNews, {}, session?.userId),
    queryFn: ({ signal }) => call(countNews, {}, { signal }),
    enabled: late && !!session,
    refetchInterval: late && askAgainMs,
    meta: { reads: countNews.reads },
  })
  // The live connection answers it too, as it comes.
  return { ...nothing, ...news.data }
}

/** How the bell asks for its list. */
export const noticesAsk = { limit: 20 } as const

/** Gives the newest notice that this page has read, if any. */
export function useNewest(): () => string | undefined {
  const client = useQueryClient()
  const key = [...readKey(listNotices, noticesAsk, useSession()?.userId), 'pages']
  return () => client.getQueryData<InfiniteData<Page<Notice>>>(key)?.pages[0]?.rows[0]?._id
}
