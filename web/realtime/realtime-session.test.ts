// Tests the page's realtime session with a real server: nothing is lost, sent twice or mixed up.
import '#server/testing-setup.ts'
import type { AddressInfo } from 'node:net'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { logOut } from '#contract/accounts/auth.ts'
import { readChat } from '#contract/chats.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { listWants } from '#contract/wishlist/wants.ts'
import { makeHelper, makeShop } from '#server/accounts/shop-helpers/testing-shop-helpers.ts'
import { as, makeAccount, makeChat, type TestAccount, testApp } from '#server/testing.ts'
import {
  connect as connectDevice,
  type Device,
  secondSession,
  sendText,
  waitForText,
} from '#server/testing-live.ts'
import { isLong } from '#server/testing-rounds.ts'
import { listForQueue } from '#server/wishlist/queue/testing-queue.ts'
import { newTitle, want } from '#server/wishlist/wants/testing-wants.ts'
import { call } from '#web/api/client.ts'
import { clearSession, type Session, saveSession } from '#web/session/session.ts'
import { stubBrowser } from '#web/testing.ts'
import { chatKey } from './chat-cache.ts'
import { openChat } from './mark-open-chats-read.ts'
import { loadSessionCode, watchSession } from './realtime-provider.tsx'
import type { RealtimeSession } from './realtime-session.ts'
import { observeChat, observeUnread } from './testing-observers.ts'
import { createProxy } from './testing-proxy.ts'

const realFetch = globalThis.fetch
let origin: string
let proxy: ReturnType<typeof createProxy>
let proxyHost: string
beforeAll(async () => {
  await loadSessionCode()
  const { app } = await testApp()
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
  proxy = createProxy(Number(new URL(origin).port))
  await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve))
  proxyHost = `127.0.0.1:${(proxy.server.address() as AddressInfo).port}`
})
afterAll(() => void proxy.server.close())

/** The messages that this page sent by HTTP: the token, the text and the stated sender of each. */
const posted: [token: string, text: string, sender: string][] = []
function notePosted({ headers, body }: { headers: Record<string, string>; body?: unknown }) {
  const { message, sender, senderModel } = JSON.parse(String(body))
  posted.push([headers.authorization ?? '', message, `${senderModel} ${sender}`])
}
let delayed: { path: RegExp; until: Promise<void> } | undefined
let isOffline: boolean
const pageFetch = async (path: string, init: RequestInit & { headers: Record<string, string> }) => {
  if (path === '/api/chats/send') notePosted(init)
  if (delayed?.path.test(path)) await delayed.until
  if (isOffline) throw new TypeError('Failed to fetch')
  return realFetch(origin + path, init)
}

vi.setConfig({ testTimeout: 60_000 })

let client: QueryClient
let realtime: RealtimeSession | undefined
let stop = () => {}
beforeEach(() => {
  stubBrowser()
  vi.stubGlobal('location', {
    protocol: 'http:',
    host: proxyHost,
    hostname: '127.0.0.1',
    port: proxyHost.split(':')[1],
  })
  vi.stubGlobal('fetch', pageFetch)
  proxy.goUp()
  posted.splice(0)
  delayed = undefined
  isOffline = false
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  stop = watchSession(client, (next) => {
    realtime = next
  })
})
afterEach(() => {
  stop()
  client.clear()
})

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 20 })
const sessionOf = ({ token, id, name }: TestAccount, role: Side = 'buyer'): Session => ({
  token,
  userId: id,
  role,
  name,
})
const signIn = (person: TestAccount, role?: Side) =>
  saveSession({ ...sessionOf(person, role), message: '' } as never)
const signInConnected = async (person: TestAccount, role?: Side) => {
  signIn(person, role)
  await eventually(() => expect(realtime?.socket?.connected).toBe(true))
}
const openDevice = (person: TestAccount): Promise<Device> => connectDevice(person, origin)
const storedMessages = async ({ seller, chatId }: { seller: TestAccount; chatId: string }) =>
  (await as(seller).call(readChat, { id: chatId })).body.messages.map(({ sender, message }) => [
    sender,
    message,
  ])
/** Creates two buyers who share a phone. Each has a chat with the same seller, who is connected. */
async function makeSharedPhone() {
  const seller = await makeAccount('seller')
  const [ashasChat, devsChat] = [await makeChat({ seller }), await makeChat({ seller })]
  const sellerDevice = await openDevice(seller)
  return { ashasChat, devsChat, asha: ashasChat.buyer, dev: devsChat.buyer, sellerDevice }
}

