// The page's live connection against a real server: who it belongs to, and what it loses, doubles or mixes up. Nothing.
import net from 'node:net'
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { logOut } from '#contract/auth.ts'
import { type Chat, type ChatSummary, listChats, readChat } from '#contract/chats.ts'
import type { Page, Side } from '#contract/endpoint.ts'
import { as, makeChat, makePerson, type TestPerson, testApp } from '#server/testing.ts'
import {
  connect as connectDevice,
  type Device,
  heardText,
  say,
  secondSession,
} from '#server/testing-live.ts'
import { call } from '#web/api/client.ts'
import { readKey } from '#web/api/hooks.ts'
import { clearSession, type Session, saveSession } from '#web/session/session.ts'
import { stubBrowser } from '#web/testing.ts'
import { chatKey, chatListInput, fetchChat, openChat } from './chat-cache.ts'
import type { Connection } from './connection.ts'
import { followSession } from './live.tsx'

/** The line between the page and the server: a socket's bytes can be held on it, and it can go down. */
function openLine(port: number) {
  const pairs = new Set<[near: net.Socket, far: net.Socket]>()
  let down = false
  const server = net.createServer((near) => {
    if (down) return near.destroy()
    const far = net.connect(port, '127.0.0.1')
    const pair: [net.Socket, net.Socket] = [near, far]
    pairs.add(pair)
    near.pipe(far).pipe(near)
    for (const end of pair)
      end
        .on('error', () => {})
        .on('close', () => {
          for (const one of pair) one.destroy()
          pairs.delete(pair)
        })
  })
  return {
    server,
    /** Holds what the page sends on its present connections, until the returned function is called. */
    hold: () => {
      const held = [...pairs]
      for (const [near, far] of held) near.unpipe(far)
      return () => {
        for (const [near, far] of held) near.pipe(far)
      }
    },
    cut: () => {
      down = true
      for (const [near] of pairs) near.destroy()
    },
    mend: () => {
      down = false
    },
  }
}

const realFetch = globalThis.fetch
let origin: string
let line: ReturnType<typeof openLine>
let lineHost: string
beforeAll(async () => {
  const { app } = await testApp()
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
  line = openLine(Number(new URL(origin).port))
  await new Promise<void>((resolve) => line.server.listen(0, '127.0.0.1', resolve))
  lineHost = `127.0.0.1:${(line.server.address() as net.AddressInfo).port}`
})
afterAll(() => void line.server.close())

/** The messages that this page has posted, each with the token it carried. */
const posted: [token: string, text: string][] = []
/** Calls that don't reach the server before something has happened. */
let held: { path: RegExp; until: Promise<void> } | undefined
/** Whether calls fail for want of a connection. */
let offline: boolean
const pageFetch = async (path: string, init: RequestInit & { headers: Record<string, string> }) => {
  if (path === '/api/chats/send')
    posted.push([init.headers.authorization ?? '', JSON.parse(String(init.body)).message])
  if (held?.path.test(path)) await held.until
  if (offline) throw new TypeError('Failed to fetch')
  return realFetch(origin + path, init)
}

vi.setConfig({ testTimeout: 60_000 })

let client: QueryClient
let connection: Connection | undefined
let stop = () => {}
beforeEach(() => {
  stubBrowser()
  vi.stubGlobal('location', {
    protocol: 'http:',
    host: lineHost,
    hostname: '127.0.0.1',
    port: lineHost.split(':')[1],
  })
  vi.stubGlobal('fetch', pageFetch)
  line.mend()
  posted.splice(0)
  held = undefined
  offline = false
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  stop = followSession(client, (next) => {
    connection = next
  })
})
afterEach(() => {
  stop()
  client.clear()
  vi.unstubAllGlobals()
})

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 20 })
const sessionOf = ({ token, id, name }: TestPerson, role: Side = 'buyer'): Session => ({
  token,
  userId: id,
  role,
  name,
})
const enter = (person: TestPerson, role?: Side) =>
  saveSession({ ...sessionOf(person, role), message: '' } as never)
