import { sql } from 'kysely'
import type { Socket } from 'socket.io-client'
import { afterAll, expect, test } from 'vitest'
import { logOut } from '#contract/accounts/auth.ts'
import { sendMessage } from '#contract/chats.ts'
import { createApp } from '#server/app.ts'
import { openPostgres } from '#server/platform/database/database.ts'
import { hashToken } from '#server/platform/http/viewer.ts'
import { as, makeAccount, makeChat, testApp } from '#server/testing.ts'
import {
  connect,
  emitEvent,
  getConnectError,
  receivedTexts,
  secondSession,
  sendText,
  waitForDisconnect,
  waitForEvent,
  waitForText,
} from '#server/testing-live.ts'

const closers: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closers) await close()
})

test('malformed events get an error and never close the connection', async () => {
  const { buyer, chatId } = await makeChat()
  const device = await connect(buyer)
  const payloads = [undefined, null, 0, '', [], {}, { chatId }, { chatId, message: 7 }]
  const odd = [...payloads, { chatId: {}, message: 'x' }, { chatId, message: ' ' }]
  for (const payload of odd)
    for (const name of ['send_message', 'join_chat', 'typing', 'join']) {
      const isTyping = name === 'typing' && (payload as { chatId?: unknown })?.chatId === chatId
      if (!isTyping)
        expect([name, payload, await emitEvent(device, name, payload)]).toMatchObject([
          name,
          payload,
          { ok: false },
        ])
    }
  expect(await sendText(device, chatId, 'x'.repeat(2001))).toMatchObject({
    ok: false,
    code: 'malformed',
  })
  // Sends events without an acknowledgement, one with an invalid acknowledgement, and an unknown
  // event.
  const raw = device.socket as unknown as Socket
  raw.emit('send_message')
  raw.emit('send_message', { chatId, message: 'no answer wanted' })
  raw.emit('join_chat', chatId, 'not a function', 5)
  raw.emit('drop_tables', { all: true })
  expect(await sendText(device, chatId, 'still here')).toMatchObject({
    ok: true,
    message: { number: 2 },
  })
})

test('logging out closes the connections of its session and no others', async () => {
  const { buyer, chatId, seller } = await makeChat()
  const [here, phone] = await Promise.all([connect(buyer), connect(await secondSession(buyer))])
  const event = waitForEvent(here, 'session_ended')
  const disconnected = waitForDisconnect(here)
  await as(buyer).call(logOut, {})
  expect(await event).toEqual({ message: 'You have logged out.' })
  expect(await disconnected).toBe('io server disconnect')
  await as(seller).call(sendMessage, { chatId, message: 'Are you there?' })
  await waitForText(phone, 'Are you there?')
  expect(await getConnectError({ token: buyer.token })).toBe('session_ended')
})

test('a connection whose session ended elsewhere is closed at its next message', async () => {
  const { buyer, seller, chatId } = await makeChat()
  const [device, other] = await Promise.all([connect(buyer), connect(seller)])
  const { context } = await testApp()
  await context.db.deleteFrom('sessions').where('account_id', '=', buyer.id).execute()
  const event = waitForEvent(device, 'session_ended')
  const disconnected = waitForDisconnect(device)
  expect(await sendText(device, chatId, 'I am gone')).toMatchObject({
    ok: false,
    code: 'session_ended',
  })
  expect([await event, await disconnected]).toEqual([
    { message: 'Your session has ended. Please log in again.' },
    'io server disconnect',
  ])
  await as(seller).call(sendMessage, { chatId, message: 'Are you there?' })
  await waitForText(other, 'Are you there?')
  expect(receivedTexts(other)).toEqual(['Are you there?'])
})

test.each(['join', 'typing', 'join_chat'])(
  'a connection with an expired session is closed by %s too',
  async (name) => {
    const { buyer, chatId } = await makeChat()
    const device = await connect(buyer)
    const { db } = (await testApp()).context
    const expired = db.updateTable('sessions').set({ expires_at: new Date(0) })
    await expired.where('account_id', '=', buyer.id).execute()
    const disconnected = waitForDisconnect(device)
    const payload = { join: buyer.id, typing: { chatId }, join_chat: chatId }[name]
    expect(await emitEvent(device, name, payload)).toMatchObject({ code: 'session_ended' })
    expect(await disconnected).toBe('io server disconnect')
  },
)

test('closes idle connections with ended sessions after a single lookup', async () => {
  const [buyer, seller, admin] = await Promise.all([
    makeAccount('buyer'),
    makeAccount('seller'),
    makeAccount('admin'),
  ])
  const phone = await secondSession(buyer)
  const [expired, active, blocked, removed] = await Promise.all([
    connect(buyer),
    connect(phone),
    connect(seller),
    connect(admin),
  ])
  const { db, live } = (await testApp()).context
  await live.endExpiredSessions()
  await db
    .updateTable('sessions')
    .set({ expires_at: new Date(0) })
    .where('token_hash', '=', hashToken(buyer.token))
    .execute()
  await db.updateTable('accounts').set({ status: 'blocked' }).where('id', '=', seller.id).execute()
  await db.deleteFrom('sessions').where('account_id', '=', admin.id).execute()
  const disconnected = Promise.all([expired, blocked, removed].map(waitForDisconnect))
  const event = waitForEvent(expired, 'session_ended')
  await live.endExpiredSessions()
  expect(await event).toEqual({ message: 'Your session has ended. Please log in again.' })
  expect(await disconnected).toEqual(Array(3).fill('io server disconnect'))
  expect(await emitEvent(active, 'join', buyer.id)).toMatchObject({ ok: true })
})

