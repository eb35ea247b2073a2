import { hashKey } from '@tanstack/react-query'
import {
  type Chat,
  type ChatSummary,
  listChats,
  type Message,
  Message as MessageSchema,
} from '#contract/chats.ts'
import { parseLeniently } from '#web/api/parse-leniently.ts'
import { refreshTopics } from '#web/api/query-client.ts'
import {
  type ChatCache,
  type ChatList,
  type ChatRow,
  chatKey,
  chatListKey,
  lastNumber,
  mergeMessages,
  refetchChat,
  updateChatRow,
} from './chat-cache.ts'
import { isChatVisible, markRead } from './mark-open-chats-read.ts'
import type { LiveSocket } from './socket.ts'

function addToChat(chats: ChatCache, message: Message): void {
  const { client, session } = chats
  const { chatId } = message
  const key = chatKey(session, chatId)
  const chat = client.getQueryData<Chat>(key)
  const isFetching = client.getQueryState(key)?.fetchStatus === 'fetching'
  // If messages in between are missing, fetches the chat again, so that it has no gap.
  if (chat ? message.number > lastNumber(chat) + 1 : isFetching) void refetchChat(chats, chatId)
  else if (chat && !chat.messages.some(({ _id }) => _id === message._id))
    client.setQueryData<Chat>(key, {
      ...chat,
      ...answerOf(chats, message),
      messages: mergeMessages(chat.messages, [message]),
    })
}

/** A person's message decides whether its chat is unanswered. Only the seller sees that. */
const answerOf = ({ session }: ChatCache, { senderModel }: Message) =>
  session.role === 'seller' && senderModel !== 'System'
    ? { unanswered: senderModel === 'Buyer' }
    : {}

const isUnanswered = ({ client, session }: ChatCache, chatId: string): boolean =>
  client.getQueryData<Chat>(chatKey(session, chatId))?.unanswered ?? false

/** Reads filtered lists again, because only the server knows which chats they contain. */
function refetchFilteredLists({ client, session }: ChatCache): void {
  const all = hashKey(chatListKey(session))
  void client.invalidateQueries({
    queryKey: [listChats.path, session.userId],
    predicate: ({ queryHash }) => queryHash !== all,
  })
}

const moveToTop = (pages: ChatList['pages'], row: ChatRow): ChatList['pages'] =>
  pages.map((page, index) => {
    const others = page.rows.filter(({ _id }) => _id !== row._id)
    return { ...page, rows: index === 0 ? [row, ...others] : others }
  })

function addToList(chats: ChatCache, message: Message, isUnread: boolean): void {
  const { client, session } = chats
  const key = chatListKey(session)
  const list = client.getQueryData<ChatList>(key)
  const row = list?.pages.flatMap((page) => page.rows).find(({ _id }) => _id === message.chatId)
  // Reads the list again, because only the server knows a new chat, whether a message from System
  // counts as unread, and what an offer or a meeting asks of the reader.
  const isOfDeal = message.offerId !== undefined || message.meetingId !== undefined
  if (list && (!row || message.senderModel === 'System' || isOfDeal))
    void client.invalidateQueries({ queryKey: key })
  else if (row && (row.lastMessage?.number ?? 0) < message.number) {
    const updated = {
      ...row,
      ...answerOf(chats, message),
      lastMessage: message,
      lastWords: undefined,
      messages: [message],
      lastUpdated: message.timestamp,
      unreadMessages: row.unreadMessages + (isUnread ? 1 : 0),
    }
    client.setQueryData<ChatList>(
      key,
      (current) => current && { ...current, pages: moveToTop(current.pages, updated) },
    )
  }
  refetchFilteredLists(chats)
}

/** Adds a message to its chat and to the list. A message that arrives twice changes nothing. */
export function addMessage(chats: ChatCache, message: Message): void {
  const isOwn = message.sender === chats.session.userId
  const isVisible = isChatVisible(chats, message.chatId)
  const isAnswer = isOwn && isUnanswered(chats, message.chatId)
  addToChat(chats, message)
  addToList(chats, message, !isOwn && !isVisible)
  if (!isOwn && isVisible) void markRead(chats, message.chatId)
  // No event reports this person's own message, but it changes what they have to do.
  if (isAnswer) void refreshTopics(chats.client, ['notifications'])
}

export function listenForMessages(socket: LiveSocket, chats: ChatCache): void {
  const { client, session } = chats
  socket.on('receive_message', (message) =>
    addMessage(chats, parseLeniently(MessageSchema, message)),
  )
  socket.on('messages_read', ({ chatId, reader, readUpTo }) => {
    const withReceipt = <T extends ChatSummary>(chat: T): T => ({
      ...chat,
      readUpTo: { ...chat.readUpTo, [reader]: Math.max(chat.readUpTo[reader], readUpTo) },
    })
    client.setQueryData<Chat>(chatKey(session, chatId), (chat) => chat && withReceipt(chat))
    // The reader may be the same person on another device.
    updateChatRow(chats, chatId, (row) => ({
      ...withReceipt(row),
      unreadMessages: reader === session.role ? 0 : row.unreadMessages,
    }))
  })
}
