// Chats in the page's memory: what comes in by either door is put in its place once, what goes out is kept until it is stored.
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import {
  type Chat,
  type ChatSummary,
  listChats,
  type Message,
  Message as MessageSchema,
  markChatRead,
  readChat,
  readUnreadCounts,
  type UnreadCounts,
} from '#contract/chats.ts'
import type { Page } from '#contract/endpoint.ts'
import type { ServerEvents } from '#contract/live.ts'
import { call, refresh } from '#web/api/client.ts'
import { readKey } from '#web/api/hooks.ts'
import { parseLeniently } from '#web/api/read-response.ts'
import type { Session } from '#web/session/session.ts'
import type { LiveSocket } from './live-socket.ts'

type ChatList = InfiniteData<Page<ChatSummary & { messages: Message[] }>, string | undefined>

/** How every part of the page asks for the list of chats, so that all share one. */
export const chatListInput = { limit: 50 } as const

export const chatKey = (session: Session, chatId: string) =>
  readKey(readChat, { id: chatId }, session.userId)
const listKey = (session: Session) => [
  ...readKey(listChats, chatListInput, session.userId),
  'pages',
]
const isMine = (session: Session, message: Message) => message.sender === session.userId

/** How many milliseconds a read may take between the server's look and the page. */
const justMs = 2000

/** What the page of one session knows of its chats, besides what the query client keeps. */
export type ChatCache = {
  client: QueryClient
  session: Session
  /** The chats that stand open before the reader's eyes: what comes in there is read. */
  open: Set<string>
  /** Messages of chats whose first read is still under way. */
  early: Map<string, Message[]>
  /** Resolves once the server knows of all that was read here so far: before that it counts more than the page. */
  told: Promise<void>
}

export const createChatCache = (client: QueryClient, session: Session): ChatCache => ({
  client,
  session,
  open: new Set(),
  early: new Map(),
  told: Promise.resolve(),
})

const merge = (known: Message[], more: Message[]): Message[] => {
  // Without its number, from a server that knows none, a message is told by its id.
  const byNumber = new Map(
    [...known, ...more].map((message) => [message.number || message._id, message]),
  )
  return [...byNumber.values()].sort((one, other) => one.number - other.number)
}

const editList = (
  { client, session }: ChatCache,
  edit: (
    row: ChatList['pages'][number]['rows'][number],
  ) => ChatList['pages'][number]['rows'][number],
) =>
  client.setQueryData<ChatList>(
    listKey(session),
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, rows: page.rows.map(edit) })),
      },
  )

/**
 * Reads a chat's newest messages into what is known of it: earlier ones that were loaded stay, and so does what came
 * live meanwhile. After a gap that the newest page doesn't close, the page stands alone and earlier ones are loaded anew.
 */
export async function fetchChat(
  { client, session, early }: ChatCache,
  chatId: string,
  signal: AbortSignal,
): Promise<Chat> {
  const page = await call(readChat, { id: chatId }, { signal, session })
  const known = client.getQueryData<Chat>(chatKey(session, chatId))
  const more = early.get(chatId) ?? []
  early.delete(chatId)
  const [first, last] = [page.messages[0]?.number ?? 1, known?.messages.at(-1)?.number ?? 0]
  if (!known || first > last + 1) return { ...page, messages: merge(page.messages, more) }
  const reachesBack = (known.messages[0]?.number ?? first) < first
  return {
    ...page,
    hasMore: reachesBack ? known.hasMore : page.hasMore,
    messages: merge(known.messages, page.messages),
  }
}

function addToChat({ client, session, early }: ChatCache, message: Message): void {
  const key = chatKey(session, message.chatId)
  const known = client.getQueryData<Chat>(key)
  if (!known) {
    if (client.getQueryState(key)?.fetchStatus === 'fetching')
      early.set(message.chatId, [...(early.get(message.chatId) ?? []), message])
    return
  }
  // Others came before it that this page has not seen: all of them are read together.
  if (message.number > (known.messages.at(-1)?.number ?? 0) + 1)
    void client.invalidateQueries({ queryKey: key })
  else if (!known.messages.some((one) => one._id === message._id))
    client.setQueryData<Chat>(key, { ...known, messages: merge(known.messages, [message]) })
}

/** Puts a message in its chat and in the list; the same message twice changes nothing. */
export function addMessage(chats: ChatCache, message: Message): void {
  const { client, session } = chats
  addToChat(chats, message)
  const list = client.getQueryData<ChatList>(listKey(session))
  const row = list?.pages.flatMap((page) => page.rows).find((chat) => chat._id === message.chatId)
  // A new chat, or the market's own word, whose count only the server knows.
  if (list && (!row || message.senderModel === 'System'))
    void client.invalidateQueries({ queryKey: listKey(session) })
  else if (row && (row.lastMessage?.number ?? 0) < message.number) {
    const unread =
      isMine(session, message) || isRead(chats, message.chatId)
        ? row.unreadMessages
        : row.unreadMessages + 1
    const updated = {
      ...row,
      lastMessage: message,
      messages: [message],
      lastUpdated: message.timestamp,
      unreadMessages: unread,
    }
    client.setQueryData<ChatList>(
      listKey(session),
      (before) => before && { ...before, pages: withFirst(before.pages, updated) },
    )
  }
  if (!isMine(session, message) && isRead(chats, message.chatId))
    void markRead(chats, message.chatId)
}