test('disconnectAccount closes a person’s connections except one session’s', async () => {
  const buyer = await makeAccount('buyer')
  const other = await secondSession(buyer)
  const [here, phone] = await Promise.all([connect(buyer), connect(other)])
  const disconnected = waitForDisconnect(here)
  const { context } = await testApp()
  context.live.disconnectAccount(buyer.id, 'Your password was changed.', hashToken(other.token))
  expect(await disconnected).toBe('io server disconnect')
  expect(await emitEvent(phone, 'join', buyer.id)).toEqual({
    ok: true,
    messages: 0,
    notices: 0,
    muted: [],
  })
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'two processes on one PostgreSQL share events, even after their connection broke',
  async () => {
    const { context } = await testApp()
    const database = await openPostgres(String(context.database.pool?.options.connectionString))
    const other = await createApp({
      config: { ...context.config, rateLimit: false },
      log: context.log,
      database,
      storage: context.storage,
    })
    closers.push(() => other.app.close())
    const { buyer, seller, chatId } = await makeChat()
    const [here, there] = await Promise.all([
      connect(buyer),
      connect(seller, await other.app.listen({ port: 0, host: '127.0.0.1' })),
    ])
    const exchangeMessages = async () => {
      const before = [receivedTexts(here).length, receivedTexts(there).length] as const
      const isExchanged = async () => {
        await sendText(here, chatId, 'From here')
        await sendText(there, chatId, 'From there')
        return receivedTexts(here).length > before[0] && receivedTexts(there).length > before[1]
      }
      await expect.poll(isExchanged, { interval: 700 }).toBe(true)
    }
    await exchangeMessages()

    // Simulates a restart of PostgreSQL: the listening connections break and are opened again.
    const broken =
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'LISTEN%'`.execute(
        context.db,
      )
    expect(broken.rows.length).toBe(2)
    await exchangeMessages()
    // Events sent while the connections were broken are lost, so both clients must read their chats
    // again.
    for (const { received } of [here, there])
      await expect
        .poll(() => received.map(([name]) => name))
        .toEqual(expect.arrayContaining(['chats_changed', 'notices_changed']))

    const disconnected = waitForDisconnect(there)
    await as(seller).call(logOut, {})
    expect(await disconnected).toBe('io server disconnect')
  },
)

test('rejects too many events, and drops queued ones when the connection ends', async () => {
  const { buyer, chatId } = await makeChat()
  const device = await connect(buyer)
  const acks = await Promise.all(
    Array.from({ length: 150 }, () => emitEvent(device, 'join_chat', chatId)),
  )
  const rejected = acks.filter((ack) => !ack.ok)
  expect(rejected.length).toBeGreaterThanOrEqual(50)
  expect(rejected[0]).toEqual({
    ok: false,
    code: 'too_many_requests',
    message: 'Too many requests. Please wait a moment.',
    retryAfter: 1,
  })
  expect(await emitEvent(device, 'join_chat', chatId)).toMatchObject({ ok: true })

  const { context } = await testApp()
  const countStored = async () =>
    (await context.db.selectFrom('messages').select('id').where('chat_id', '=', chatId).execute())
      .length
  for (let n = 0; n < 25; n++) sendText(device, chatId, `Message ${n}`).catch(() => {})
  await expect.poll(countStored, { interval: 1 }).toBeGreaterThan(0)
  device.socket.disconnect()
  await new Promise((resolve) => setTimeout(resolve, 300))
  const count = await countStored()
  expect(count).toBeLessThan(25)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await countStored()).toBe(count)
})

test('passes typing on at most once a second, from any number of windows', async () => {
  const { buyer, seller, chatId } = await makeChat()
  const [window1, window2, other] = await Promise.all([
    connect(buyer),
    connect(buyer),
    connect(seller),
  ])
  const acks = await Promise.all(
    [window1, window2, window1, window2, window1].map((device) =>
      emitEvent(device, 'typing', { chatId }),
    ),
  )
  expect(acks).toEqual(acks.map(() => ({ ok: true })))
  const countTyping = () => other.received.filter(([name]) => name === 'typing').length
  await as(buyer).call(sendMessage, { chatId, message: 'Done typing' })
  await waitForText(other, 'Done typing')
  expect(countTyping()).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 1050))
  await emitEvent(window2, 'typing', { chatId })
  await expect.poll(countTyping).toBe(2)
})

test('a person can have at most twenty connections at the same time', async () => {
  const buyer = await makeAccount('buyer')
  const devices = await Promise.all(Array.from({ length: 20 }, () => connect(buyer)))
  expect(await Promise.all([1, 2, 3].map(() => getConnectError({ token: buyer.token })))).toEqual(
    Array(3).fill('too_many_requests'),
  )
  expect(
    await emitEvent(await connect(await makeAccount('buyer')), 'join_chat', 'x'),
  ).toMatchObject({
    ok: false,
  })
  devices[0]?.socket.disconnect()
  await expect
    .poll(() =>
      connect(buyer).then(
        () => 'connected',
        () => 'rejected',
      ),
    )
    .toBe('connected')
})
