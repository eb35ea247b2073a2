import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { type Chat, type ChatSummary, listChats, type Message, readChat } from '#contract/chats.ts'
import type { Page } from '#contract/common/endpoint.ts'
import { call } from '#web/api/client.ts'
import { readKey } from '#web/api/hooks.ts'
import type { Session } from '#web/session/session.ts'

export type ChatRow = ChatSummary & { messages: Message[] }
export type ChatList = InfiniteData<Page<ChatRow>, string | undefined>

/** All reads of the chat list use this input, so that they share one cache entry. */
export const chatListInput = { limit: 50 } as const

export const chatKey = (session: Session, chatId: string) =>
  readKey(readChat, { id: chatId }, session.userId)
export const chatListKey = (session: Session) => [
  ...readKey(listChats, chatListInput, session.userId),
  'pages',
]

export type ChatCache = {
  client: QueryClient
  session: Session
  /** The ids of the chats on the screen. New messages in these chats count as read. */
  openChatIds: Set<string>
  join: (chatId: string) => void
  /** Resolves when the server has confirmed all reads of messages so far. */
  readConfirmed: Promise<void>
}

export const createChatCache = (
  client: QueryClient,
  session: Session,
  join: ChatCache['join'] = () => {},
): ChatCache => ({
  client,
  session,
  openChatIds: new Set(),
  join,
  readConfirmed: Promise.resolve(),
})

/**
 * Merges two lists of messages in order, without duplicates. Messages without numbers are compared
 * by id.
 */
export function mergeMessages(older: Message[], newer: Message[]): Message[] {
  const byNumber = new Map(
    [...older, ...newer].map((message) => [message.number || message._id, message]),
  )
  return [...byNumber.values()].sort((a, b) => a.number - b.number)
}

export const lastNumber = (chat: Chat | undefined): number => chat?.messages.at(-1)?.number ?? 0

export const updateChatRow = (
  { client, session }: ChatCache,
  chatId: string,
  update: (row: ChatRow) => ChatRow,
) =>
  client.setQueryData<ChatList>(
    chatListKey(session),
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          rows: page.rows.map((row) => (row._id === chatId ? update(row) : row)),
        })),
      },
  )

/**
 * Fetches a chat's newest messages. Messages that were loaded before or arrive during the fetch
 * stay. If messages in between are missing, only the newest page stays, so that the chat has no
 * gap.
 */
export async function fetchChat(
  { client, session }: ChatCache,
  chatId: string,
  signal: AbortSignal,
): Promise<Chat> {
  const page = await call(readChat, { id: chatId }, { signal, session })
  const cached = client.getQueryData<Chat>(chatKey(session, chatId))
  const firstNumber = page.messages[0]?.number ?? 1
  if (!cached || firstNumber > lastNumber(cached) + 1) return page
  const hasEarlierPages = (cached.messages[0]?.number ?? firstNumber) < firstNumber
  // A newer read receipt may have arrived during the fetch.
  const readUpTo = {
    buyer: Math.max(cached.readUpTo.buyer, page.readUpTo.buyer),
    seller: Math.max(cached.readUpTo.seller, page.readUpTo.seller),
  }
  return {
    ...page,
    readUpTo,
    hasMore: hasEarlierPages ? cached.hasMore : page.hasMore,
    messages: mergeMessages(cached.messages, page.messages),
  }
}

/**
 * Fetches a chat again. Waits for a running fetch first, whose response may lack the newest message:
 * if each message cancelled it, a slow connection would never show the chat.
 */
export async function refetchChat({ client, session }: ChatCache, chatId: string): Promise<void> {
  const queryKey = chatKey(session, chatId)
  await client
    .getQueryCache()
    .find({ queryKey })
    ?.promise?.catch(() => {})
  await client.invalidateQueries({ queryKey }, { cancelRefetch: false })
}

export async function loadEarlierMessages(
  { client, session }: ChatCache,
  chatId: string,
): Promise<void> {
  const key = chatKey(session, chatId)
  const before = client.getQueryData<Chat>(key)?.messages[0]?.number
  if (before === undefined) return
  const page = await call(readChat, { id: chatId, before }, { session })
  client.setQueryData<Chat>(
    key,
    (chat) =>
      chat && {
        ...chat,
        hasMore: page.hasMore,
        messages: mergeMessages(page.messages, chat.messages),
      },
  )
}
