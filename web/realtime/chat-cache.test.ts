import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Chat, listChats, type Message } from '#contract/chats.ts'
import { readKey } from '#web/api/hooks.ts'
import type { Session } from '#web/session/session.ts'
import { type ChatCache, chatKey, chatListInput, createChatCache, fetchChat } from './chat-cache.ts'
import { addMessage } from './receive-messages.ts'
import { observeChat } from './testing-observers.ts'

const session: Session = { token: 't', userId: 'me', role: 'buyer', name: 'Asha' }
const chatId = '01a1f7a4-786b-7710-bf14-e0fad320f349'
const message = (number: number, fields: Partial<Message> = {}): Message => ({
  _id: `id-${number}`,
  chatId,
  number,
  sender: 'other',
  senderModel: 'Seller',
  message: `No. ${number}`,
  timestamp: '2026-11-07T10:00:00Z',
  ...fields,
})
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => message(first + index))
const chat = (messages: Message[], hasMore = false) =>
  ({ _id: chatId, readUpTo: { buyer: 0, seller: 0 }, messages, hasMore }) as unknown as Chat

let client: QueryClient
let chats: ChatCache
let responses: Chat[]
beforeEach(() => {
  client = new QueryClient()
  chats = createChatCache(client, session)
  responses = []
  const stored: Record<string, string> = {
    token: session.token,
    userId: session.userId,
    userRole: session.role,
  }
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored[key] ?? null })
  vi.stubGlobal('fetch', async () => Response.json(responses.shift()))
})
const key = chatKey(session, chatId)
const numbers = () => client.getQueryData<Chat>(key)?.messages.map(({ number }) => number)
const fetchNow = () =>
  client.fetchQuery({ queryKey: key, queryFn: ({ signal }) => fetchChat(chats, chatId, signal) })

test('a repeated message is shown once, and messages are ordered by number', async () => {
  responses = [chat(range(1, 2))]
  await fetchNow()
  for (const number of [3, 3, 2, 4]) addMessage(chats, message(number))
  expect(numbers()).toEqual([1, 2, 3, 4])
})

test('messages that arrive while a chat loads are fetched once, after it', async () => {
  const requests: ((chat: Chat) => void)[] = []
  const signals: (AbortSignal | undefined)[] = []
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    signals.push(signal ?? undefined)
    return new Promise((resolve) => {
      requests.push((chat) => resolve(Response.json(chat)))
    })
  })
  observeChat(client, { chats, session }, chatId)
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  for (const number of [3, 4, 5]) addMessage(chats, message(number))
  requests[0]?.(chat(range(1, 2)))
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  requests[1]?.(chat(range(1, 5)))
  await vi.waitFor(() => expect(numbers()).toEqual([1, 2, 3, 4, 5]))
  expect(requests).toHaveLength(2)
  expect(signals[0]?.aborted).not.toBe(true)
})

test('a refetch keeps the earlier messages that were loaded', async () => {
  client.setQueryData(key, chat(range(1, 250)))
  responses = [chat(range(52, 251), true)]
  await fetchNow()
  expect(numbers()).toEqual(range(1, 251).map(({ number }) => number))
  expect(client.getQueryData<Chat>(key)?.hasMore).toBe(false)
})

test('after a gap only the newest page is shown, and earlier ones can be loaded', async () => {
  client.setQueryData(key, chat(range(1, 10)))
  responses = [chat(range(301, 500), true)]
  await fetchNow()
  expect(numbers()?.[0]).toBe(301)
  expect(client.getQueryData<Chat>(key)?.hasMore).toBe(true)
})

test('a message that arrives during the first fetch is not lost', async () => {
  const slow = Promise.withResolvers<Response>()
  const fetch = vi.fn(async () => Response.json(chat(range(1, 3))))
  vi.stubGlobal('fetch', fetch.mockReturnValueOnce(slow.promise))
  observeChat(client, { chats, session }, chatId)
  addMessage(chats, message(3))
  slow.resolve(Response.json(chat(range(1, 2))))
  await vi.waitFor(() => expect(numbers()).toEqual([1, 2, 3]))
})

test('if message numbers are missing, the chat is fetched again', async () => {
  client.setQueryData(key, chat(range(1, 2)))
  addMessage(chats, message(5))
  expect(numbers()).toEqual([1, 2])
  await vi.waitFor(() => expect(client.getQueryState(key)?.isInvalidated).toBe(true))
})

test('a live message moves its chat to the top; another person’s counts as unread', () => {
  const listKey = [...readKey(listChats, chatListInput, session.userId), 'pages']
  const row = (id: string) => ({
    _id: id,
    unreadMessages: 0,
    lastMessage: message(1, { chatId: id }),
    messages: [],
  })
  client.setQueryData(listKey, {
    pages: [{ rows: [row('first'), row(chatId)] }],
    pageParams: [undefined],
  })
  const rows = () =>
    client
      .getQueryData<{ pages: { rows: { _id: string; unreadMessages: number }[] }[] }>(listKey)
      ?.pages[0]?.rows.map((summary) => [summary._id, summary.unreadMessages])
  addMessage(chats, message(2))
  expect(rows()).toEqual([
    [chatId, 1],
    ['first', 0],
  ])
  addMessage(chats, message(2))
  expect(rows()).toEqual([
    [chatId, 1],
    ['first', 0],
  ])
  addMessage(chats, message(3, { sender: 'me', senderModel: 'Buyer' }))
  expect(rows()).toEqual([
    [chatId, 1],
    ['first', 0],
  ])
})

test('messages without numbers are all shown, in the order of arrival', async () => {
  const withoutNumbers = ['a', 'b', 'c'].map((_id) => ({ _id, message: _id }) as Message)
  responses = [chat(withoutNumbers)]
  await fetchNow()
  expect(client.getQueryData<Chat>(key)?.messages.map(({ _id }) => _id)).toEqual(['a', 'b', 'c'])
})

test('a buyer’s message makes a chat unanswered for its seller, until the seller writes', async () => {
  const own: Session = { ...session, role: 'seller' }
  const ofSeller = createChatCache(client, own)
  const key = chatKey(own, chatId)
  const marks = () => client.getQueryData<Chat>(key)?.unanswered
  client.setQueryData(key, chat([]))
  addMessage(ofSeller, message(1, { senderModel: 'Buyer' }))
  expect(marks()).toBe(true)
  addMessage(ofSeller, message(2, { senderModel: 'System', sender: null }))
  expect(marks()).toBe(true)
  addMessage(ofSeller, message(3, { sender: own.userId }))
  expect(marks()).toBe(false)
})
