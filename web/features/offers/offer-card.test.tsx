// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Offer } from '#contract/orders/offers.ts'
import { noteServerTime } from '#web/session/server-clock.ts'
import { clearSession, saveSession } from '#web/session/session.ts'
import { renderPage } from '#web/testing-components.tsx'
import { staleText } from '#web/ui/overlays/stale-actions.tsx'
import { OfferCard } from './offer-card.tsx'

beforeEach(() => {
  const session = { token: 'of-asha', userId: 'asha', role: 'buyer', name: 'Asha' }
  saveSession({ ...session, message: '' } as never)
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.includes('addresses') ? [] : { name: 'Asha', address: '' }),
  )
})
afterEach(() => {
  clearSession()
  vi.unstubAllGlobals()
})

const book = { _id: 'book', title: 'Dynamics', images: [], price: 250 }
const offerOf = (available: number): Offer => ({
  _id: 'offer',
  chatId: 'chat',
  by: 'seller',
  orderType: 'purchase',
  amount: 250,
  total: 250,
  askingTotal: 250,
  items: [{ book, copies: 1, askingPrice: 250, available }],
  handOver: 'post',
  status: 'open',
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2126-11-22T10:00:00.000Z',
  orders: [],
  can: available > 0 ? ['accept', 'counter', 'decline'] : ['counter', 'decline'],
})

test('the accept dialog says that the last copy has gone', async () => {
  let sell = () => {}
  function Card() {
    const [available, setAvailable] = useState(1)
    sell = () => setAvailable(0)
    return (
      <MemoryRouter>
        <OfferCard
          offer={offerOf(available)}
          side="buyer"
          partnerName="Ravi"
          onCounter={() => {}}
        />
      </MemoryRouter>
    )
  }
  const user = renderPage(<Card />)
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  await screen.findByRole('button', { name: 'Accept offer' })
  sell()
  await screen.findByText(staleText)
  expect(screen.queryByRole('button', { name: 'Accept offer' })).toBeNull()
  expect(screen.getByText('Can’t be accepted now')).toBeTruthy()
})

test('a rent that is offered again begins today by the server’s clock, not the device’s', async () => {
  noteServerTime('2026-11-25T06:00:00Z', Date.now())
  onTestFinished(() => noteServerTime(new Date().toUTCString()))
  const sent: object[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    return Response.json(offerOf(1), { status: 201 })
  })
  const rent: Offer = {
    ...offerOf(1),
    by: 'buyer',
    handOver: 'meet',
    can: ['withdraw', 'renew'],
    orderType: 'rent',
    days: 7,
    firstDay: '2026-11-21',
  }
  const user = renderPage(
    <MemoryRouter>
      <OfferCard offer={rent} side="buyer" partnerName="Ravi" onCounter={() => {}} />
    </MemoryRouter>,
  )
  await user.click(screen.getByRole('button', { name: 'Yes, I still want it' }))
  await vi.waitFor(() => expect(sent).toMatchObject([{ firstDay: '2026-11-25' }]))
})

test('a buyer sees how the listing has changed and agrees to the new version', async () => {
  const sent: object[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    return Response.json(offerOf(1), { status: 201 })
  })
  const changes = [
    { fact: 'condition' as const, before: 'good', now: 'poor' },
    { fact: 'photos' as const },
  ]
  const offer = offerOf(1)
  const [item] = offer.items
  if (!item) throw new Error('no item')
  const changed: Offer = {
    ...offer,
    by: 'buyer',
    handOver: 'meet',
    can: ['withdraw', 'renew'],
    items: [{ ...item, hasChanged: true, changes, listingVersion: 'second' }],
  }
  const user = renderPage(
    <MemoryRouter>
      <OfferCard offer={changed} side="buyer" partnerName="Ravi" onCounter={() => {}} />
    </MemoryRouter>,
  )
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
  const offer = offerOf(1)
  const [item] = offer.items
  if (!item) throw new Error('no item')
  const changedBefore = [{ fact: 'condition' as const, before: 'poor', now: 'average' }]
  renderPage(
    <MemoryRouter>
      <OfferCard
        offer={{ ...offer, items: [{ ...item, changedBefore }] }}
        side="buyer"
        partnerName="Ravi"
        onCounter={() => {}}
      />
    </MemoryRouter>,
  )
  const text = screen.getByText('Condition changed from Poor to Average.')
  expect(text.className).not.toContain('danger')
})
