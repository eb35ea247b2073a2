import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listChats, markChatRead, readChat, sendMessage, startChat } from '#contract/chats.ts'
import { updateAccount } from '#server/accounts/store.ts'
import { newId } from '#server/platform/database/ids.ts'
import {
  as,
  changeRow,
  makeAccount,
  makeBook,
  makeChat,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { insertSystemMessage } from './messages.ts'

const db = async () => (await testApp()).context.db

const say = (
  account: TestAccount,
  chatId: string,
  message: string,
  more: { clientId?: string; sender?: string; senderModel?: string } = {},
) => as(account).call(sendMessage, { chatId, message, ...more })

test('a chat starts once for a buyer and a book, even with many concurrent requests', async () => {
  const buyer = await makeAccount('buyer', { name: 'Asha' })
  const seller = await makeAccount('seller', { name: 'Ravi' })
  const bookId = await makeBook(seller, { title: 'Godaan', price: 12_050, original_price: 30_000 })
  const starts = await Promise.all(
    Array.from({ length: 8 }, () => as(buyer).call(startChat, { bookId, sellerId: seller.id })),
  )
  expect(new Set(starts.map((start) => `${start.status} ${start.body.chat._id}`)).size).toBe(1)
  expect(starts[0]?.body.chat).toMatchObject({
    book: {
      _id: bookId,
      title: 'Godaan',
      images: [],
      price: 120.5,
      original_price: 300,
      available: 1,
      availability: 'available',
    },
    buyer: { _id: buyer.id, name: 'Asha' },
    seller: { _id: seller.id, name: 'Ravi' },
    unreadMessages: 0,
    can: ['send', 'offer'],
  })
})

test('no chat starts about an unavailable book, or for a non-buyer', async () => {
  const buyer = await makeAccount('buyer')
  const seller = await makeAccount('seller')
  const bookId = await makeBook(seller)
  const start = async (
    input: { bookId: string; sellerId?: string },
    account: TestAccount | undefined = buyer,
  ) => {
    const { status, error } = await as(account).call(startChat, input)
    return `${status} ${error.code}`
  }
  expect(await start({ bookId: newId() })).toBe('404 book_not_found')
  expect((await as(buyer).call(startChat, { bookId: 'none' })).error).toMatchObject({
    message: 'Book ID is required',
  })
  expect(await start({ bookId, sellerId: buyer.id })).toBe('400 chat_mismatch')
  await changeRow('books', bookId, { available: 0 })
  expect(await start({ bookId })).toBe('409 book_gone')
  await changeRow('books', bookId, { available: 1, deleted_at: new Date() })
  expect(await start({ bookId })).toBe('404 book_not_found')
  const blocked = await makeAccount('seller')
  const blockedBook = await makeBook(blocked)
  await updateAccount(await db(), blocked.id, { status: 'blocked' })
  expect(await start({ bookId: blockedBook })).toBe('404 book_not_found')
})

test('a buyer can’t chat about a book that they sell with their other account', async () => {
  const buyer = await makeAccount('buyer')
  const seller = await makeAccount('seller')
  const person_id = newId()
  for (const account of [buyer, seller]) await updateAccount(await db(), account.id, { person_id })
  const { status, error } = await as(buyer).call(startChat, { bookId: await makeBook(seller) })
  expect([status, error.message]).toEqual([403, 'You cannot chat about your own book.'])
})

test('an existing chat is found again when its book is sold out or deleted', async () => {
  const { buyer, bookId, chatId } = await makeChat({ book: { title: 'Godaan' } })
  await changeRow('books', bookId, { available: 0, deleted_at: new Date() })
  const { body } = await as(buyer).call(startChat, { bookId })
  expect(body.chat).toMatchObject({
    _id: chatId,
    book: { title: 'Godaan', available: 0, availability: 'removed' },
    can: ['send'],
  })
})

test('allows ten new chats an hour, even concurrent ones', async () => {
  const buyer = await makeAccount('buyer')
  const seller = await makeAccount('seller')
  const books = await Promise.all(Array.from({ length: 12 }, () => makeBook(seller)))
  const starts = await Promise.all(books.map((bookId) => as(buyer).call(startChat, { bookId })))
  expect(starts.filter((start) => start.status === 200).length).toBe(10)
  const rejected = starts.findIndex((start) => start.status === 429)
  expect(starts[rejected]?.error.code).toBe('too_many_chats')
  expect(Number(starts[rejected]?.headers['retry-after'])).toBeGreaterThan(3000)
  const existing = books[starts.findIndex((start) => start.status === 200)] as string
  expect((await as(buyer).call(startChat, { bookId: existing })).status).toBe(200)
  await (await db())
    .updateTable('quota_uses')
    .set({ used_at: new Date(Date.now() - 3_601_000) })
    .where('key', '=', `new chats ${buyer.id}`)
    .execute()
  expect((await as(buyer).call(startChat, { bookId: books[rejected] as string })).status).toBe(200)
})

test('messages are numbered, unread for the other side, and then read', async () => {
  const { buyer, seller, chatId } = await makeChat()
  const first = await say(buyer, chatId, '  Is it still there?  ')
  expect([first.status, first.body]).toMatchObject([
    201,
    { chatId, number: 1, sender: buyer.id, senderModel: 'Buyer', message: 'Is it still there?' },
  ])
  await say(seller, chatId, 'Yes.')
  await say(seller, chatId, '<b>Come & see</b> 📚 سلام')
  const before = await as(buyer).call(readChat, { id: chatId })
  expect(before.body.messages.map(({ number, message }) => [number, message])).toEqual([
    [1, 'Is it still there?'],
    [2, 'Yes.'],
    [3, '<b>Come & see</b> 📚 سلام'],
  ])
  expect(before.body).toMatchObject({
    unreadMessages: 2,
    readUpTo: { buyer: 0, seller: 0 },
    hasMore: false,
    lastMessage: { number: 3 },
  })
  expect((await as(buyer).call(markChatRead, { id: chatId })).body.readUpTo).toBe(3)
  expect((await as(buyer).call(markChatRead, { id: chatId })).body.readUpTo).toBe(3)
  const after = await as(seller).call(readChat, { id: chatId })
  expect(after.body).toMatchObject({
    unreadMessages: 1,
    readUpTo: { buyer: 3, seller: 0 },
    can: ['send', 'offer', 'order'],
  })
  await insertSystemMessage(await db(), {
    chatId,
    text: 'Order placed.',
    unreadFor: ['buyer'],
    now: new Date(),
  })
  const system = await as(buyer).call(readChat, { id: chatId })
  expect(system.body).toMatchObject({
    unreadMessages: 1,
    lastMessage: { sender: null, senderModel: 'System', number: 4 },
  })
})

test.each([
  ['', 'Message is required.'],
  [' \n\t ', 'Message is required.'],
  ['\u0000', 'Message is required.'],
  ['\ud800', 'Message is required.'],
  ['x'.repeat(2001), 'Message can have at most 2,000 characters.'],
  [7, 'Message is required.'],
  [{ $ne: '' }, 'Message is required.'],
])('a message of %o is rejected', async (message, sentence) => {
  const { buyer, chatId } = await makeChat()
  const { status, error } = await say(buyer, chatId, message as string)
  expect([status, error.fields]).toEqual([400, { message: sentence }])
})

test('half a character is removed from a message', async () => {
  const { buyer, chatId } = await makeChat()
  const { status, body } = await say(buyer, chatId, 'hi \ud800there\udc00 📚')
  expect([status, body.message]).toEqual([201, 'hi there 📚'])
})

test('nobody can write as another person, as System, or as the other side', async () => {
  const { buyer, seller, chatId } = await makeChat()
  const forged = [
    { sender: seller.id },
    { senderModel: 'System' },
    { senderModel: 'Seller' },
    { sender: buyer.id, senderModel: 'System' },
  ]
  for (const claim of forged) {
    const { status, error } = await say(buyer, chatId, 'I am not me', claim)
    expect([status, error.code]).toEqual([403, 'not_you'])
  }
  const own = { sender: buyer.id.toUpperCase(), senderModel: 'buyer' }
  expect((await say(buyer, chatId, 'I am', own)).status).toBe(201)
})

test('a clientId is stored once, and can’t be used in two chats', async () => {
  const { buyer, chatId, seller } = await makeChat()
  const clientId = randomUUID()
  const sends = await Promise.all(
    Array.from({ length: 6 }, () => say(buyer, chatId, 'Once', { clientId })),
  )
  expect(
    new Set(sends.map((send) => `${send.status} ${send.body._id} ${send.body.clientId}`)).size,
  ).toBe(1)
  expect((await as(seller).call(readChat, { id: chatId })).body).toMatchObject({
    unreadMessages: 1,
    messages: [{ number: 1 }],
  })
  const other = await makeChat({ buyer })
  expect((await say(buyer, other.chatId, 'Once', { clientId })).error.code).toBe('key_reused')
  expect((await say(seller, chatId, 'Mine', { clientId })).body).toMatchObject({
    number: 2,
    message: 'Mine',
  })
  expect((await say(buyer, chatId, 'Odd', { clientId: 'not-a-uuid' })).error.fields).toEqual({
    clientId: 'clientId is a UUID.',
  })
})

test('fifty concurrent messages from both sides get the numbers 1 to 50', async () => {
  const { buyer, seller, chatId } = await makeChat()
  const sends = await Promise.all(
    Array.from({ length: 50 }, (_, n) => say(n % 2 === 0 ? buyer : seller, chatId, `Message ${n}`)),
  )
  expect(sends.map((send) => send.body.number).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 50 }, (_, n) => n + 1),
  )
  const { body } = await as(buyer).call(readChat, { id: chatId })
  expect([body.unreadMessages, body.messages.map((message) => message.number)]).toEqual([
    25,
    Array.from({ length: 50 }, (_, n) => n + 1),
  ])
})

