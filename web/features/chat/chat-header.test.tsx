// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Chat } from '#contract/chats.ts'
import type { Order } from '#contract/orders/orders.ts'
import { renderPage } from '#web/testing-components.tsx'
import { ChatHeader, sumOf } from './chat-header.tsx'

const chat = {
  book: { _id: 'dynamics', title: 'Dynamics', images: [], availability: 'sold', price: 400 },
  can: [],
} as unknown as Chat
const orderOf = (bookId: string) =>
  ({ _id: `order of ${bookId}`, book: { _id: bookId }, price: 400, status: 'Pending' }) as Order

const show = (...bookIds: string[]) =>
  renderPage(
    <MemoryRouter>
      <ChatHeader
        side="seller"
        chat={chat}
        partner={{ id: 'asha', name: 'Asha' }}
        orders={bookIds.map(orderOf)}
        action={undefined}
      />
    </MemoryRouter>,
  )

test('the header of a deal says that there are other books than the chat’s own', () => {
  show('dynamics', 'statics', 'statics', 'optics')
  expect(screen.getByRole('heading').textContent).toBe('Dynamicsand 2 more')
})

test('the header of a chat about one book doesn’t mention other books', () => {
  show('dynamics', 'dynamics')
  expect(screen.getByRole('heading').textContent).toBe('Dynamics')
})

test('what a book counts for in an exchange isn’t shown as its price', () => {
  const exchanged = { price: 300, exchange: { _id: 'exchange' } }
  expect(sumOf([exchanged])).toBe('Value ₹300')
  expect(sumOf([exchanged, exchanged])).toBe('2 books · Value ₹600')
  expect(sumOf([{ price: 300 }])).toBe('₹300')
})
