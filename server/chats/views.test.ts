import { expect, test } from 'vitest'
import { listChats, readChat, sendMessage } from '#contract/chats.ts'
import { eraseAccount, updateAccount } from '#server/accounts/store.ts'
import {
  as,
  followPages,
  makeAccount,
  makeChat,
  makeOrder,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { insertSystemMessage } from './messages.ts'

const db = async () => (await testApp()).context.db

const say = (account: TestAccount, chatId: string, message: string) =>
  as(account).call(sendMessage, { chatId, message })

test.each([
  ['blocked', { status: 'blocked' as const }, 'Ravi'],
  ['deleted', undefined, 'Unknown'],
])('a chat with a %s seller can still be read', async (_, change, name) => {
  const { buyer, seller, chatId } = await makeChat({
    seller: await makeAccount('seller', { name: 'Ravi' }),
  })
  await say(seller, chatId, 'Hello')
  if (change) await updateAccount(await db(), seller.id, change)
  else await eraseAccount(await db(), { accountId: seller.id, side: 'seller' }, new Date())
  const rejected = await say(buyer, chatId, 'Hello?')
  expect([rejected.status, rejected.error.code]).toEqual([409, 'chat_read_only'])
  const { body } = await as(buyer).call(readChat, { id: chatId })
  expect(body).toMatchObject({ seller: { name }, can: [], messages: [{ message: 'Hello' }] })
})

test.each([
  ['sold', undefined],
  ['rented', 7],
])('shows that a book’s only copy is %s', async (availability, days) => {
  const { seller, chatId } = await makeOrder({ ...(days !== undefined && { days }) })
  expect((await as(seller).call(readChat, { id: chatId })).body).toMatchObject({
    book: { available: 0, availability },
    can: ['send'],
  })
})

test('the list is sorted by last update and pages without gaps or repeats', async () => {
  const buyer = await makeAccount('buyer')
  const chats: string[] = []
  for (let n = 0; n < 7; n++) chats.push((await makeChat({ buyer })).chatId)
  const store = await db()
  await store
    .updateTable('chats')
    .set({ updated_at: new Date('2026-01-01T00:00:00.123Z') })
    .where('id', 'in', chats.slice(0, 4))
    .execute()
  await say(buyer, chats[1] as string, 'Newest')
  const all = await as(buyer).call(listChats, {})
  expect(all.body[0]).toMatchObject({
    _id: chats[1],
    messages: [{ message: 'Newest', number: 1 }],
    lastMessage: { message: 'Newest' },
  })
  expect(all.body[1]).toMatchObject({ messages: [] })
  const paged = (await followPages<{ _id: string }>('/chats?limit=2', buyer)).map(({ _id }) => _id)
  expect(paged).toEqual(all.body.map((chat) => chat._id))
  expect(new Set(paged)).toEqual(new Set(chats))
})

test('a long chat is read in pages, backward and forward', async () => {
  const { buyer, chatId } = await makeChat()
  const store = await db()
  for (let n = 0; n < 410; n++)
    await insertSystemMessage(store, {
      chatId,
      text: `Line ${n + 1}`,
      unreadFor: [],
      now: new Date(),
    })
  const readNumbers = async (range: { before?: number; after?: number }) => {
    const { body } = await as(buyer).call(readChat, { id: chatId, ...range })
    return [
      body.messages[0]?.number,
      body.messages.at(-1)?.number,
      body.messages.length,
      body.hasMore,
    ]
  }
  expect(await readNumbers({})).toEqual([211, 410, 200, true])
  expect(await readNumbers({ before: 211 })).toEqual([11, 210, 200, true])
  expect(await readNumbers({ before: 11 })).toEqual([1, 10, 10, false])
  expect(await readNumbers({ after: 0 })).toEqual([1, 200, 200, true])
  expect(await readNumbers({ after: 400 })).toEqual([401, 410, 10, false])
  expect(await readNumbers({ after: 410 })).toEqual([undefined, undefined, 0, false])
  expect((await as(buyer).call(readChat, { id: chatId, after: -1 })).status).toBe(400)
})