test('rejects the 31st message of a minute, even in several chats at once', async () => {
  const buyer = await makeAccount('buyer')
  const chats = [await makeChat({ buyer }), await makeChat({ buyer })]
  const sends = await Promise.all(
    Array.from({ length: 34 }, (_, n) => say(buyer, chats[n % 2]?.chatId ?? '', `Message ${n}`)),
  )
  expect(sends.filter((send) => send.status === 201).length).toBe(30)
  const rejected = sends.find((send) => send.status === 429)
  expect(rejected?.error.message).toBe('You are sending messages too fast. Please wait a minute.')
  expect(Number(rejected?.headers['retry-after'])).toBeGreaterThan(40)
  expect(
    (await say(chats[0]?.seller as TestAccount, chats[0]?.chatId ?? '', 'Slowly!')).status,
  ).toBe(201)
})

test('a seller sees a chat from its first message, the buyer once it is opened', async () => {
  const seller = await makeAccount('seller')
  const buyer = await makeAccount('buyer')
  const bookId = await makeBook(seller)
  const { body } = await as(buyer).call(startChat, { bookId, sellerId: seller.id })
  const listed = async (account: TestAccount) =>
    (await as(account).call(listChats, {})).body.map(({ _id }) => _id)
  expect([await listed(buyer), await listed(seller)]).toEqual([[body.chat._id], []])
  await say(buyer, body.chat._id, 'Is it still there?')
  expect(await listed(seller)).toEqual([body.chat._id])
})
