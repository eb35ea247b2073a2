// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#contract/common/error-catalog.ts'
import type { Exchange } from '#contract/exchanges/exchanges.ts'
import { ExchangePage } from '#web/features/exchanges/exchange-page.tsx'
import { logInForEachTest, renderWithLinks } from '#web/testing-components.tsx'
import { staleText } from '#web/ui/overlays/stale-actions.tsx'
import { endedRing, proposedRing, ringId, runningRing, withAnswers } from './testing-rings.ts'

/** The ring that the server returns, its response to the next write, and the writes it got. */
let shown: Exchange
let answer: () => Exchange | AppError
let sent: [path: string, body: unknown][]

logInForEachTest('buyer')
beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (init?.method === 'PUT') {
      sent.push([address, JSON.parse(String(init.body ?? '{}'))])
      const next = answer()
      if (next instanceof AppError) {
        const { status, code, message, fields } = next
        return Response.json({ code, message, fields }, { status })
      }
      shown = next
      return Response.json(next)
    }
    if (address.includes('/messages')) return Response.json([])
    if (address.includes('/exchanges/')) return Response.json(shown)
    return Response.json({ _id: 'asha', name: 'Asha', email: 'a@example.com' })
  })
})
async function open(exchange: Exchange) {
  shown = exchange
  const page = renderWithLinks(<ExchangePage exchangeId={ringId} side="buyer" />)
  await screen.findByRole('region', { name: 'Who gives what to whom' })
  return page
}
/** Finds the smallest element with this text, even if parts of the text are links. */
const withText = (text: string) =>
  screen.getByText((_, element) => {
    const has = (one: Element | null) => one?.textContent === text
    return has(element) && ![...(element?.children ?? [])].some(has)
  })
const click = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }))

test('a proposed swap says who gives what to whom, and is accepted once', async () => {
  const { user } = await open(proposedRing(3))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Swap between 3 people')
  const region = within(screen.getByRole('region', { name: 'Who gives what to whom' }))
  expect(
    within(region.getAllByRole('list')[0] as HTMLElement)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.replaceAll(/\s/g, ' ')),
  ).toEqual([
    'You to Meera IyerOpticsGood · ₹240In person, 3 km, around Kothrud, Pune',
    'Meera Iyer to Ravi KumarStaticsAverage · ₹200By post, 118 km, from Nashik',
    'Ravi Kumar to youWavesNew · ₹200In person, 3 km, around Kothrud, Pune',
  ])
  for (const text of [
    'Meera Iyer pays you ₹40.',
    'Nobody has accepted yet.',
    'Each pays the postage of what they send.',
  ])
    expect(withText(text)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Waves' }).getAttribute('href')).toBe(
    `/buyer/book/${proposedRing(3).legs[2]?.book._id}`,
  )
  const accepted = { 1: 'accepted' } as const
  answer = () => withAnswers(proposedRing(3, { can: ['decline', 'write'] }), accepted)
  await click(user, 'Accept')
  const question = screen.getByRole('dialog', { name: 'Accept this swap?' })
  expect(question.textContent).toContain(
    'You give “Optics” (₹240) and get “Waves” (₹200). You get ₹40 on top.',
  )
  await user.dblClick(within(question).getByRole('button', { name: 'Accept' }))
  await screen.findByText('You have accepted. Waiting for Meera Iyer and Ravi Kumar.')
  expect(sent).toEqual([[`/api/exchanges/${ringId}/accept`, {}]])
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Withdraw' })).toBeTruthy()
})

test('the decline dialog says what happens and ends the swap', async () => {
  const { user } = await open(proposedRing(3))
  answer = () => endedRing(3, 'declined', { 1: 'declined' })
  await click(user, 'Decline')
  expect(screen.getByRole('alertdialog').textContent).toBe(
    'Decline this swap?It ends for you all. For a month you aren’t offered this copy of “Waves” again.Keep itYes, decline',
  )
  await click(user, 'Yes, decline')
  await screen.findByText('You declined this swap.')
  expect(sent).toEqual([[`/api/exchanges/${ringId}/decline`, {}]])
})

