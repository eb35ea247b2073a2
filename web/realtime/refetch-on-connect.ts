import type { Query } from '@tanstack/react-query'
import { topics } from '#contract/common/endpoint.ts'
import type { UnreadCounts } from '#contract/live.ts'
import { isRefusal, refreshTopics } from '#web/api/query-client.ts'
import { type ChatCache, type ChatList, chatListKey } from './chat-cache.ts'
import type { LiveSocket } from './socket.ts'
import { type CountUnread, unreadCountsQuery } from './unread-counts.ts'

const maxResponseDelayMs = 2000

/**
 * Refetches what may have changed between the first reads and the connection: chats if the server's
 * unread counts differ from this page's, orders if the newest notification is younger than the
 * page's data, and books if some listings are hidden from this person.
 */
function refetchMissed(
  { client, session }: ChatCache,
  { messages, newestMs: newestAgeMs, hidesListings }: UnreadCounts,
): void {
  if (hidesListings) void refreshTopics(client, ['blocks'])
  if (newestAgeMs !== undefined) {
    const newestAtMs = Date.now() - newestAgeMs
    const isOlder = ({ state: { dataUpdatedAt } }: Query) =>
      newestAtMs > (dataUpdatedAt === 0 ? Date.now() : dataUpdatedAt) - maxResponseDelayMs
    const readsOrders = ({ meta }: Query) =>
      (meta?.reads as string[] | undefined)?.includes('orders') ?? false
    void client.invalidateQueries({ predicate: (query) => readsOrders(query) && isOlder(query) })
  }
  const list = client.getQueryData<ChatList>(chatListKey(session))
  const rows = list?.pages.flatMap((page) => page.rows)
  if (rows && rows.reduce((sum, row) => sum + row.unreadMessages, 0) !== messages)
    void refreshTopics(client, ['chats'])
}

/**
 * Compares the server's unread counts with the page's. Waits until the server knows everything that
 * was read here, because until that moment its counts are too high.
 */
async function compareUnreadCounts(chats: ChatCache, countUnread: CountUnread): Promise<void> {
  const { client, session, readConfirmed } = chats
  await readConfirmed
  const counts = await client.fetchQuery({
    ...unreadCountsQuery(session.userId, countUnread),
    staleTime: 0,
  })
  if (chats.readConfirmed === readConfirmed) refetchMissed(chats, counts)
  else await compareUnreadCounts(chats, countUnread)
}

/**
 * Refetches failed queries, because the server can be reached again. Queries that the server
 * refused stay failed.
 */
const refetchFailed = ({ client }: ChatCache): Promise<void> =>
  client.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.status === 'error' && !isRefusal(state.error),
  })

/**
 * After the first connection, refetches failed and outdated queries; after later ones, all of them.
 */
export function refetchOnConnect(
  socket: LiveSocket,
  chats: ChatCache,
  countUnread: CountUnread,
): void {
  let wasConnected = false
  socket.on('connect', () => {
    if (wasConnected) void refreshTopics(chats.client, topics)
    else {
      void refetchFailed(chats)
      // If the counts can't be read, the next event or connection refetches.
      compareUnreadCounts(chats, countUnread).catch(() => {})
    }
    wasConnected = true
  })
}
