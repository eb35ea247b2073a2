import { InfiniteQueryObserver, type QueryClient, QueryObserver } from '@tanstack/react-query'
import { type Chat, type ChatSummary, listChats, readChat } from '#contract/chats.ts'
import type { Page } from '#contract/common/endpoint.ts'
import { call } from '#web/api/client.ts'
import { readKey } from '#web/api/hooks.ts'
import type { Session } from '#web/session/session.ts'
import { chatKey, chatListInput, fetchChat } from './chat-cache.ts'
import type { RealtimeSession } from './realtime-session.ts'

/**
 * Observes a chat as a mounted page does. Returns a function that reads the texts of its messages.
 */
export function observeChat(
  client: QueryClient,
  { chats, session }: Pick<RealtimeSession, 'chats' | 'session'>,
  chatId: string,
) {
  const observer = new QueryObserver<Chat>(client, {
    queryKey: chatKey(session, chatId),
    queryFn: ({ signal }) => fetchChat(chats, chatId, signal),
    meta: { reads: readChat.reads },
  })
  observer.subscribe(() => {})
  return () => observer.getCurrentResult().data?.messages.map(({ message }) => message)
}

/**
 * Observes the chat list as a mounted page does. Returns a function that reads the unread counts.
 */
export function observeUnread(client: QueryClient, session: Session) {
  const observer = new InfiniteQueryObserver<Page<ChatSummary>>(client, {
    queryKey: [...readKey(listChats, chatListInput, session.userId), 'pages'],
    queryFn: () => call(listChats, chatListInput, { session }),
    initialPageParam: undefined,
    getNextPageParam: () => undefined,
    meta: { reads: listChats.reads },
  })
  observer.subscribe(() => {})
  return () => {
    const data = observer.getCurrentResult().data as { pages: Page<ChatSummary>[] } | undefined
    return data?.pages[0]?.rows.map((chat) => chat.unreadMessages)
  }
}