const enterConnected = async (person: TestPerson, role?: Side) => {
  enter(person, role)
  await until(() => expect(connection?.socket?.connected).toBe(true))
}
const device = (person: TestPerson): Promise<Device> => connectDevice(person, origin)
/** What is stored in a chat, as its seller reads it. */
const storedIn = async ({ seller, chatId }: { seller: TestPerson; chatId: string }) =>
  (await as(seller).call(readChat, { id: chatId })).body.messages.map(({ sender, message }) => [
    sender,
    message,
  ])
/** The texts of a chat as the page shows them, from now on. */
const watchChat = ({ chats, session }: Connection, chatId: string) => {
  const observer = new QueryObserver<Chat>(client, {
    queryKey: chatKey(session, chatId),
    queryFn: ({ signal }) => fetchChat(chats, chatId, signal),
    meta: { reads: readChat.reads },
  })
  observer.subscribe(() => {})
  return () => observer.getCurrentResult().data?.messages.map(({ message }) => message)
}
/** How many messages the page's list of chats shows as unread. */
const watchUnread = (session: Session) => {
  const observer = new InfiniteQueryObserver<Page<ChatSummary>>(client, {
    queryKey: [...readKey(listChats, chatListInput, session.userId), 'pages'],
    queryFn: () => call(listChats, chatListInput, { session }),
    initialPageParam: undefined,
    getNextPageParam: () => undefined,
    meta: { reads: listChats.reads },
  })
  observer.subscribe(() => {})
  return () => {
    const data = observer.getCurrentResult().data as { pages: Page<ChatSummary>[] } | undefined
    return data?.pages[0]?.rows.map((chat) => chat.unreadMessages)
  }
}

/** Two buyers who share a phone, each in a chat with the same seller, who listens. */
async function shareAPhone() {
  const seller = await makePerson('seller')
  const [hers, his] = [await makeChat({ seller }), await makeChat({ seller })]
  return { hers, his, asha: hers.buyer, dev: his.buyer, listening: await device(seller) }
}

test('a change of account with a message in flight: each message goes out once, as who wrote it', async () => {
  const { hers, his, asha, dev, listening } = await shareAPhone()
  const again = await secondSession(asha)
  await enterConnected(asha)
  const socket = connection?.socket
  const release = line.hold()
  connection?.outbox.send(hers.chatId, 'From Asha')
  enter(dev)
  expect(socket?.connected).toBe(false)
  connection?.outbox.send(his.chatId, 'From Dev')
  await heardText(listening, 'From Dev')
  release()
  await until(() => expect(connection?.outbox.unsent()).toEqual([]))
  expect(await storedIn(his)).toEqual([[dev.id, 'From Dev']])
  enter(again)
  await heardText(listening, 'From Asha')
  await until(() => expect(connection?.outbox.unsent()).toEqual([]))
  expect(await storedIn(hers)).toEqual([[asha.id, 'From Asha']])
  expect(posted.filter(([, text]) => text === 'From Asha').map(([token]) => token)).not.toContain(
    `Bearer ${dev.token}`,
  )
})

test('the same where messages go by POST: the second person’s doesn’t wait for the first one’s', async () => {
  const { hers, his, asha, dev, listening } = await shareAPhone()
  const again = await secondSession(asha)
  line.cut()
  enter(asha)
  const { promise, reject } = Promise.withResolvers<void>()
  held = { path: /\/send$/, until: promise }
  connection?.outbox.send(hers.chatId, 'From Asha')
  await until(() => expect(posted).toHaveLength(1))
  held = undefined
  enter(dev)
  connection?.outbox.send(his.chatId, 'From Dev')
  await heardText(listening, 'From Dev')
  reject(new TypeError('Failed to fetch'))
  enter(again)
  await heardText(listening, 'From Asha')
  expect(posted).toEqual([
    [`Bearer ${asha.token}`, 'From Asha'],
    [`Bearer ${dev.token}`, 'From Dev'],
    [`Bearer ${again.token}`, 'From Asha'],
  ])
  expect(await storedIn(hers)).toEqual([[asha.id, 'From Asha']])
})

