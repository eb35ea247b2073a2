// How much a person has not read. The live connection tells it; where there is none, the server is asked now and then.
import { useQuery } from '@tanstack/react-query'
import { countNews, type News } from '#contract/chats.ts'
import { call } from './client.ts'
import { readKey } from './hooks.ts'
import { useLate } from './live.tsx'
import { useSession } from './session.ts'

const askAgainMs = 30_000
const nothing: News = { messages: 0, notices: 0 }

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
  return news.data ?? nothing
}