test('an open confirmation stays open when the swap ends or is agreed on', async () => {
  for (const over of [endedRing(3, 'changed'), runningRing(3)])
    for (const [name, role] of [
      ['Accept', 'dialog'],
      ['Decline', 'alertdialog'],
    ] as const) {
      const { user, refetch } = await open(proposedRing(3))
      await click(user, name)
      shown = over
      await refetch()
      const question = await screen.findByRole(role)
      expect((await within(question).findByRole('alert')).textContent).toBe(staleText)
      cleanup()
    }
})

test('the others are shown with their ratings, and can be reported and blocked', async () => {
  const { user } = await open(proposedRing(3))
  const others = within(screen.getByRole('list', { name: 'The others in this swap' }))
  expect(others.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Meera IyerRated 4.3(12)',
    'Ravi Kumarno ratings yet',
  ])
  await user.click(others.getByRole('button', { name: 'More about Ravi Kumar' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Block' }))
  const question = await screen.findByRole('alertdialog', { name: 'Block Ravi Kumar?' })
  expect(question.textContent).toContain('This swap ends with it. You can unblock them in your')
  await click(user, 'Cancel')
  await user.click(others.getByRole('button', { name: 'More about Ravi Kumar' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Report person' }))
  expect((await screen.findByRole('dialog')).textContent).toContain('Ravi Kumar')
})

test('a failed request keeps the swap and shows an error', async () => {
  const { user } = await open(proposedRing(3))
  answer = () => new AppError('internal')
  await click(user, 'Decline')
  await click(user, 'Yes, decline')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The swap could not be declined. Please try again.',
  )
  expect(screen.getByRole('button', { name: 'Accept' })).toBeTruthy()
})

const withdrawn = (number: number): Exchange => {
  const ring = endedRing(3, 'declined', { [number]: 'declined' })
  return {
    ...ring,
    members: ring.members.map((one) =>
      one.number === number ? { ...one, hasWithdrawn: true } : one,
    ),
  }
}

test.each([
  ['Meera Iyer declined this swap.', endedRing(3, 'declined', { 2: 'declined' })],
  ['Meera Iyer withdrew from this swap.', withdrawn(2)],
  ['You withdrew from this swap.', withdrawn(1)],
  ['Somebody declined this swap.', endedRing(3, 'declined')],
  ['Not everybody accepted this swap within 24 hours.', endedRing(3, 'lapsed')],
  ['This swap has ended.', endedRing(3, undefined)],
])('an ended ring says why, and what comes next: %s', async (text, ring) => {
  await open(ring)
  expect(withText(text)).toBeTruthy()
  expect(screen.getByText(/We’ll keep looking/)).toBeTruthy()
  expect(screen.getByText('This chat is closed for new messages.')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a running ring has the sections of an exchange, worded for several people', async () => {
  const opened = { reason: 'missing', orderId: '', openedAt: '2026-11-20T00:00:00Z' } as const
  const ring = runningRing(3, ['Pending', 'Shipped', 'Delivered'])
  await open({ ...ring, case: { ...opened, orderId: ring.legs[1]?.orderId ?? '' } })
  expect(
    screen.getByText(/^Late, a week after the first book was handed over: “Statics”/),
  ).toBeTruthy()
  expect(screen.getByText(/^Agree with Meera Iyer in the chat/)).toBeTruthy()
  expect(screen.getByText(/You can all carry on in the meantime/)).toBeTruthy()
  expect(screen.getByRole('article', { name: 'Optics, to Meera Iyer' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Cancel the swap' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
})

test('each book has its own chat', async () => {
  await open(runningRing(3, ['Delivered', 'Delivered', 'Pending']))
  const leg = screen.getByRole('article', { name: 'Waves, from Ravi Kumar' })
  expect(within(leg).getByText('No time agreed on yet')).toBeTruthy()
  expect(within(leg).getByRole('link', { name: 'Chat with Ravi Kumar' })).toBeTruthy()
  expect(screen.getByText('Agree with Ravi Kumar in the chat when you meet.')).toBeTruthy()
})
