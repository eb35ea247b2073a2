// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#web/api/query-client.ts'
import { unreadCountsKey } from '#web/realtime/unread-counts-cache.ts'
import { clearSession, saveSession } from '#web/session/session.ts'
import { renderPage } from '#web/testing-components.tsx'
import { useOrderNoticesRead } from './use-order-notices-read.ts'

afterEach(() => {
  clearSession()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const orderId = '01a1f7a4-786b-7710-bf14-e0fad320f349'
function Page() {
  useOrderNoticesRead(orderId)
  return null
}

/** Shows an order's page while the bell counts so much; returns what was sent. */
function open(notices: number) {
  const sent: [path: string, body: unknown][] = []
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    sent.push([path, JSON.parse(body)])
    return Response.json({ message: 'All notices are read.' })
  })
  saveSession({ token: 'a', userId: 'asha', role: 'buyer', name: 'Asha', message: '' } as never)
  const client = createQueryClient()
  client.setQueryData(unreadCountsKey('asha'), { messages: 0, notices, muted: [] })
  renderPage(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
  return sent
}

test('an open page of an order takes from the bell what is about it', async () => {
  const sent = open(2)
  await vi.waitFor(() => expect(sent).toEqual([['/api/notices/read', { orderId }]]))
})

test('nothing is sent while the bell counts nothing', () => {
  expect(open(0)).toEqual([])
})
