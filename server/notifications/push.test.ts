import { createECDH, randomBytes } from 'node:crypto'
import http, { createServer } from 'node:http'
import https from 'node:https'
import { afterAll, expect, test } from 'vitest'
import webPush from 'web-push'
import { logOut } from '#contract/accounts/auth.ts'
import {
  notificationKinds,
  readNotificationSettings,
  subscribeToPush,
  unsubscribeFromPush,
} from '#contract/accounts/notifications.ts'
import { markChatRead, sendMessage } from '#contract/chats.ts'
import { settleMs } from '#server/notifications/push.ts'
import { as, makeAccount, makeChat, otherApp, type TestAccount, testApp } from '#server/testing.ts'
import { isPushService, pushPayload, sendPush } from './push.ts'
import { insertNotifications } from './store.ts'

/**
 * What a simulated push service has received. It responds with the status that is set for the path.
 */
const received: { path: string; bytes: number; headers: Record<string, unknown> }[] = []
const statuses = new Map<string, number>()
const service = createServer((request, response) => {
  const path = request.url ?? ''
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  request.on('end', () => {
    received.push({ path, bytes, headers: request.headers })
    const status = statuses.get(path) ?? 201
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
  })
})
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${(service.address() as { port: number }).port}`
// Sends web-push's requests by HTTP. It uses only HTTPS, and the simulated service has no
// certificate.
const secureRequest = https.request
https.request = http.request as typeof https.request
afterAll(() => {
  https.request = secureRequest
  service.close()
})

const browserKeys = () => {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  return {
    p256dh: curve.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
}

async function pushApp() {
  let passed = 0
  const push = {
    ...webPush.generateVAPIDKeys(),
    contact: 'mailto:desk@example.org',
    testOrigin: origin,
  }
  const now = () => new Date(Date.now() + passed)
  const { app, context } = await otherApp({ config: { push }, now })
  const options = { app }
  return {
    context,
    options,
    push,
    subscribe: (account: TestAccount, path: string, showsNames = true) =>
      as(account).call(
        subscribeToPush,
        { endpoint: origin + path, showsNames, ...browserKeys() },
        options,
      ),
    say: async (from: TestAccount, chatId: string, message: string) => {
      passed += 10
      await as(from).call(sendMessage, { chatId, message }, options)
    },
    /** Returns the paths that the job now sends to. */
    run: async () => {
      passed += settleMs + 10
      received.length = 0
      await sendPush(context, new AbortController().signal)
      return received.map(({ path }) => path)
    },
  }
}

test('a chat’s news goes once to its reader’s browsers, encrypted and small', async () => {
  const { context, options, push, subscribe, say, run } = await pushApp()
  const { buyer, seller, chatId } = await makeChat()
  expect((await as(seller).call(readNotificationSettings, {}, options)).body.push).toEqual({
    publicKey: push.publicKey,
    isOn: false,
    showsNames: true,
  })
  await say(buyer, chatId, 'Before that')
  expect((await subscribe(seller, '/seller')).body.push).toMatchObject({ isOn: true })
  await subscribe(buyer, '/buyer')
  expect(await run()).toEqual([])
  await say(buyer, chatId, 'Is it free?')
  await say(buyer, chatId, 'Hello?')
  expect(await run()).toEqual(['/seller'])
  expect(received[0]?.bytes).toBeLessThan(500)
  expect(received[0]?.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    authorization: expect.stringContaining(push.publicKey),
    ttl: '86400',
  })
  expect(await run()).toEqual([])
  await say(buyer, chatId, 'Are you there?')
  await as(seller).call(markChatRead, { id: chatId }, options)
  expect(await run()).toEqual([])
  const account = { kind: 'account', text: 'News', now: context.now() } as const
  await insertNotifications(context.db, [buyer.id], account)
  expect(await run()).toEqual(['/buyer'])
})

test('a browser that was logged out, taken over or removed gets nothing more', async () => {
  const { options, subscribe, say, run } = await pushApp()
  const { buyer, seller, chatId } = await makeChat()
  const other = await makeAccount('seller')
  await subscribe(seller, '/shared')
  await subscribe(other, '/shared')
  const isOn = async () =>
    (await as(seller).call(readNotificationSettings, {}, options)).body.push?.isOn
  expect(await isOn()).toBe(false)
  await say(buyer, chatId, 'Is it free?')
  expect(await run()).toEqual([])
  for (const status of [404, 410]) {
    await subscribe(seller, `/gone-${status}`)
    statuses.set(`/gone-${status}`, status)
    await say(buyer, chatId, `Gone ${status}?`)
    expect(await run()).toEqual([`/gone-${status}`])
    expect(await isOn()).toBe(false)
  }
  // Redirects aren't followed, and failures aren't retried.
  await subscribe(seller, '/moved')
  statuses.set('/moved', 302)
  await say(buyer, chatId, 'Moved?')
  expect(await run()).toEqual(['/moved'])
  await as(seller).call(unsubscribeFromPush, {}, options)
  await subscribe(seller, '/left')
  await as(seller).call(logOut, {}, options)
  await say(buyer, chatId, 'Left?')
  expect(await run()).toEqual([])
  const { context } = await testApp()
  const left = context.db.selectFrom('push_subscriptions').select('endpoint')
  expect(await left.where('endpoint', 'like', '%/left').execute()).toEqual([])
})

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/abc', false],
  ['https://fcm.googleapis.com.evil.example/abc', false],
  ['https://evil.example/#fcm.googleapis.com', false],
  ['https://user@fcm.googleapis.com/abc', false],
  ['https://evilpush.apple.com/abc', false],
  ['http://127.0.0.1:5432/', false],
  ['https://localhost/', false],
  ['https://[::1]/', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['file:///etc/passwd', false],
  ['nothing', false],
])('is %s a push service: %s', (endpoint, expected) => {
  expect(isPushService(endpoint)).toBe(expected)
})

test('rejects a URL that isn’t a push service, and everything without keys', async () => {
  const { options } = await pushApp()
  const buyer = await makeAccount('buyer')
  const subscription = { showsNames: true, ...browserKeys() }
  const endpoint = 'http://127.0.0.1:5432/'
  expect(
    (await as(buyer).call(subscribeToPush, { ...subscription, endpoint }, options)).error.code,
  ).toBe('unknown_push_service')
  expect(
    (
      await as(buyer).call(
        subscribeToPush,
        { ...subscription, endpoint: origin, auth: 'x' },
        options,
      )
    ).error.fields,
  ).toEqual({ auth: 'auth has 16 bytes.' })
  expect((await as(buyer).call(readNotificationSettings, {})).body).not.toHaveProperty('push')
  expect(
    (await as(buyer).call(subscribeToPush, { ...subscription, endpoint: origin })).error.code,
  ).toBe('no_push')
})

test('omits names and titles if the subscriber doesn’t want them', () => {
  const about = { chat_id: 'c1', order_id: null, book_id: null, exchange_id: null }
  const chat = { name: 'Asha', title: 'Godaan', unread: 1, list_query: null, ...about }
  const news = { side: 'buyer' as const, kind: 'message' as const, ...chat }
  expect(pushPayload(news, true)).toEqual({
    path: '/buyer/chats?chat=c1',
    title: 'Asha',
    body: 'New in your chat about “Godaan”.',
  })
  const list_query = 'search=godaan&sort=newest'
  for (const kind of notificationKinds)
    for (const list of [null, list_query]) {
      const { title, body } = pushPayload({ ...news, kind, list_query: list }, false)
      expect(title + body).not.toMatch(/Asha|Godaan/i)
    }
  const pathOf = (waiting: Partial<typeof news> | object) =>
    pushPayload({ ...news, ...waiting }, true).path
  expect(pathOf({ kind: 'saved', list_query })).toBe(`/buyer/dashboard?${list_query}`)
  expect(pathOf({ kind: 'saved', book_id: 'b1' })).toBe('/buyer/book/b1')
  expect(pathOf({ kind: 'status', order_id: 'o1' })).toBe('/buyer/orders?order=o1')
  expect(pathOf({ kind: 'exchange', exchange_id: 'e1' })).toBe('/buyer/exchanges/e1')
  expect(pathOf({ kind: 'exchange' })).toBe('/buyer/wishlist')
})
