import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import type { Socket } from 'socket.io-client'
import { afterAll, expect, test } from 'vitest'
import { logOut } from '#contract/auth.ts'
import { sendMessage } from '#contract/chats.ts'
import { createApp } from '#server/app.ts'
import { openPostgres } from '#server/platform/database/database.ts'
import { hashToken } from '#server/platform/http/viewer.ts'
import { createLog } from '#server/platform/operations/log.ts'
import { as, makeChat, makePerson, testApp } from '#server/testing.ts'
import {
  ask,
  connect,
  ended,
  heardText,
  next,
  refusedConnect,
  say,
  secondSession,
  textsOf,
} from '#server/testing-live.ts'
import { createLive } from './live.ts'

const closers: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closers) await close()
})

test.each([
  [{}, 'signed_out'],
  [{ token: '' }, 'signed_out'],
  [{ token: 42 }, 'signed_out'],
  [{ token: ['x'] }, 'signed_out'],
  [{ token: 'stale' }, 'session_ended'],
])('the handshake %o is refused as %s', async (auth, code) => {
  expect(await refusedConnect(auth)).toBe(code)
})

test('a look-up that fails refuses the handshake and harms nobody else', async () => {
  const http = createServer()
  closers.push(async () => http.close())
  let asked = 0
  const viewer = { personId: 'p', role: 'buyer', name: 'Asha', session: 's' } as const
  const live = await createLive(http, {
    findViewer: async () => {
      if (++asked % 2 === 0) throw new Error('the database is away')
      return viewer
    },
    findAlive: async (sessions) => sessions,
    log: createLog('silent'),
    pool: undefined,
    invalidateHere: () => {},
    limits: (await testApp()).parts.limits,
    proxies: 0,
  })
  closers.push(() => live.close())
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  for (let tries = 0; tries < 2; tries++)
    expect(await refusedConnect({ token: 'any' }, address)).toBe('internal')
  expect(asked).toBe(4)
})

test('garbage is answered by a refusal and never ends the connection', async () => {
  const { buyer, chatId } = await makeChat()
  const device = await connect(buyer)
  const garbage = [
    undefined,
    null,
    0,
    '',
    [],
    {},
    { chatId },
    { chatId, message: 7 },
    { chatId: {}, message: 'x' },
    { chatId, message: ' ' },
  ]
  for (const what of garbage)
    for (const name of ['send_message', 'join_chat', 'typing', 'join']) {
      if (
        name === 'typing' &&
        what !== null &&
        typeof what === 'object' &&
        (what as { chatId?: string }).chatId === chatId
      )
        continue
      expect(await ask(device, name, what), `${name} ${JSON.stringify(what)}`).toMatchObject({
        ok: false,
      })
    }
  expect(await say(device, chatId, 'x'.repeat(2001))).toMatchObject({
    ok: false,
    code: 'malformed',
  })
  // Without an acknowledgement, with one that isn't a function, and an event that nobody knows.
  const raw = device.socket as unknown as Socket
  raw.emit('send_message')
  raw.emit('send_message', { chatId, message: 'no answer wanted' })
  raw.emit('join_chat', chatId, 'not a function', 5)
  raw.emit('drop_tables', { all: true })
  expect(await say(device, chatId, 'still here')).toMatchObject({
    ok: true,
    message: { number: 2 },
  })
})

test('logging out ends the connections of its session and no others', async () => {
  const { buyer, chatId, seller } = await makeChat()
  const [here, phone] = await Promise.all([connect(buyer), connect(await secondSession(buyer))])
  const told = next(here, 'session_ended')
  const gone = ended(here)
  await as(buyer).call(logOut, {})
  expect(await told).toEqual({ message: 'You have logged out.' })
  expect(await gone).toBe('io server disconnect')
  await as(seller).call(sendMessage, { chatId, message: 'Are you there?' })
  await heardText(phone, 'Are you there?')
  expect(await refusedConnect({ token: buyer.token })).toBe('session_ended')
})

