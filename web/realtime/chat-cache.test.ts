import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Chat, listChats, type Message } from '#contract/chats.ts'
import { readKey } from '#web/api/hooks.ts'
import type { Session } from '#web/session/session.ts'
import {
  addMessage,
  type ChatCache,
  chatKey,
  chatListInput,
  createChatCache,
  fetchChat,
} from './chat-cache.ts'

const session: Session = { token: 't', userId: 'me', role: 'buyer', name: 'Asha' }
const chatId = '01a1f7a4-786b-7710-bf14-e0fad320f349'
const message = (number: number, more: Partial<Message> = {}): Message => ({
  _id: `id-${number}`,
  chatId,
  number,
  sender: 'other',
  senderModel: 'Seller',
  message: `No. ${number}`,
  timestamp: '2026-11-07T10:00:00Z',
  ...more,
})
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => message(first + place))
const chat = (messages: Message[], hasMore = false) =>
  ({ _id: chatId, readUpTo: { buyer: 0, seller: 0 }, messages, hasMore }) as unknown as Chat

let client: QueryClient
let chats: ChatCache
let answers: Chat[]
beforeEach(() => {
  client = new QueryClient()
  chats = createChatCache(client, session)
  answers = []
  const stored: Record<string, string> = {
    token: session.token,
    userId: session.userId,
    userRole: session.role,
  }
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored[key] ?? null })
  vi.stubGlobal('fetch', async () => Response.json(answers.shift()))
})
afterEach(() => vi.unstubAllGlobals())

const key = chatKey(session, chatId)
const numbers = () => client.getQueryData<Chat>(key)?.messages.map(({ number }) => number)
const read = () =>
  client.fetchQuery({ queryKey: key, queryFn: ({ signal }) => fetchChat(chats, chatId, signal) })

test('the same message twice stands once, and messages stand in the order of their numbers', async () => {
  answers = [chat(range(1, 2))]
  await read()
  for (const number of [3, 3, 2, 4]) addMessage(chats, message(number))
  expect(numbers()).toEqual([1, 2, 3, 4])
})

test('a refetch keeps the earlier messages that were loaded', async () => {
  client.setQueryData(key, chat(range(1, 250)))
  answers = [chat(range(52, 251), true)]
  await read()
  expect(numbers()).toEqual(range(1, 251).map(({ number }) => number))
  expect(client.getQueryData<Chat>(key)?.hasMore).toBe(false)
})

test('after a gap that the newest page does not close, the page stands alone and earlier ones can be loaded', async () => {
  client.setQueryData(key, chat(range(1, 10)))
  answers = [chat(range(301, 500), true)]
  await read()
  expect(numbers()?.[0]).toBe(301)
  expect(client.getQueryData<Chat>(key)?.hasMore).toBe(true)
})

test('a message that comes while the first read is under way is not lost', async () => {
  let answer: (response: Response) => void = () => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const reading = read()
  addMessage(chats, message(3))
  answer(Response.json(chat(range(1, 2))))
  await reading
  expect(numbers()).toEqual([1, 2, 3])
})

test('a jump in the numbers is not shown with a hole: the chat is read again', async () => {
  client.setQueryData(key, chat(range(1, 2)))
  addMessage(chats, message(5))
  expect(numbers()).toEqual([1, 2])
  expect(client.getQueryState(key)?.isInvalidated).toBe(true)
})

test('a live message moves its chat to the top and counts as unread, unless it is one’s own', () => {
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
      ?.pages[0]?.rows.map((one) => [one._id, one.unreadMessages])
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

test('messages without numbers all stand, in the order in which they came', async () => {
  const bare = ['a', 'b', 'c'].map((_id) => ({ _id, message: _id }) as Message)
  answers = [chat(bare)]
  await read()
  expect(client.getQueryData<Chat>(key)?.messages.map(({ _id }) => _id)).toEqual(['a', 'b', 'c'])
})
