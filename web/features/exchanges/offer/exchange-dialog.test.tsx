// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Chat } from '#contract/chats.ts'
import type { ExchangeableBook } from '#contract/exchanges/exchange-offers.ts'
import { logInForEachTest, renderWithLinks } from '#web/testing-components.tsx'
import { ExchangeDialog } from './exchange-dialog.tsx'

const book = (_id: string, title: string, value: number): ExchangeableBook => ({
  _id,
  title,
  author: 'Nina Rao',
  images: [],
  price: value,
  value,
  listingVersion: 'first',
})
const optics = book('00000000-0000-4000-8000-000000000001', 'Optics', 250)
const statics = book('00000000-0000-4000-8000-000000000002', 'Statics', 100)
const waves = book('00000000-0000-4000-8000-000000000003', 'Waves', 150)

let refusal = { message: 'Not today', code: 'offer_settled' }
let listed = { seller: [optics, statics], buyer: [waves] }
const sent: unknown[] = []

logInForEachTest('buyer')
beforeEach(() => {
  listed = { seller: [optics, statics], buyer: [waves] }
  refusal = { message: 'Not today', code: 'offer_settled' }
  sent.length = 0
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (init?.method === 'POST') {
      sent.push(JSON.parse(String(init.body)))
      return Response.json(refusal, { status: 409 })
    }
    if (address.includes('/exchangeable/seller')) return Response.json(listed.seller)
    if (address.includes('/exchangeable/buyer')) return Response.json(listed.buyer)
    if (address.includes('/addresses')) return Response.json([])
    return Response.json({ _id: 'ravi', name: 'Ravi', email: 'r@example.com' })
  })
})
const chat = {
  _id: '00000000-0000-4000-8000-00000000000a',
  book: { _id: optics._id },
  buyer: { name: 'Ravi' },
  seller: { name: 'Asha' },
  can: ['send', 'offer', 'exchange'],
} as unknown as Chat

const show = () =>
  renderWithLinks(
    <ExchangeDialog side="buyer" chat={chat} deals={{ offers: new Map() }} onClose={() => {}} />,
  ).user

test('the form starts with the chat’s book, the person’s only book and the balancing payment', async () => {
  const user = show()
  const get = await screen.findByRole('list', { name: 'You get' })
  expect(within(get).getByText('Optics')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'You give' }).textContent).toContain('Waves')
  expect(screen.getByLabelText('Who pays it')).toHaveProperty('value', 'buyer')
  expect(screen.getByLabelText('Cash difference (₹)')).toHaveProperty('value', '100')
  await user.click(screen.getByRole('button', { name: 'Send offer' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Not today')
  expect(sent).toMatchObject([
    {
      orderType: 'purchase',
      items: [{ bookId: optics._id, copies: 1, listingVersion: 'first' }],
      exchange: {
        items: [{ bookId: waves._id, listingVersion: 'first' }],
        topUp: 100,
        topUpBy: 'buyer',
      },
      handOver: 'meet',
    },
  ])
})

test('another book changes the suggested payment; an own amount can be reset to it', async () => {
  const user = show()
  await screen.findByRole('list', { name: 'You get' })
  await user.click(screen.getByRole('button', { name: 'Add another book of Asha' }))
  await user.click(await screen.findByRole('button', { name: /Statics/ }))
  expect(screen.getByLabelText('Cash difference (₹)')).toHaveProperty('value', '200')
  await user.clear(screen.getByLabelText('Cash difference (₹)'))
  await user.type(screen.getByLabelText('Cash difference (₹)'), '50')
  await user.click(screen.getByRole('button', { name: 'Make it even: You pay ₹200 on top' }))
  expect(screen.getByLabelText('Cash difference (₹)')).toHaveProperty('value', '200')
  await user.selectOptions(screen.getByLabelText('Who pays it'), 'Nobody')
  expect(screen.queryByLabelText('Cash difference (₹)')).toBeNull()
})

test('the keyboard focus stays with a side’s books while choosing, closing and removing', async () => {
  const user = show()
  await screen.findByRole('list', { name: 'You get' })
  const press = async (name: string | RegExp) => {
    act(() => screen.getByRole('button', { name }).focus())
    await user.keyboard('{Enter}')
  }
  const expectFocusIn = (heading: string) =>
    expect(document.activeElement).toBe(screen.getByRole('region', { name: heading }))
  await press('Add another book of Asha')
  expectFocusIn('You get')
  await press('Done')
  expectFocusIn('You get')
  await press('Add another book of Asha')
  await screen.findByRole('button', { name: /Statics/ })
  await press(/^Statics/)
  expectFocusIn('You get')
  await press('Remove Waves')
  expectFocusIn('You give')
})

test('an exchange without a book on one side is refused with an error there', async () => {
  listed = { ...listed, buyer: [waves, statics] }
  const user = show()
  await screen.findByRole('list', { name: 'You get' })
  await user.click(screen.getByRole('button', { name: 'Send offer' }))
  expect(screen.getAllByText('Choose at least one book.').length).toBeGreaterThan(0)
  expect(sent).toEqual([])
})

test('after an edit the form shows the new price, and offers that', async () => {
  const user = show()
  await screen.findByRole('list', { name: 'You get' })
  const edited = { ...optics, price: 290, value: 290, listingVersion: 'second' }
  listed = { ...listed, seller: [edited, statics] }
  refusal = { message: 'Changed.', code: 'offered_book_changed' }
  await user.click(screen.getByRole('button', { name: 'Send offer' }))
  expect(await screen.findByText('Changed.')).toBeTruthy()
  expect(await screen.findByText(/^You get books for ₹290/)).toBeTruthy()
  // What the person typed stays.
  expect(screen.getByLabelText('Cash difference (₹)')).toHaveProperty('value', '100')
  await user.click(screen.getByRole('button', { name: 'Make it even: You pay ₹140 on top' }))
  await user.click(screen.getByRole('button', { name: 'Send offer' }))
  await expect
    .poll(() => sent)
    .toMatchObject([
      { items: [{ listingVersion: 'first' }], exchange: { topUp: 100 } },
      { items: [{ listingVersion: 'second' }], exchange: { topUp: 140 } },
    ])
})

test('a person without listings gets a link to list a book', async () => {
  listed = { ...listed, buyer: [] }
  show()
  expect(await screen.findByText(/To swap, list a book/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'What can you give?' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send offer' })).toBeNull()
})