test('after a change of account, a message under way is sent once, by its author', async () => {
  const { ashasChat, devsChat, asha, dev, sellerDevice } = await makeSharedPhone()
  const ashaAgain = await secondSession(asha)
  await signInConnected(asha)
  const socket = realtime?.socket
  const resume = proxy.pause()
  realtime?.outbox.send(ashasChat.chatId, 'From Asha')
  signIn(dev)
  expect(socket?.connected).toBe(false)
  realtime?.outbox.send(devsChat.chatId, 'From Dev')
  await waitForText(sellerDevice, 'From Dev')
  resume()
  await eventually(() => expect(realtime?.outbox.unsent()).toEqual([]))
  expect(await storedMessages(devsChat)).toEqual([[dev.id, 'From Dev']])
  signIn(ashaAgain)
  await waitForText(sellerDevice, 'From Asha')
  await eventually(() => expect(realtime?.outbox.unsent()).toEqual([]))
  expect(await storedMessages(ashasChat)).toEqual([[asha.id, 'From Asha']])
  expect(posted.filter(([, text]) => text === 'From Asha').map(([token]) => token)).not.toContain(
    `Bearer ${dev.token}`,
  )
})

test('also by HTTP, the second person’s message doesn’t wait for the first person’s', async () => {
  const { ashasChat, devsChat, asha, dev, sellerDevice } = await makeSharedPhone()
  const ashaAgain = await secondSession(asha)
  proxy.goDown()
  signIn(asha)
  const { promise, reject } = Promise.withResolvers<void>()
  delayed = { path: /\/send$/, until: promise }
  realtime?.outbox.send(ashasChat.chatId, 'From Asha')
  await eventually(() => expect(posted).toHaveLength(1))
  delayed = undefined
  signIn(dev)
  realtime?.outbox.send(devsChat.chatId, 'From Dev')
  await waitForText(sellerDevice, 'From Dev')
  reject(new TypeError('Failed to fetch'))
  signIn(ashaAgain)
  await waitForText(sellerDevice, 'From Asha')
  expect(posted).toEqual([
    [`Bearer ${asha.token}`, 'From Asha', `Buyer ${asha.id}`],
    [`Bearer ${dev.token}`, 'From Dev', `Buyer ${dev.id}`],
    [`Bearer ${ashaAgain.token}`, 'From Asha', `Buyer ${asha.id}`],
  ])
  expect(await storedMessages(ashasChat)).toEqual([[asha.id, 'From Asha']])
})

test('on a shop’s computer, what the owner left unsent isn’t sent by a helper', async () => {
  const { buyer, seller, chatId } = await makeChat({ seller: await makeShop() })
  const ownerAgain = await secondSession(seller)
  const buyerDevice = await openDevice(buyer)
  const helper = await makeHelper(seller, { name: 'Ravi' })
  isOffline = true
  proxy.goDown()
  signIn(seller, 'seller')
  realtime?.outbox.send(chatId, 'From the owner')
  await eventually(() => expect(realtime?.outbox.unsent()[0]?.failures).toBeGreaterThan(0))
  isOffline = false
  proxy.goUp()
  const { token, helperId } = helper
  saveSession({ ...sessionOf(seller, 'seller'), token, helperId, name: 'Ravi', message: '' })
  expect(realtime?.outbox.unsent()).toEqual([])
  realtime?.outbox.send(chatId, 'From Ravi')
  await waitForText(buyerDevice, 'From Ravi')
  signIn(ownerAgain, 'seller')
  await waitForText(buyerDevice, 'From the owner')
  const { messages } = (await as(ownerAgain).call(readChat, { id: chatId })).body
  expect(messages.map(({ message, helper: by }) => [message, by])).toEqual([
    ['From Ravi', 'Ravi'],
    ['From the owner', undefined],
  ])
})

test('one person’s pending read receipt doesn’t delay the next person’s comparison', async () => {
  const { ashasChat, devsChat, asha, dev, sellerDevice } = await makeSharedPhone()
  await signInConnected(asha)
  delayed = { path: /\/read$/, until: new Promise(() => {}) }
  const close = openChat((realtime as RealtimeSession).chats, ashasChat.chatId)
  expect(realtime?.chats.openChatIds).toEqual(new Set([ashasChat.chatId]))
  proxy.goDown()
  signIn(dev)
  close()
  expect(realtime?.chats.openChatIds).toEqual(new Set())
  const unread = observeUnread(client, sessionOf(dev))
  await eventually(() => expect(unread()).toEqual([0]))
  await sendText(sellerDevice, devsChat.chatId, 'Are you coming?')
  proxy.goUp()
  await eventually(() => expect(unread()).toEqual([1]))
})

