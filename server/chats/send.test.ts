// Messages by HTTP and socket, received by real clients.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { markChatRead, readChat, sendMessage } from '#contract/chats.ts'
import { as, makeChat, makePerson, testApp } from '#server/testing.ts'
import { ask, connect, heardText, next, say, secondSession, textsOf } from '#server/testing-live.ts'

test('a message reaches both devices of the other person and the second one of its sender, but not the sending socket', async () => {
  const { buyer, seller, chatId } = await makeChat()
  const [sending, second, phone, laptop, stranger] = await Promise.all([
    connect(buyer),
    connect(await secondSession(buyer)),
    connect(seller),
    connect(await secondSession(seller)),
    connect(await makePerson('buyer')),
  ])
  const ack = await say(sending, chatId, 'Is it still there?')
  expect(ack).toMatchObject({
    ok: true,
    message: { chatId, number: 1, sender: buyer.id, senderModel: 'Buyer' },
  })
  await say(phone, chatId, 'Yes.')
  await Promise.all([sending, second, laptop].map((device) => heardText(device, 'Yes.')))
  expect(textsOf(sending)).toEqual(['Yes.'])
  expect(textsOf(second)).toEqual(['Is it still there?', 'Yes.'])
  expect(textsOf(laptop)).toEqual(['Is it still there?', 'Yes.'])
  expect(second.heard[0]?.[1]).toEqual(ack.ok && ack.message)
  // The phone isn't sent its own message; a third one shows that nothing else was on its way.
  await as(buyer).call(sendMessage, { chatId, message: 'Good.' })
  await heardText(phone, 'Good.')
  expect(textsOf(phone)).toEqual(['Is it still there?', 'Good.'])
  expect(stranger.heard).toEqual([])
})

test('one clientId by both channels at once is one message, sent once', async () => {
  const { buyer, seller, chatId } = await makeChat()
  const [sending, listening] = await Promise.all([connect(buyer), connect(seller)])
  const clientId = randomUUID()
  const [ack, posted] = await Promise.all([
    say(sending, chatId, 'Twice', { clientId }),
    as(buyer).call(sendMessage, { chatId, message: 'Twice', clientId }),
  ])
  expect(ack.ok && ack.message._id).toBe(posted.body._id)
  await say(sending, chatId, 'Last')
  await heardText(listening, 'Last')
  expect(textsOf(listening)).toEqual(['Twice', 'Last'])
})

test('the same text without clientId by the other channel within seconds is one message; by the same channel two', async () => {
  const { buyer, seller, chatId } = await makeChat()
  const [sending, listening] = await Promise.all([connect(buyer), connect(seller)])
  const first = await say(sending, chatId, 'Hello')
  const repeated = await as(buyer).call(sendMessage, { chatId, message: 'Hello' })
  expect(repeated.body).toEqual(first.ok && first.message)
  expect(await say(sending, chatId, 'Hello')).toMatchObject({ ok: true, message: { number: 2 } })
  const { parts } = await testApp()
  await parts.db
    .updateTable('messages')
    .set({ created_at: new Date(Date.now() - 6000) })
    .where('chat_id', '=', chatId)
    .execute()
  expect((await as(buyer).call(sendMessage, { chatId, message: 'Hello' })).body.number).toBe(3)
  await say(sending, chatId, 'Last')
  await heardText(listening, 'Last')
  expect(textsOf(listening)).toEqual(['Hello', 'Hello', 'Hello', 'Last'])
})

test('messages sent in one go keep their order, for both sides', async () => {
  const { buyer, seller, chatId } = await makeChat()
  const [sending, listening] = await Promise.all([connect(buyer), connect(seller)])
  const texts = Array.from({ length: 25 }, (_, n) => `Line ${n + 1}`)
  const acks = await Promise.all(texts.map((text) => say(sending, chatId, text)))
  expect(acks.map((ack) => ack.ok && ack.message.number)).toEqual(texts.map((_, n) => n + 1))
  await heardText(listening, 'Line 25')
  expect(textsOf(listening)).toEqual(texts)
})

test('the 31st message of a minute is refused, also by HTTP', async () => {
  const { buyer, chatId } = await makeChat()
  const sending = await connect(buyer)
  const acks = await Promise.all(
    Array.from({ length: 31 }, (_, n) => say(sending, chatId, `Message ${n}`)),
  )
  expect(acks.filter((ack) => ack.ok).length).toBe(30)
  expect(acks.find((ack) => !ack.ok)).toEqual({
    ok: false,
    code: 'too_many_messages',
    message: 'You are sending messages too fast. Please wait a minute.',
  })
  expect((await as(buyer).call(sendMessage, { chatId, message: 'By post, then' })).status).toBe(429)
})

test('nobody writes as another, joins as another, or joins the chats of others', async () => {
  const { buyer, seller, chatId } = await makeChat()
  const device = await connect(buyer)
  const stranger = await connect(await makePerson('seller'))
  const admin = await connect(await makePerson('admin'))
  const rejected = [
    [await say(device, chatId, 'I am Ravi', { sender: seller.id }), 'not_you'],
    [await say(device, chatId, 'I am the system', { senderModel: 'System' }), 'not_you'],
    [await ask(device, 'join', seller.id), 'not_yours'],
    [await ask(stranger, 'join_chat', chatId), 'chat_not_found'],
    [await say(stranger, chatId, 'Hello'), 'chat_not_found'],
    [await ask(stranger, 'typing', { chatId }), 'chat_not_found'],
    [await say(admin, chatId, 'Hello'), 'chat_not_found'],
  ] as const
  for (const [ack, code] of rejected) expect(ack).toMatchObject({ ok: false, code })
  expect(await ask(device, 'join', buyer.id)).toEqual({
    ok: true,
    messages: 0,
    notices: 0,
    muted: [],
  })
  expect(await ask(device, 'join_chat', chatId)).toEqual({ ok: true })
  expect((await as(buyer).call(readChat, { id: chatId })).body.messages).toEqual([])
})

test('typing and reading are sent to the other side', async () => {
  const { buyer, seller, chatId } = await makeChat()
  const [buyerSocket, sellerSocket] = await Promise.all([connect(buyer), connect(seller)])
  const typing = next(sellerSocket, 'typing')
  expect(await ask(buyerSocket, 'typing', { chatId })).toEqual({ ok: true })
  expect(await typing).toEqual({ chatId, who: 'buyer' })
  await say(buyerSocket, chatId, 'Hello')
  const read = next(buyerSocket, 'messages_read')
  await as(seller).call(markChatRead, { id: chatId })
  expect(await read).toEqual({ chatId, reader: 'seller', readUpTo: 1 })
  await as(seller).call(markChatRead, { id: chatId })
  await say(sellerSocket, chatId, 'Last')
  await heardText(buyerSocket, 'Last')
  expect(buyerSocket.heard.filter(([name]) => name === 'messages_read').length).toBe(1)
})

test('messages missed while offline are read from the last one on, in order and once', async () => {
  const { buyer, seller, chatId } = await makeChat()
  const device = await connect(buyer)
  const sender = await connect(seller)
  await say(sender, chatId, 'One')
  await heardText(device, 'One')
  const last = await as(buyer).call(readChat, { id: chatId })
  device.socket.disconnect()
  for (const text of ['Two', 'Three', 'Four']) await say(sender, chatId, text)
  const reconnected = await connect(buyer)
  await say(sender, chatId, 'Five')
  await heardText(reconnected, 'Five')
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
  expect(textsOf(reconnected)).toEqual(['Five'])
})