const isRead = ({ open }: ChatCache, chatId: string) =>
  open.has(chatId) && document.visibilityState === 'visible'

/** The pages with one row moved to the very top. */
const withFirst = (
  pages: ChatList['pages'],
  row: ChatList['pages'][number]['rows'][number],
): ChatList['pages'] =>
  pages.map((page, place) => {
    const others = page.rows.filter((one) => one._id !== row._id)
    return { ...page, rows: place === 0 ? [row, ...others] : others }
  })

/** Fetches the messages before those that are shown. */
export async function loadEarlier({ client, session }: ChatCache, chatId: string): Promise<void> {
  const known = client.getQueryData<Chat>(chatKey(session, chatId))
  const first = known?.messages[0]?.number
  if (first === undefined) return
  const page = await call(readChat, { id: chatId, before: first }, { session })
  client.setQueryData<Chat>(
    chatKey(session, chatId),
    (now) => now && { ...now, hasMore: page.hasMore, messages: merge(page.messages, now.messages) },
  )
}

/** Tells the server that the chat is read, and sets its count to 0 here. */
export async function markRead(chats: ChatCache, chatId: string): Promise<void> {
  const { client, session } = chats
  editList(chats, (row) => (row._id === chatId ? { ...row, unreadMessages: 0 } : row))
  const told = call(markChatRead, { id: chatId }, { session }).then(
    ({ readUpTo }) => {
      // More was marked than this page has seen: it came between the read of the chat and the connection.
      const key = chatKey(session, chatId)
      const known = client.getQueryData<Chat>(key)
      if (known && readUpTo > (known.messages.at(-1)?.number ?? 0))
        void client.invalidateQueries({ queryKey: key })
    },
    () => {
      // The count comes back with the next read of the list.
    },
  )
  const before = chats.told
  chats.told = told.then(() => before)
  await told
}

/** Counts a chat as open, and read, until the returned function is called. */
export function openChat(chats: ChatCache, chatId: string): () => void {
  const { open } = chats
  open.add(chatId)
  const look = () => {
    if (isRead(chats, chatId)) void markRead(chats, chatId)
  }
  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    open.delete(chatId)
    document.removeEventListener('visibilitychange', look)
  }
}

/** Ties the socket to the page's memory; the returned function unties it. */
export function listenForMessages(socket: LiveSocket, chats: ChatCache): () => void {
  const { client, session } = chats
  const onMessage = (message: Message) => addMessage(chats, parseLeniently(MessageSchema, message))
  const onRead: ServerEvents['messages_read'] = ({ chatId, reader, readUpTo }) => {
    const edit = <Row extends ChatSummary>(chat: Row): Row => ({
      ...chat,
      readUpTo: { ...chat.readUpTo, [reader]: Math.max(chat.readUpTo[reader], readUpTo) },
    })
    client.setQueryData<Chat>(chatKey(session, chatId), (chat) => chat && edit(chat))
    // Read on another device of one's own: read here too.
    editList(chats, (row) =>
      row._id === chatId
        ? { ...edit(row), unreadMessages: reader === session.role ? 0 : row.unreadMessages }
        : row,
    )
  }
  socket.on('receive_message', onMessage).on('messages_read', onRead)
  return () => void socket.off('receive_message', onMessage).off('messages_read', onRead)
}

/**
 * What came between the first reads and the connection was told to nobody: where the server counts other unread messages
 * than this page, the chats are read again, and orders where the newest notice is younger than they are.
 */
export function refetchAfterGap(
  { client, session }: ChatCache,
  { messages, newestMs }: UnreadCounts,
): void {
  if (newestMs !== undefined) {
    const made = Date.now() - newestMs
    // What is under way or has only just come may have been read just before it.
    const isOlder = ({ state }: Query) =>
      made > (state.dataUpdatedAt === 0 ? Date.now() : state.dataUpdatedAt) - justMs
    const isOfOrders = ({ meta }: Query) =>
      (meta?.reads as string[] | undefined)?.includes('orders') ?? false
    void client.invalidateQueries({ predicate: (query) => isOfOrders(query) && isOlder(query) })
  }
  const rows = client.getQueryData<ChatList>(listKey(session))?.pages.flatMap((page) => page.rows)
  if (rows && rows.reduce((sum, row) => sum + row.unreadMessages, 0) !== messages)
    void refresh(client, ['chats'])
}

/** Keeps how much is unread, as the connection says it. */
export const listenForUnreadCounts = ({ client, session }: ChatCache, news: UnreadCounts): void =>
  void client.setQueryData<UnreadCounts>(readKey(readUnreadCounts, {}, session.userId), news)
