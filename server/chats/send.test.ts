import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { markChatRead, readChat, sendMessage } from '#contract/chats.ts'
import { as, makeAccount, makeChat, testApp } from '#server/testing.ts'
import {
  connect,
  emitEvent,
  receivedTexts,
  secondSession,
  sendText,
  waitForEvent,
  waitForText,
} from '#server/testing-live.ts'
import { lockChatsBetween, recheckMessages } from './store.ts'

test('a message reaches all devices of both people, except the sending socket', async () => {
  const { buyer, seller, chatId } = await makeChat()
  const [sending, second, phone, laptop, stranger] = await Promise.all([
    connect(buyer),
    connect(await secondSession(buyer)),
    connect(seller),
    connect(await secondSession(seller)),
    connect(await makeAccount('buyer')),
  ])
  const ack = await sendText(sending, chatId, 'Is it still there?')
  expect(ack).toMatchObject({
    ok: true,
    message: { chatId, number: 1, sender: buyer.id, senderModel: 'Buyer' },
  })
  await sendText(phone, chatId, 'Yes.')
  await Promise.all([sending, second, laptop].map((device) => waitForText(device, 'Yes.')))
  expect(receivedTexts(sending)).toEqual(['Yes.'])
  expect(receivedTexts(second)).toEqual(['Is it still there?', 'Yes.'])
  expect(receivedTexts(laptop)).toEqual(['Is it still there?', 'Yes.'])
  expect(second.received[0]?.[1]).toEqual(ack.ok && ack.message)
  // The phone doesn't receive its own message. Messages arrive in order, so after the third one the
  // second can't arrive any more.
  await as(buyer).call(sendMessage, { chatId, message: 'Good.' })
  await waitForText(phone, 'Good.')
  expect(receivedTexts(phone)).toEqual(['Is it still there?', 'Good.'])
  expect(stranger.received).toEqual([])
})

test('one clientId sent concurrently by both channels is one message, sent once', async () => {
  const { buyer, seller, chatId } = await makeChat()
  const [sending, listening] = await Promise.all([connect(buyer), connect(seller)])
  const clientId = randomUUID()
  const [ack, posted] = await Promise.all([
    sendText(sending, chatId, 'Twice', { clientId }),
    as(buyer).call(sendMessage, { chatId, message: 'Twice', clientId }),
  ])
  expect(ack.ok && ack.message._id).toBe(posted.body._id)
  await sendText(sending, chatId, 'Last')
  await waitForText(listening, 'Last')
  expect(receivedTexts(listening)).toEqual(['Twice', 'Last'])
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'a message that waits for a chat while one person blocks the other is refused',
  async () => {
    const { db } = (await testApp()).context
    const { buyer, seller, chatId } = await makeChat()
    const countWaiting = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows.length
    }
    let sent: Promise<unknown> | undefined
    await db.transaction().execute(async (blocking) => {
      await recheckMessages(blocking, await lockChatsBetween(blocking, [buyer.id, seller.id]))
      sent = as(buyer).call(sendMessage, { chatId, message: 'Hello?' })
      await expect.poll(countWaiting).toBe(1)
      await sql`insert into account_blocks (person_id, blocked_person_id, blocked_account_id, created_at)
        select mine.person_id, other.person_id, other.id, now()
        from accounts as mine, accounts as other
        where mine.id = ${seller.id} and other.id = ${buyer.id}`.execute(blocking)
    })
    expect(await sent).toMatchObject({ body: { code: 'chat_read_only' } })
  },
)

test('ids in upper case are the same ids, and returned in lower case', async () => {
  const { buyer, chatId } = await makeChat()
  const clientId = randomUUID()
  const device = await connect(buyer)
  const capitals = { clientId: clientId.toUpperCase() }
  const ack = await sendText(device, chatId.toUpperCase(), 'Once', capitals)
  expect(ack).toMatchObject({ ok: true, message: { chatId, clientId, number: 1 } })
  const again = await as(buyer).call(sendMessage, { chatId, message: 'Once', clientId })
  expect(again.body).toEqual(ack.ok && ack.message)
})

test('one clientId sent concurrently to two chats is stored in one of them', async () => {
  const { buyer, chatId } = await makeChat()
  const other = await makeChat({ buyer })
  const clientId = randomUUID()
  const sent = [chatId, other.chatId].map((to) =>
    as(buyer).call(sendMessage, { chatId: to, message: 'Hello', clientId }),
  )
  const codes = (await Promise.all(sent)).map(({ error }) => error?.code)
  expect(codes.sort()).toEqual(['key_reused', undefined])
})

