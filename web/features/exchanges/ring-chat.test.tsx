// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { RingMessage } from '#contract/exchanges/rings.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { loadSessionCode, RealtimeProvider } from '#web/realtime/realtime-provider.tsx'
import { unreadCountsQuery } from '#web/realtime/unread-counts.ts'
import { logInForEachTest, renderPage } from '#web/testing-components.tsx'
import { RingChat } from './ring-chat.tsx'
import { proposedRing, ringId } from './testing-rings.ts'

const createdAt = '2026-11-25T10:00:00.000Z'
let messages: RingMessage[]
let older: RingMessage[]
/** The bell's count, and the requests that mark notifications as read. */
let unread: number
let read: unknown[]

beforeAll(loadSessionCode)
logInForEachTest('buyer')
beforeEach(() => {
  messages = [
    { _id: 'm1', text: 'The market proposes this ring.', createdAt },
    { _id: 'm2', from: 2, text: 'Shall we meet on Saturday?', createdAt },
    { _id: 'm3', from: 1, text: 'Gladly.', createdAt },
  ]
  older = []
  unread = 0
  read = []
  // Nothing listens on this port, so the socket never connects.
  const { happyDOM } = window as unknown as { happyDOM: { setURL: (url: string) => void } }
  happyDOM.setURL('http://127.0.0.1:9/')
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path.endsWith('/notices/read')) {
      read.push(JSON.parse(String(init?.body)))
      return Response.json({ message: 'Read.' })
    }
    if (path.endsWith('/chats/news'))
      return Response.json({ messages: 0, notices: unread, muted: [] })
    const address = new URL(path, 'http://127.0.0.1:9/')
    if (!address.pathname.endsWith(`/exchanges/${ringId}/messages`)) return Response.json({})
    if (init?.method !== 'POST') {
      if (address.searchParams.has('cursor')) return Response.json(older)
      const link = `<${address.pathname}?limit=50&cursor=older>; rel="next"`
      return Response.json(messages, older.length > 0 ? { headers: { link } } : {})
    }
    const { message, clientId } = JSON.parse(String(init.body))
    const stored = { _id: clientId, from: 1, text: message, createdAt, clientId }
    messages.push(stored)
    return Response.json(stored, { status: 201 })
  })
})
const open = (over = {}) =>
  renderPage(
    <RealtimeProvider>
      <RingChat exchange={proposedRing(3, over)} />
    </RealtimeProvider>,
  )
const write = (user: ReturnType<typeof open>, text: string) =>
  user.type(screen.getByLabelText('Message'), `${text}{Enter}`)

test('messages name their writers; system lines have none', async () => {
  open()
  expect(
    (await screen.findByText('Shall we meet on Saturday?')).closest('li')?.textContent,
  ).toMatch(/^Meera Iyer: Shall/)
  expect(screen.getByText('Gladly.').closest('li')?.textContent).toMatch(/^You: Gladly/)
  expect(screen.getByText('The market proposes this ring.').closest('li')?.textContent).toMatch(
    /^The market/,
  )
})

test('another member’s message can be reported', async () => {
  const user = open()
  await screen.findByText('Gladly.')
  const menus = screen.getAllByRole('button', { name: 'More about this message' })
  expect(menus.map((menu) => menu.closest('li')?.textContent)).toEqual([
    expect.stringMatching(/^Meera Iyer: Shall/),
  ])
  await user.click(menus[0] as HTMLElement)
  await user.click(await screen.findByRole('menuitem', { name: 'Report message' }))
  expect(await screen.findByRole('dialog', { name: 'Report this message' })).toBeTruthy()
})

test('offline, the chat says that messages are sent later', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  open()
  await screen.findByText('Gladly.')
  expect(screen.getByText(/^Waiting for connection\./)).toBeTruthy()
  online.mockRestore()
})

test('older messages are loaded on request above the others', async () => {
  older = [{ _id: 'm0', from: 3, text: 'The very first.', createdAt: '2026-11-24T10:00:00.000Z' }]
  const user = open()
  await screen.findByText('Gladly.')
  expect(screen.queryByText('The very first.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Earlier messages' }))
  await screen.findByText('The very first.')
  expect(screen.queryByRole('button', { name: 'Earlier messages' })).toBeNull()
  const log = screen.getByRole('log').textContent ?? ''
  expect(log.indexOf('The very first.')).toBeLessThan(log.indexOf('Gladly.'))
  // A sent message is at the end, even when older pages are loaded.
  await write(user, 'At noon?')
  await waitFor(() => expect(messages).toHaveLength(4))
  await waitFor(() => expect(screen.queryByText('Sending…')).toBeNull())
  expect(screen.getByRole('log').textContent).toMatch(/very first.*Gladly.*At noon/s)
})

test('an open chat marks the notifications about its ring as read', async () => {
  unread = 1
  const client = createQueryClient()
  client.setQueryData(unreadCountsQuery('buyer', undefined).queryKey, {
    messages: 0,
    notices: 1,
    muted: [],
  })
  renderPage(
    <QueryClientProvider client={client}>
      <RingChat exchange={proposedRing(3)} />
    </QueryClientProvider>,
  )
  await screen.findByText('Gladly.')
  await waitFor(() => expect(read).toContainEqual({ exchangeId: ringId }))
  // The count stays the same when a new message arrives, because the last one was just read.
  const before = read.length
  messages.push({ _id: 'm9', from: 2, text: 'One more thing.', createdAt })
  await client.invalidateQueries()
  await screen.findByText('One more thing.')
  await waitFor(() => expect(read.length).toBeGreaterThan(before))
})
