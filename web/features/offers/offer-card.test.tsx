// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Offer } from '#contract/orders/offers.ts'
import { noteServerTime } from '#web/session/server-clock.ts'
import { logInForEachTest, renderWithLinks } from '#web/testing-components.tsx'
import { OfferCard } from './offer-card.tsx'

const sent: object[] = []

logInForEachTest('buyer')
beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    return Response.json(offer, { status: 201 })
  })
})

const book = { _id: 'book', title: 'Dynamics', images: [], price: 250 }
const item = { book, copies: 1, askingPrice: 250, available: 1 }
const offer: Offer = {
  _id: 'offer',
  chatId: 'chat',
  by: 'buyer',
  orderType: 'purchase',
  amount: 250,
  total: 250,
  askingTotal: 250,
  items: [item],
  handOver: 'meet',
  status: 'open',
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2126-11-22T10:00:00.000Z',
  orders: [],
  can: ['withdraw', 'renew'],
}
const show = (over: Partial<Offer>) =>
  renderWithLinks(
    <OfferCard
      offer={{ ...offer, ...over }}
      side="buyer"
      partnerName="Ravi"
      onCounter={() => {}}
    />,
  ).user

test('a rent that is offered again begins today by the server’s clock, not the device’s', async () => {
  noteServerTime('2026-11-25T06:00:00Z', Date.now())
  onTestFinished(() => noteServerTime(new Date().toUTCString()))
  const user = show({ orderType: 'rent', days: 7, firstDay: '2026-11-21' })
  await user.click(screen.getByRole('button', { name: 'Yes, I still want it' }))
  await vi.waitFor(() => expect(sent).toMatchObject([{ firstDay: '2026-11-25' }]))
})

test('a buyer sees how the listing has changed and agrees to the new version', async () => {
  const changes = [
    { fact: 'condition' as const, before: 'good', now: 'poor' },
    { fact: 'photos' as const },
  ]
  const user = show({
    items: [{ ...item, hasChanged: true, changes, listingVersion: 'second' }],
  })
  screen.getByText(
    'The listing changed. Condition changed from Good to Poor. Photos changed. Do you still want it?',
  )
  expect(screen.getByText('Can’t be accepted now')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Yes, I still want it' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    replaces: 'offer',
    amount: 250,
    items: [{ bookId: 'book', copies: 1, listingVersion: 'second' }],
  })
})

test('an edit since the previous offer is one plain sentence', async () => {
  const changedBefore = [{ fact: 'condition' as const, before: 'poor', now: 'average' }]
  show({ items: [{ ...item, changedBefore }] })
  const text = screen.getByText('Condition changed from Poor to Average.')
  expect(text.className).not.toContain('danger')
})