test('a repeated text without clientId is one message only by another channel', async () => {
  const { buyer, seller, chatId } = await makeChat()
  const [sending, listening] = await Promise.all([connect(buyer), connect(seller)])
  const first = await sendText(sending, chatId, 'Hello')
  const repeated = await as(buyer).call(sendMessage, { chatId, message: 'Hello' })
  expect(repeated.body).toEqual(first.ok && first.message)
  expect(await sendText(sending, chatId, 'Hello')).toMatchObject({
    ok: true,
    message: { number: 2 },
  })
  const { context } = await testApp()
  await context.db
    .updateTable('messages')
    .set({ created_at: new Date(Date.now() - 6000) })
    .where('chat_id', '=', chatId)
    .execute()
  expect((await as(buyer).call(sendMessage, { chatId, message: 'Hello' })).body.number).toBe(3)
  await sendText(sending, chatId, 'Last')
  await waitForText(listening, 'Last')
  expect(receivedTexts(listening)).toEqual(['Hello', 'Hello', 'Hello', 'Last'])
})

test('messages sent in quick succession keep their order, for both sides', async () => {
  const { buyer, seller, chatId } = await makeChat()
  const [sending, listening] = await Promise.all([connect(buyer), connect(seller)])
  const texts = Array.from({ length: 25 }, (_, n) => `Line ${n + 1}`)
  const acks = await Promise.all(texts.map((text) => sendText(sending, chatId, text)))
  expect(acks.map((ack) => ack.ok && ack.message.number)).toEqual(texts.map((_, n) => n + 1))
  await waitForText(listening, 'Line 25')
  expect(receivedTexts(listening)).toEqual(texts)
})

test('messages that a bad connection repeats count once for the limit', async () => {
  const { buyer, chatId } = await makeChat()
  const statuses = new Set<number>()
  for (let n = 0; n < 20; n++) {
    const message = { chatId, message: `Message ${n}`, clientId: randomUUID() }
    for (const _ of ['sent', 'repeated'])
      statuses.add((await as(buyer).call(sendMessage, message)).status)
  }
  expect([...statuses].filter((status) => status >= 300)).toEqual([])
})

test('typing and reading are sent to the other side', async () => {
  const { buyer, seller, chatId } = await makeChat()
  const [buyerSocket, sellerSocket] = await Promise.all([connect(buyer), connect(seller)])
  const typing = waitForEvent(sellerSocket, 'typing')
  expect(await emitEvent(buyerSocket, 'typing', { chatId })).toEqual({ ok: true })
  expect(await typing).toEqual({ chatId, who: 'buyer' })
  await sendText(buyerSocket, chatId, 'Hello')
  const read = waitForEvent(buyerSocket, 'messages_read')
  await as(seller).call(markChatRead, { id: chatId })
  expect(await read).toEqual({ chatId, reader: 'seller', readUpTo: 1 })
  await as(seller).call(markChatRead, { id: chatId })
  await sendText(sellerSocket, chatId, 'Last')
  await waitForText(buyerSocket, 'Last')
  expect(buyerSocket.received.filter(([name]) => name === 'messages_read').length).toBe(1)
})

test('messages missed while offline are read once, in order', async () => {
  const { buyer, seller, chatId } = await makeChat()
  const device = await connect(buyer)
  const sender = await connect(seller)
  await sendText(sender, chatId, 'One')
  await waitForText(device, 'One')
  const last = await as(buyer).call(readChat, { id: chatId })
  device.socket.disconnect()
  for (const text of ['Two', 'Three', 'Four']) await sendText(sender, chatId, text)
  const reconnected = await connect(buyer)
  await sendText(sender, chatId, 'Five')
  await waitForText(reconnected, 'Five')
  const { body } = await as(buyer).call(readChat, {
    id: chatId,
    after: last.body.lastMessage?.number,
  })
  expect(body.messages.map(({ number, message }) => [number, message])).toEqual([
    [2, 'Two'],
    [3, 'Three'],
    [4, 'Four'],
    [5, 'Five'],
  ])
  expect(receivedTexts(reconnected)).toEqual(['Five'])
})
