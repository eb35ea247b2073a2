// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Chat } from '#contract/chats.ts'
import type { Side } from '#contract/common/endpoint.ts'
import type { Offer, OfferBook } from '#contract/orders/offers.ts'
import { clearSession } from '#web/session/session.ts'
import { logIn, logInForEachTest, renderWithLinks } from '#web/testing-components.tsx'
import { staleText } from '#web/ui/overlays/stale-actions.tsx'
import { OfferDialog } from './offer-dialog.tsx'

const facts = {
  images: [],
  available: 1,
  author: 'Nina Rao',
  bookType: 'old' as const,
  condition: 'good' as const,
}
const statics: OfferBook = {
  ...facts,
  _id: '01928374-0000-7000-8000-000000000001',
  title: 'Statics',
  price: 180,
  listingVersion: 'first',
}
const dynamics: OfferBook = {
  ...facts,
  _id: 'dynamics',
  title: 'Dynamics',
  price: 250,
  listingVersion: 'first',
}

logInForEachTest('seller')
beforeEach(() => void vi.stubGlobal('fetch', async () => Response.json([statics])))

const offerOf = (available: number, status: Offer['status'] = 'open') =>
  ({
    _id: 'offer',
    by: 'buyer',
    orderType: 'purchase',
    amount: 200,
    items: [{ book: dynamics, copies: 1, askingPrice: 250, available }],
    handOver: 'meet',
    status,
  }) as unknown as Offer
const chat = {
  _id: '01928374-0000-7000-8000-000000000002',
  book: { _id: statics._id },
  can: ['send', 'offer'],
} as unknown as Chat

let change = (_: { offer?: Offer; chat?: Chat }) => {}
function Opened({ offer: first, side = 'seller' }: { offer?: Offer; side?: Side }) {
  const [now, setNow] = useState({ offer: first, chat })
  change = (changes) => act(() => setNow({ ...now, ...changes }))
  return (
    <OfferDialog
      side={side}
      chat={now.chat}
      deals={{ offers: new Map(now.offer && [['offer', now.offer]]) }}
      replaced={first}
      onClose={() => {}}
    />
  )
}
const show = (props: Parameters<typeof Opened>[0] = {}) => renderWithLinks(<Opened {...props} />)

test.each<[string, { offer?: Offer; chat?: Chat }]>([
  ['withdraws', { offer: offerOf(1, 'withdrawn') }],
  ['blocks', { chat: { ...chat, can: [] } }],
])('a counteroffer can’t be sent once the other side %s', async (_, changes) => {
  show({ offer: offerOf(1) })
  await screen.findByRole('button', { name: 'Send offer' })
  change(changes)
  expect((await screen.findByRole('alert')).textContent).toBe(staleText)
  expect(screen.queryByRole('button', { name: 'Send offer' })).toBeNull()
})

test('a counteroffer to an offer whose books are gone begins with the book of the chat', async () => {
  show({ offer: offerOf(0) })
  await screen.findByRole('button', { name: 'Send offer' })
  expect(screen.getByText('“Dynamics” is left out: no copy is left.')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Books' }).textContent).toContain('Statics')
  expect(screen.getByLabelText('Amount (₹)')).toHaveProperty('value', '180')
})

test('the form names a book that has gone and keeps what was typed', async () => {
  const { user, refetch } = show()
  const amount = await screen.findByLabelText('Amount (₹)')
  await user.clear(amount)
  await user.type(amount, '150')
  vi.stubGlobal('fetch', async () => Response.json([]))
  await refetch()
  expect(await screen.findByText('No copy of this book is available any more.')).toBeTruthy()
  expect(screen.getByLabelText('Amount (₹)')).toHaveProperty('value', '150')
})

test('an offer has only the hand-overs that the seller chose', async () => {
  vi.stubGlobal('fetch', async () => Response.json([{ ...statics, handOvers: ['post'] }]))
  show({ side: 'buyer' })
  const post = await screen.findByRole('radio', { name: 'By post' })
  expect(post).toHaveProperty('checked', true)
  expect(screen.queryByRole('radio', { name: 'In person' })).toBeNull()
})

test('an unsent offer is reset when the session ends and leaves no address', async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(address.includes('/addresses') ? [] : [{ ...statics, handOvers: ['post'] }]),
  )
  const typeAddress = async () => {
    const { user } = show({ side: 'buyer' })
    const amount = await screen.findByLabelText('Amount (₹)')
    await user.clear(amount)
    await user.type(amount, '900')
    await user.type(screen.getByLabelText('Delivery address'), '12 MG Road, Pune')
  }
  await typeAddress()
  expect(JSON.stringify({ ...localStorage })).not.toContain('12 MG Road')
  clearSession()
  cleanup()
  logIn('seller')
  show({ side: 'buyer' })
  expect(await screen.findByLabelText('Amount (₹)')).toHaveProperty('value', '180')
})

/**
 * Stubs a server that rejects an offer because the listing was edited. After that, it returns the
 * edited listing.
 */
function serveEdited(edit: Partial<OfferBook>) {
  const sent: unknown[] = []
  let listed = statics
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return Response.json([listed])
    sent.push(JSON.parse(String(init.body)))
    listed = { ...statics, ...edit, listingVersion: 'second' }
    return Response.json({ message: 'Changed.', code: 'offered_book_changed' }, { status: 409 })
  })
  return sent
}

test('after an edit of its listing, an offer is sent again with the new version', async () => {
  const sent = serveEdited({ price: 300 })
  const { user } = show()
  const amount = await screen.findByLabelText<HTMLInputElement>(/^Amount/)
  await user.click(screen.getByRole('button', { name: 'Send offer' }))
  expect(await screen.findByText('Changed.')).toBeTruthy()
  expect(await screen.findByText('Asking price ₹300')).toBeTruthy()
  await user.clear(amount)
  await user.type(amount, '290')
  await user.click(screen.getByRole('button', { name: 'Send offer' }))
  await expect
    .poll(() => sent)
    .toMatchObject([
      { amount: 180, items: [{ listingVersion: 'first' }] },
      { amount: 290, items: [{ listingVersion: 'second' }] },
    ])
})
