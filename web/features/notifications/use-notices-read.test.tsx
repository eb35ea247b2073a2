// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from '#web/api/query-client.ts'
import { unreadCountsQuery } from '#web/realtime/unread-counts.ts'
import { saveSession } from '#web/session/session.ts'
import { loginOf } from '#web/testing.ts'
import { renderPage } from '#web/testing-components.tsx'
import { useOrderNoticesRead } from './use-notices-read.ts'

const [first, second] = [
  '01a1f7a4-786b-7710-bf14-e0fad320f349',
  '01a1f7a4-786b-7710-bf14-e0fad320f350',
]

/** Shows an order's page while the bell has `notices` unread. Returns the requests. */
function open(notices: number) {
  const sent: [path: string, body: unknown][] = []
  const answer = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    sent.push([path, JSON.parse(body)])
    await answer.promise
    return Response.json({ message: 'All notices are read.' })
  })
  saveSession(loginOf('asha'))
  const client = createQueryClient()
  const count = (unread: number) =>
    client.setQueryData(unreadCountsQuery('asha', undefined).queryKey, {
      messages: 0,
      notices: unread,
      muted: [],
    })
  count(notices)
  let openSecond = () => {}
  function Page() {
    const [orderId, setOrderId] = useState(first)
    openSecond = () => act(() => setOrderId(second))
    useOrderNoticesRead(orderId)
    return null
  }
  renderPage(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
  return { sent, answer: answer.resolve, count, openSecond: () => openSecond() }
}
const read = (orderId: string) => ['/api/notices/read', { orderId }]

test('notifications about another order opened on the same page are marked as read, too', async () => {
  const { sent, answer, openSecond } = open(2)
  await expect.poll(() => sent).toHaveLength(1)
  openSecond()
  answer()
  await expect.poll(() => sent).toEqual([read(first), read(second)])
})

test('nothing is sent while there are no unread notifications', async () => {
  const { sent, answer, count, openSecond } = open(0)
  answer()
  openSecond()
  act(() => void count(1))
  await expect.poll(() => sent).not.toEqual([])
  expect(sent).toEqual([read(second)])
})