test('after a lost connection, missed messages are fetched and unsent ones are sent', async () => {
  const { ashasChat, asha, sellerDevice } = await makeSharedPhone()
  await signInConnected(asha)
  const shown = observeChat(client, realtime as RealtimeSession, ashasChat.chatId)
  realtime?.outbox.send(ashasChat.chatId, 'Before')
  await eventually(() => expect(shown()).toEqual(['Before']))
  isOffline = true
  proxy.goDown()
  await eventually(() => expect(realtime?.socket?.connected).toBe(false))
  await sendText(sellerDevice, ashasChat.chatId, 'Said meanwhile')
  realtime?.outbox.send(ashasChat.chatId, 'Written meanwhile')
  await eventually(() => expect(realtime?.outbox.unsent()[0]?.failures).toBeGreaterThan(0))
  isOffline = false
  proxy.goUp()
  await waitForText(sellerDevice, 'Written meanwhile')
  await eventually(() => expect(shown()).toEqual(['Before', 'Said meanwhile', 'Written meanwhile']))
  // The chat may show the message before the response to its request has arrived.
  await eventually(() => expect(realtime?.outbox.unsent()).toEqual([]))
})

test('messages from between the first read and the connection are fetched on connect', async () => {
  const { ashasChat, asha, sellerDevice } = await makeSharedPhone()
  proxy.goDown()
  signIn(asha)
  const unread = observeUnread(client, sessionOf(asha))
  await eventually(() => expect(unread()).toEqual([0]))
  await sendText(sellerDevice, ashasChat.chatId, 'Still there?')
  expect(unread()).toEqual([0])
  proxy.goUp()
  await eventually(() => expect(unread()).toEqual([1]))
})

test('after a logout nothing is sent or received, and all read data is deleted', async () => {
  const { ashasChat, asha, sellerDevice } = await makeSharedPhone()
  await signInConnected(asha)
  const ended = realtime as RealtimeSession
  const shown = observeChat(client, ended, ashasChat.chatId)
  await eventually(() => expect(shown()).toEqual([]))
  clearSession()
  expect(realtime).toBeUndefined()
  expect(ended.socket?.connected).toBe(false)
  expect(client.getQueryData(chatKey(ended.session, ashasChat.chatId))).toBeUndefined()
  ended.outbox.send(ashasChat.chatId, 'Too late')
  await sendText(sellerDevice, ashasChat.chatId, 'Anybody there?')
  await eventually(async () =>
    expect(await storedMessages(ashasChat)).toEqual([[ashasChat.seller.id, 'Anybody there?']]),
  )
  expect(posted).toEqual([])
  await signInConnected(asha)
  await waitForText(sellerDevice, 'Too late')
})

test('a session that has ended on the server also ends in the page, at the latest on connect', async () => {
  const asha = await makeAccount('buyer')
  await signInConnected(asha)
  await as(asha).call(logOut, {})
  await eventually(() => expect(realtime).toBeUndefined())
  expect(localStorage.getItem('token')).toBeNull()
  signIn(asha)
  expect(realtime).toBeDefined()
  await eventually(() => expect(realtime).toBeUndefined())
  expect(localStorage.getItem('token')).toBeNull()
})

test.runIf(isLong)('a refused connection is tried again', async () => {
  const asha = await makeAccount('buyer')
  const devices: Device[] = []
  const openMany = async (): Promise<void> => {
    devices.push(await openDevice(asha))
    return openMany()
  }
  await expect(openMany()).rejects.toThrow('Dobara is open in too many windows.')
  signIn(asha)
  // At this point the library has stopped reconnecting.
  await eventually(() => expect(realtime?.socket?.active).toBe(false))
  devices[0]?.socket.disconnect()
  await eventually(() => expect(realtime?.socket?.connected).toBe(true))
  expect(localStorage.getItem('token')).toBe(asha.token)
})

test('a copy that is reserved between the first read and the connection is shown', async () => {
  const [buyer, seller, title] = [
    await makeAccount('buyer'),
    await makeAccount('seller'),
    newTitle(),
  ]
  await want(buyer, title)
  proxy.goDown()
  signIn(buyer)
  const observer = new QueryObserver(client, {
    queryKey: ['wants'],
    queryFn: () => call(listWants, {}, { session: sessionOf(buyer) }),
    meta: { reads: listWants.reads },
  })
  observer.subscribe(() => {})
  const reserved = () =>
    observer.getCurrentResult().data?.wants.map((want) => want.reserved?.book._id)
  await eventually(() => expect(reserved()).toEqual([undefined]))
  const bookId = await listForQueue(seller, title)
  proxy.goUp()
  await eventually(() => expect(reserved()).toEqual([bookId]))
})
