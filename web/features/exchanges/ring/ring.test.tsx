// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#contract/common/errors.ts'
import type { Exchange } from '#contract/exchanges/exchanges.ts'
import { ExchangePage } from '#web/features/exchanges/exchange-page.tsx'
import { clearSession, saveSession } from '#web/session/session.ts'
import { renderPage } from '#web/testing-components.tsx'
import { endedRing, proposedRing, ringId, runningRing, withAnswers } from './testing-rings.ts'

/** What the server would answer next, and what it was sent. */
let shown: Exchange
let answer: () => Exchange | AppError
let sent: [path: string, body: unknown][]

beforeEach(() => {
  saveSession({ token: 't', userId: 'asha', role: 'buyer', name: 'Asha', message: '' } as never)
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
    if (address.includes('/addresses')) return Response.json([])
    if (address.includes('/exchanges/')) return Response.json(shown)
    return Response.json({ _id: 'asha', name: 'Asha', email: 'a@example.com' })
  })
})
afterEach(() => {
  clearSession()
  vi.unstubAllGlobals()
})

async function open(exchange: Exchange) {
  shown = exchange
  const user = renderPage(
    <MemoryRouter>
      <ExchangePage exchangeId={ringId} side="buyer" />
    </MemoryRouter>,
  )
  await screen.findByRole('img')
  return user
}
const click = async (user: Awaited<ReturnType<typeof open>>, name: string) =>
  user.click(screen.getByRole('button', { name }))

test('a proposed ring says in words what the drawing shows, and is accepted once', async () => {
  const user = await open(proposedRing(3))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('A ring of three')
  for (const text of [
    'You give “Optics” to Meera',
    'You get “Waves” from Ravi',
    'You get ₹40 from Meera',
    'Meera gives “Statics” to Ravi',
    'Nobody has accepted yet.',
  ])
    expect(screen.getByText(text)).toBeTruthy()
  const accepted = { 1: 'accepted' } as const
  answer = () => withAnswers(proposedRing(3, { can: ['decline', 'write'] }), accepted)
  await click(user, 'Accept')
  expect(screen.getByRole('alertdialog').textContent).toContain('Your copy of “Optics” is held')
  await user.dblClick(screen.getByRole('button', { name: 'Yes, accept' }))
  await screen.findByText('You have accepted. Waiting for Meera and Ravi.')
  expect(sent).toEqual([[`/api/exchanges/${ringId}/accept`, {}]])
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Withdraw' })).toBeTruthy()
})

test('with nothing to pay it says so', async () => {
  await open(proposedRing(2, { payments: [] }))
  expect(screen.getByText('Nothing to pay')).toBeTruthy()
})

test('who gets their book by post says where to', async () => {
  const user = await open({
    ...proposedRing(3),
    ring: { ...proposedRing(3).ring, expiresAt: '2026-11-27T00:00:00Z', needsAddress: true },
  })
  const fields = { phoneNumber: 'Phone number is required.' }
  answer = () => new AppError('malformed', { fields })
  await click(user, 'Accept')
  const form = screen.getByRole('dialog')
  expect(form.textContent).toContain('Where should Ravi send “Waves”?')
  await user.type(await within(form).findByLabelText('Delivery address'), 'Hostel 4, Pune')
  await user.click(within(form).getByRole('button', { name: 'Accept' }))
  expect((await within(form).findAllByText(fields.phoneNumber)).length).toBeGreaterThan(0)
  answer = () => withAnswers(proposedRing(3, { can: ['decline'] }), { 1: 'accepted' })
  await user.type(within(form).getByLabelText('Phone number'), '9876543210')
  await user.click(within(form).getByRole('button', { name: 'Accept' }))
  await screen.findByText('You have accepted. Waiting for Meera and Ravi.')
  const contact = { deliveryAddress: 'Hostel 4, Pune', phoneNumber: '9876543210' }
  expect(sent.at(-1)).toEqual([
    `/api/exchanges/${ringId}/accept`,
    { ...contact, keepAddress: true },
  ])
})

test('declining says what happens, and ends it', async () => {
  const user = await open(proposedRing(3))
  answer = () => endedRing(3, 'declined', { 1: 'declined' })
  await click(user, 'Decline')
  const question = screen.getByRole('alertdialog').textContent
  expect(question).toContain('It ends for you all')
  // What is refused is what one would have got.
  expect(question).toContain('you aren’t offered this copy of “Waves” again')
  await click(user, 'Yes, decline')
  await screen.findByText('You declined this ring.')
  expect(sent).toEqual([[`/api/exchanges/${ringId}/decline`, {}]])
})

test('a ring that is over meanwhile says so, and is read anew', async () => {
  const user = await open(proposedRing(3))
  answer = () => {
    shown = endedRing(3, 'changed')
    return new AppError('ring_over')
  }
  await click(user, 'Accept')
  await click(user, 'Yes, accept')
  await screen.findByText('A book or a want of this ring is gone, or has changed.')
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
})

test('a failure keeps the ring, and says so', async () => {
  const user = await open(proposedRing(3))
  answer = () => new AppError('internal')
  await click(user, 'Accept')
  await click(user, 'Yes, accept')
  expect((await screen.findByRole('alert')).textContent).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Accept' })).toBeTruthy()
})

test.each([
  ['Meera declined this ring.', endedRing(3, 'declined', { 2: 'declined' })],
  ['Somebody declined this ring.', endedRing(3, 'declined')],
  ['Not everybody accepted this ring within 24 hours.', endedRing(3, 'lapsed')],
  ['This ring came to nothing.', endedRing(3, undefined)],
])('an ended ring says why, and what comes next: %s', async (text, ring) => {
  await open(ring)
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText(/We’ll keep looking/)).toBeTruthy()
  expect(screen.getByText('This chat is closed for new messages.')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('under way it has the parts of any exchange, in words for more than two', async () => {
  const opened = { reason: 'missing', orderId: '', openedAt: '2026-11-20T00:00:00Z' } as const
  const ring = runningRing(3, ['Pending', 'Shipped', 'Delivered'])
  await open({ ...ring, case: { ...opened, orderId: ring.legs[1]?.orderId ?? '' } })
  expect(screen.getByText(/^“Statics” is late, a week after the first book/)).toBeTruthy()
  expect(screen.getByText(/^Agree with Meera Iyer in your chat/)).toBeTruthy()
  expect(screen.getByText(/You can all carry on in the meantime/)).toBeTruthy()
  expect(screen.getByRole('article', { name: 'Optics, to Meera Iyer' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Cancel the exchange' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
})

test('each book has a chat of its own, to agree on when to meet', async () => {
  await open(runningRing(3, ['Delivered', 'Delivered', 'Pending']))
  const leg = screen.getByRole('article', { name: 'Waves, from Ravi Kumar' })
  expect(within(leg).getByText('No time agreed on yet')).toBeTruthy()
  expect(within(leg).getByRole('link', { name: 'Chat with Ravi Kumar' })).toBeTruthy()
  expect(screen.getByText('Agree with Ravi Kumar in your chat when you meet.')).toBeTruthy()
})