test('what is still being told for one person doesn’t hold up the next one’s first look', async () => {
  const { hers, his, asha, dev, listening } = await shareAPhone()
  await enterConnected(asha)
  held = { path: /\/read$/, until: new Promise(() => {}) }
  const close = openChat((connection as Connection).chats, hers.chatId)
  expect(connection?.chats.open).toEqual(new Set([hers.chatId]))
  line.cut()
  enter(dev)
  close()
  expect(connection?.chats.open).toEqual(new Set())
  const unread = watchUnread(sessionOf(dev))
  await until(() => expect(unread()).toEqual([0]))
  await say(listening, his.chatId, 'Are you coming?')
  line.mend()
  await until(() => expect(unread()).toEqual([1]))
})

test('after a lost connection what was said meanwhile is read, and what was written goes out by itself', async () => {
  const { hers, asha, listening } = await shareAPhone()
  await enterConnected(asha)
  const shown = watchChat(connection as Connection, hers.chatId)
  connection?.outbox.send(hers.chatId, 'Before')
  await until(() => expect(shown()).toEqual(['Before']))
  offline = true
  line.cut()
  await until(() => expect(connection?.socket?.connected).toBe(false))
  await say(listening, hers.chatId, 'Said meanwhile')
  connection?.outbox.send(hers.chatId, 'Written meanwhile')
  await until(() => expect(connection?.outbox.unsent()[0]?.failures).toBeGreaterThan(0))
  offline = false
  line.mend()
  await heardText(listening, 'Written meanwhile')
  await until(() => expect(shown()).toEqual(['Before', 'Said meanwhile', 'Written meanwhile']))
  // It may be read in the chat before its own answer has come.
  await until(() => expect(connection?.outbox.unsent()).toEqual([]))
})

test('what came between the first look and the connection is read once it stands', async () => {
  const { hers, asha, listening } = await shareAPhone()
  line.cut()
  enter(asha)
  const unread = watchUnread(sessionOf(asha))
  await until(() => expect(unread()).toEqual([0]))
  await say(listening, hers.chatId, 'Still there?')
  expect(unread()).toEqual([0])
  line.mend()
  await until(() => expect(unread()).toEqual([1]))
})

test('a logout ends it all: nothing is sent or heard any more, and nothing that was read stays', async () => {
  const { hers, asha, listening } = await shareAPhone()
  await enterConnected(asha)
  const old = connection as Connection
  const shown = watchChat(old, hers.chatId)
  await until(() => expect(shown()).toEqual([]))
  clearSession()
  expect(connection).toBeUndefined()
  expect(old.socket?.connected).toBe(false)
  expect(client.getQueryData(chatKey(old.session, hers.chatId))).toBeUndefined()
  old.outbox.send(hers.chatId, 'Too late')
  await say(listening, hers.chatId, 'Anybody there?')
  await until(async () =>
    expect(await storedIn(hers)).toEqual([[hers.seller.id, 'Anybody there?']]),
  )
  expect(posted).toEqual([])
  // It waits for her, and goes out as hers.
  await enterConnected(asha)
  await heardText(listening, 'Too late')
})

test('a session that is over on the server is over here: told by it, or at the next connection', async () => {
  const asha = await makePerson('buyer')
  await enterConnected(asha)
  await as(asha).call(logOut, {})
  await until(() => expect(connection).toBeUndefined())
  expect(localStorage.getItem('token')).toBeNull()
  enter(asha)
  expect(connection).toBeDefined()
  await until(() => expect(connection).toBeUndefined())
  expect(localStorage.getItem('token')).toBeNull()
})

test('a connection that is refused for now is tried again', async () => {
  const asha = await makePerson('buyer')
  const windows: Device[] = []
  const open = async (): Promise<void> => {
    windows.push(await device(asha))
    return open()
  }
  await expect(open()).rejects.toThrow('Dobara is open in too many windows.')
  enter(asha)
  // Refused, and given up by the library.
  await until(() => expect(connection?.socket?.active).toBe(false))
  windows[0]?.socket.disconnect()
  await until(() => expect(connection?.socket?.connected).toBe(true))
  expect(localStorage.getItem('token')).toBe(asha.token)
})