test('a connection whose session is over speaks no more, even if nobody told it', async () => {
  const { buyer, seller, chatId } = await makeChat()
  const [device, other] = await Promise.all([connect(buyer), connect(seller)])
  const { parts } = await testApp()
  await parts.db.deleteFrom('sessions').where('person_id', '=', buyer.id).execute()
  const told = next(device, 'session_ended')
  const gone = ended(device)
  expect(await say(device, chatId, 'I am gone')).toMatchObject({ ok: false, code: 'session_ended' })
  expect([await told, await gone]).toEqual([
    { message: 'Your session has ended. Please log in again.' },
    'io server disconnect',
  ])
  await as(seller).call(sendMessage, { chatId, message: 'Are you there?' })
  await heardText(other, 'Are you there?')
  expect(textsOf(other)).toEqual(['Are you there?'])
})

test.each(['join', 'typing', 'join_chat'])(
  'a connection whose session ran out is ended by %s, too',
  async (name) => {
    const { buyer, chatId } = await makeChat()
    const device = await connect(buyer)
    expect(await ask(device, 'join_chat', chatId)).toEqual({ ok: true })
    const { parts } = await testApp()
    await parts.db
      .updateTable('sessions')
      .set({ expires_at: new Date(0) })
      .where('person_id', '=', buyer.id)
      .execute()
    const gone = ended(device)
    const what = { join: buyer.id, typing: { chatId }, join_chat: chatId }[name]
    expect(await ask(device, name, what)).toMatchObject({ ok: false, code: 'session_ended' })
    expect(await gone).toBe('io server disconnect')
  },
)

test('a connection that only listens is ended when its session runs out, by one look-up for all of them', async () => {
  const [buyer, seller, admin] = await Promise.all([
    makePerson('buyer'),
    makePerson('seller'),
    makePerson('admin'),
  ])
  const phone = await secondSession(buyer)
  const [here, stays, blocked, removed] = await Promise.all([
    connect(buyer),
    connect(phone),
    connect(seller),
    connect(admin),
  ])
  const { db, live } = (await testApp()).parts
  await live.endDead()
  await db
    .updateTable('sessions')
    .set({ expires_at: new Date(0) })
    .where('token_hash', '=', Buffer.from(hashToken(buyer.token), 'hex'))
    .execute()
  await db.updateTable('people').set({ status: 'blocked' }).where('id', '=', seller.id).execute()
  await db.deleteFrom('sessions').where('person_id', '=', admin.id).execute()
  const gone = Promise.all([here, blocked, removed].map(ended))
  const told = next(here, 'session_ended')
  await live.endDead()
  expect(await told).toEqual({ message: 'Your session has ended. Please log in again.' })
  expect(await gone).toEqual(Array(3).fill('io server disconnect'))
  expect(await ask(stays, 'join', buyer.id)).toMatchObject({ ok: true })
})

