import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { exportAccount, readBuyerProfile, readSellerProfile } from '#contract/accounts/accounts.ts'
import { deleteBook } from '#contract/books/books.ts'
import { sendMessage } from '#contract/chats.ts'
import { rateOrder, setOrderStatus } from '#contract/orders/orders.ts'
import { listChatsByAge } from '#server/chats/views.ts'
import {
  as,
  makeAccount,
  makeBook,
  makeChat,
  makeOrder,
  otherApp,
  testApp,
} from '#server/testing.ts'

test('a buyer exports profile, orders, chats with all messages, ratings and sessions', async () => {
  const { buyer, seller, orderId, chatId } = await makeOrder()
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  await as(buyer).call(rateOrder, { orderId, book: 5, seller: 4, review: 'As described.' })
  const second = await makeChat({ buyer })
  for (let n = 1; n <= 3; n++)
    await as(buyer).call(sendMessage, { chatId: second.chatId, message: `Message ${n}` })
  const { status, body } = await as(buyer).call(exportAccount, {})
  expect(status).toBe(200)
  expect(body.profile).toEqual((await as(buyer).call(readBuyerProfile, {})).body)
  expect(body.sessions).toMatchObject([{ current: true }])
  expect(body.books).toEqual([])
  // The export's notifications are those that the bell lists, because chats are exported
  // separately.
  expect(body.notices).toMatchObject([{ kind: 'order', link: `/buyer/orders?order=${orderId}` }])
  expect(body.notificationChoices).toEqual({
    muted: [],
    mail: { email: buyer.email, isConfirmed: false, isOn: true },
    push: { isOn: false, showsNames: true },
  })
  expect(body.orders).toMatchObject([{ _id: orderId, deliveryAddress: '12 Lake Road, Pune' }])
  expect(body.chats.map(({ _id }) => _id).sort()).toEqual([chatId, second.chatId].sort())
  const texts = body.chats
    .find(({ _id }) => _id === second.chatId)
    ?.messages.map(({ message }) => message)
  expect(texts).toEqual(['Message 1', 'Message 2', 'Message 3'])
  expect(body.ratings).toMatchObject([{ orderId, book: 5, seller: 4, review: 'As described.' }])
  const sellerExport = (await as(seller).call(exportAccount, {})).body
  expect(sellerExport.ratings).toEqual(body.ratings)
  expect(sellerExport.orders.map(({ _id }) => _id)).toEqual([orderId])
})

test('an export of several pages has the chats that change while it is read', async () => {
  const { db } = (await testApp()).context
  const { buyer, chatId } = await makeChat()
  const newer = await makeChat({ buyer })
  const me = { accountId: buyer.id, side: 'buyer' } as const
  const first = await listChatsByAge(db, me, { limit: 1 }, new Date())
  await as(buyer).call(sendMessage, { chatId, message: 'Is it still available?' })
  const second = await listChatsByAge(db, me, { limit: 1, cursor: first.next }, new Date())
  expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual([newer.chatId, chatId])
  expect(second.next).toBeUndefined()
})

test('a seller exports all books, even deleted ones, and no other people’s data', async () => {
  const seller = await makeAccount('seller', { shop: true })
  const [kept, deleted] = [await makeBook(seller), await makeBook(seller)]
  await makeOrder()
  await as(seller).call(deleteBook, { id: deleted })
  const { body } = await as(seller).call(exportAccount, {})
  expect(body.profile).toEqual((await as(seller).call(readSellerProfile, {})).body)
  expect(body.books.map(({ _id, deletedAt }) => [_id, deletedAt !== undefined])).toEqual([
    [deleted, true],
    [kept, false],
  ])
  expect([body.orders, body.chats, body.ratings]).toEqual([[], [], []])
})

async function makeLongChat(count: number) {
  const chat = await makeChat()
  const { db } = (await testApp()).context
  await sql`insert into messages (id, chat_id, number, sender_model, sender_id, body, transport, created_at)
    select gen_random_uuid(), ${chat.chatId}::uuid, n, case n % 2 when 0 then 'Buyer' else 'Seller' end,
      case n % 2 when 0 then ${chat.buyer.id}::uuid else ${chat.seller.id}::uuid end, 'Message ' || n || repeat(' and more', 200), 'http',
      now() - interval '1 hour'
    from generate_series(1, ${count}::integer) n`.execute(db)
  await db
    .updateTable('chats')
    .set({ message_count: count })
    .where('id', '=', chat.chatId)
    .execute()
  return chat
}

test('a long chat is exported completely and in order, even while it grows', async () => {
  const { buyer, seller, chatId } = await makeLongChat(2000)
  const responses = Promise.all([1, 2, 3].map(() => as(buyer).call(exportAccount, {})))
  for (let n = 0; n < 12; n++)
    await as(n % 2 ? buyer : seller).call(sendMessage, { chatId, message: `Meanwhile ${n}` })
  for (const { body } of await responses) {
    const numbers = body.chats[0]?.messages.map(({ number }) => number) ?? []
    expect(numbers.length).toBeGreaterThanOrEqual(2000)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  }
})

test('the sixth export in a day is rejected until the first is a day old', async () => {
  const { buyer, seller } = await makeOrder()
  const responses = await Promise.all(
    Array.from({ length: 7 }, () => as(buyer).call(exportAccount, {})),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429])
  const rejected = await as(buyer).call(exportAccount, {})
  expect(rejected.error).toEqual({
    code: 'too_many_exports',
    message: 'You have downloaded your data often today. Try again tomorrow.',
  })
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(86_000)
  expect((await as(seller).call(exportAccount, {})).status).toBe(200)
  const { config } = (await testApp()).context
  const unlimited = await otherApp({ config: { ...config, rateLimit: false } })
  expect((await as(buyer).call(exportAccount, {}, { app: unlimited.app })).status).toBe(200)
  const tomorrow = await otherApp({ now: () => new Date(Date.now() + 86_400_000 + 60_000) })
  expect((await as(buyer).call(exportAccount, {}, { app: tomorrow.app })).status).toBe(200)
})
