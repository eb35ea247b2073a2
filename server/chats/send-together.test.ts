// Messages that are stored together keep what holds for each of them.
import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { expect, test } from 'vitest'
import { readChat, sendMessage } from '#contract/chats.ts'
import { transact } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { hashToken, type Viewer } from '#server/platform/http/viewer.ts'
import { as, makeChat, type TestAccount, type TestChat, testApp } from '#server/testing.ts'
import { connect, receivedTexts, sendText, waitForDisconnect } from '#server/testing-live.ts'
import { storeMessage } from './send.ts'

const makeChats = (count: number) => Promise.all(Array.from({ length: count }, () => makeChat()))

async function send(
  { chatId }: TestChat,
  person: TestAccount,
  role: Viewer['role'],
  text: string,
  { db, clientId }: { db?: Transaction<Tables>; clientId?: string } = {},
) {
  const { context: own } = await testApp()
  const context = db ? { ...own, db } : own
  const { id: accountId, name, token } = person
  const viewer: Viewer = { accountId, role, name, session: hashToken(token) }
  return storeMessage(context, viewer, { chatId, message: text, clientId }, { channel: 'http' })
}

const textsOf = async ({ chatId, buyer }: TestChat) =>
  (await as(buyer).call(readChat, { id: chatId })).body.messages.map(({ message }) => message)

test('each person’s messages are numbered in the order in which they sent them', async () => {
  const chats = await makeChats(8)
  const texts = Array.from({ length: 6 }, (_, number) => `Line ${number + 1}`)
  const sent = await Promise.all(
    texts.map((text) => Promise.all(chats.map((chat) => send(chat, chat.buyer, 'buyer', text)))),
  )
  expect(sent.map((row) => row.map(({ number }) => number))).toEqual(
    texts.map((_, place) => chats.map(() => place + 1)),
  )
  for (const chat of chats) expect(await textsOf(chat)).toEqual(texts)
})

test('one that the database refuses, or that may not be sent, doesn’t keep the others from it', async () => {
  const [fine, broken, ended, deaf, other] = (await makeChats(5)) as [
    TestChat,
    TestChat,
    TestChat,
    TestChat,
    TestChat,
  ]
  const { db } = (await testApp()).context
  await db.deleteFrom('sessions').where('account_id', '=', ended.buyer.id).execute()
  await db
    .updateTable('accounts')
    .set({ status: 'blocked' })
    .where('id', '=', deaf.seller.id)
    .execute()
  const sent = await Promise.allSettled([
    send(fine, fine.buyer, 'buyer', 'First'),
    send(fine, fine.seller, 'seller', 'Second'),
    // PostgreSQL has no such character.
    send(broken, broken.buyer, 'buyer', 'Nothing\u0000'),
    send(ended, ended.buyer, 'buyer', 'Too late'),
    send(deaf, deaf.buyer, 'buyer', 'Hello?'),
    send(other, fine.buyer, 'buyer', 'Not mine'),
    send(other, other.buyer, 'buyer', 'Mine'),
  ])
  const outcomes = sent.map((one) =>
    one.status === 'fulfilled' ? one.value.number : one.reason.code,
  )
  expect(outcomes).toEqual([1, 2, '22P05', 'session_ended', 'chat_read_only', 'chat_not_found', 1])
  expect(await textsOf(fine)).toEqual(['First', 'Second'])
  expect(await textsOf(other)).toEqual(['Mine'])
})

test('ids in capitals are the same ids, and come back as they are stored', async () => {
  const chat = await makeChat()
  const clientId = randomUUID()
  const capitals = { chatId: chat.chatId.toUpperCase(), clientId: clientId.toUpperCase() }
  const device = await connect(chat.buyer)
  const [ack, again] = await Promise.all([
    sendText(device, capitals.chatId, 'Once', { clientId: capitals.clientId }),
    as(chat.buyer).call(sendMessage, { chatId: chat.chatId, message: 'Once', clientId }),
  ])
  expect(ack).toMatchObject({ ok: true, message: { chatId: chat.chatId, clientId, number: 1 } })
  expect(again.body).toEqual(ack.ok && ack.message)
  expect(await textsOf(chat)).toEqual(['Once'])
})

test('among many that write at once, a connection whose session has ended is closed', async () => {
  const chats = await makeChats(4)
  const devices = await Promise.all(chats.map(({ buyer }) => connect(buyer)))
  const [gone] = devices
  const { db } = (await testApp()).context
  await db
    .deleteFrom('sessions')
    .where('account_id', '=', chats[0]?.buyer.id ?? '')
    .execute()
  const disconnected = gone && waitForDisconnect(gone)
  const acks = await Promise.all(
    devices.map((device, place) => sendText(device, chats[place]?.chatId ?? '', 'Hello')),
  )
  expect(acks.map(({ ok }) => ok)).toEqual([false, true, true, true])
  expect(acks[0]).toMatchObject({ code: 'session_ended' })
  expect(await disconnected).toBe('io server disconnect')
  expect(devices.map(receivedTexts)).toEqual([[], [], [], []])
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'a chat that another transaction holds keeps no other chat waiting',
  async () => {
    const [held, free] = (await makeChats(2)) as [TestChat, TestChat]
    const { db } = (await testApp()).context
    let isStored = false
    let waiting: Promise<unknown> = Promise.resolve()
    await transact(db, async (db) => {
      await sql`select from chats where id = ${held.chatId} for no key update`.execute(db)
      waiting = send(held, held.buyer, 'buyer', 'Later').then(() => {
        isStored = true
      })
      // On other connections of the pool.
      await Promise.all(['One', 'Two'].map((text) => send(free, free.buyer, 'buyer', text)))
      await send(free, free.seller, 'seller', 'Three')
      expect(isStored).toBe(false)
    })
    await waiting
    expect(await textsOf(free)).toEqual(['One', 'Two', 'Three'])
    expect(await textsOf(held)).toEqual(['Later'])
  },
)

test('a message reads no more of the earlier ones when there are many', async () => {
  const chat = await makeChat()
  const { db } = (await testApp()).context
  await sql`analyze messages, chats`.execute(db)
  const read = await transact(db, async (tx) => {
    // Planned while there is none.
    for (const text of ['One', 'Two']) await send(chat, chat.buyer, 'buyer', text, { db: tx })
    await sql`insert into messages (id, chat_id, number, sender_model, sender_id, body, client_id, transport, created_at)
      select gen_random_uuid(), ${chat.chatId}, 2 + n, 'Buyer', ${chat.buyer.id}, 'Text', gen_random_uuid(), 'socket',
      now() - n * interval '1 minute' from generate_series(1, 3000) as n`.execute(tx)
    await sql`update chats set message_count = 3002 where id = ${chat.chatId}`.execute(tx)
    const count = async () => {
      const { rows } = await sql<{ read: number }>`
        select (seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables where relname = 'messages'`.execute(
        tx,
      )
      return rows[0]?.read ?? 0
    }
    const before = await count()
    await send(chat, chat.buyer, 'buyer', 'Three', { db: tx })
    await send(chat, chat.buyer, 'buyer', 'Four', { db: tx, clientId: randomUUID() })
    return (await count()) - before
  })
  // Those of its last minutes, for its quota.
  expect(read).toBeLessThan(20)
})