test('ending a person ends all their connections but those of the session that is kept', async () => {
  const buyer = await makePerson('buyer')
  const other = await secondSession(buyer)
  const [here, phone] = await Promise.all([connect(buyer), connect(other)])
  const gone = ended(here)
  const { parts } = await testApp()
  parts.live.endPerson(buyer.id, 'Your password was changed.', hashToken(other.token))
  expect(await gone).toBe('io server disconnect')
  expect(await ask(phone, 'join', buyer.id)).toEqual({
    ok: true,
    messages: 0,
    notices: 0,
    muted: [],
  })
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'two processes on one PostgreSQL are one, also after their link broke',
  async () => {
    const { parts } = await testApp()
    const database = await openPostgres(String(parts.database.pool?.options.connectionString))
    const other = await createApp({
      config: { ...parts.config, rateLimit: false },
      log: parts.log,
      database,
      storage: parts.storage,
    })
    closers.push(() => other.app.close())
    const { buyer, seller, chatId } = await makeChat()
    const [here, away] = await Promise.all([
      connect(buyer),
      connect(seller, await other.app.listen({ port: 0, host: '127.0.0.1' })),
    ])
    /** Speaks in both processes until each has heard what was said in the other one from now on. */
    const crossing = async () => {
      const before = [textsOf(here).length, textsOf(away).length] as const
      const crossed = async () => {
        await say(here, chatId, 'From here')
        await say(away, chatId, 'From there')
        return textsOf(here).length > before[0] && textsOf(away).length > before[1]
      }
      await expect.poll(crossed, { timeout: 20_000, interval: 700 }).toBe(true)
    }
    await crossing()

    let made = 0
    const read = () => other.parts.cache.getOrCompute('answer', ['books'], 3600, async () => ++made)
    expect(await read()).toBe(1)
    parts.live.invalidateElsewhere(['books'])
    await expect.poll(read).toBe(2)

    // As when PostgreSQL restarts: the connections on which the processes listen are gone, and are made anew.
    const broken =
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'LISTEN%'`.execute(
        parts.db,
      )
    expect(broken.rows.length).toBe(2)
    await crossing()

    const gone = ended(away)
    await as(seller).call(logOut, {})
    expect(await gone).toBe('io server disconnect')
  },
)

test('a flood of events is refused, and what still waits when its connection ends is dropped', async () => {
  const { buyer, chatId } = await makeChat()
  const device = await connect(buyer)
  const acks = await Promise.all(
    Array.from({ length: 150 }, () => ask(device, 'join_chat', chatId)),
  )
  const refused = acks.filter((ack) => !ack.ok)
  expect(refused.length).toBeGreaterThanOrEqual(50)
  expect(refused[0]).toEqual({
    ok: false,
    code: 'too_many_requests',
    message: 'Too many requests. Please wait a moment.',
    retryAfter: 1,
  })
  expect(await ask(device, 'join_chat', chatId)).toEqual({ ok: true })

  const { parts } = await testApp()
  const stored = async () =>
    (await parts.db.selectFrom('messages').select('id').where('chat_id', '=', chatId).execute())
      .length
  for (let n = 0; n < 25; n++) say(device, chatId, `Message ${n}`).catch(() => {})
  await expect.poll(stored, { interval: 1 }).toBeGreaterThan(0)
  device.socket.disconnect()
  await new Promise((resolve) => setTimeout(resolve, 300))
  const left = await stored()
  expect(left).toBeLessThan(25)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await stored()).toBe(left)
})

test('typing is told once a second, from however many windows', async () => {
  const { buyer, seller, chatId } = await makeChat()
  const [one, two, other] = await Promise.all([connect(buyer), connect(buyer), connect(seller)])
  const acks = await Promise.all(
    [one, two, one, two, one].map((device) => ask(device, 'typing', { chatId })),
  )
  expect(acks).toEqual(acks.map(() => ({ ok: true })))
  const told = () => other.heard.filter(([name]) => name === 'typing').length
  await as(buyer).call(sendMessage, { chatId, message: 'Done typing' })
  await heardText(other, 'Done typing')
  expect(told()).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 1050))
  await ask(two, 'typing', { chatId })
  await expect.poll(told).toBe(2)
})

test('a person has at most twenty connections, and another one once one of them has ended', async () => {
  const buyer = await makePerson('buyer')
  const devices = await Promise.all(Array.from({ length: 20 }, () => connect(buyer)))
  expect(await Promise.all([1, 2, 3].map(() => refusedConnect({ token: buyer.token })))).toEqual(
    Array(3).fill('too_many_requests'),
  )
  expect(await ask(await connect(await makePerson('buyer')), 'join_chat', 'x')).toMatchObject({
    ok: false,
  })
  devices[0]?.socket.disconnect()
  await expect
    .poll(() =>
      connect(buyer).then(
        () => 'connected',
        () => 'refused',
      ),
    )
    .toBe('connected')
})
