// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Order, OrderStatus } from '#contract/orders/orders.ts'
import { renderPage } from '#web/testing-components.tsx'
import { DealTitle } from './deal-title.tsx'

const at = '2026-11-20T10:00:00.000Z'
const copy = (id: string, last: OrderStatus, reason?: string): Order => ({
  _id: id,
  book: { _id: 'book', title: 'Dynamics', bookType: 'old', images: [] },
  ...{ buyer: { _id: 'c', name: 'Asha' }, seller: { _id: 'd', name: 'Ravi' } },
  ...{ orderType: 'purchase', price: 400, deliveryAddress: 'Pune', phoneNumber: '+919876543210' },
  ...{ status: last, createdAt: at, chat: { _id: 'e' }, overdue: false, agreed: true },
  ...{ closed: false, can: [] },
  history: [
    { what: 'status', status: 'Shipped', by: 'Seller', at },
    ...(last === 'Cancelled'
      ? [{ what: 'status', status: last, by: 'Seller', at, unusual: true, reason } as const]
      : []),
  ],
})

test.each<[string, Order[], string[]]>([
  ['none', [copy('aaaaaa', 'Shipped')], []],
  [
    'no reason',
    [copy('aaaaaa', 'Cancelled')],
    ['The seller changed it from Shipped to Cancelled: no reason given'],
  ],
  [
    'of one copy',
    [copy('aaaaaa', 'Cancelled', 'It is wet.'), copy('bbbbbb', 'Shipped')],
    ['AAAAAA: The seller changed it from Shipped to Cancelled: It is wet.'],
  ],
])('why a book of a deal was changed is read without unfolding it: %s', (_, copies, expected) => {
  renderPage(
    <MemoryRouter>
      <ul>
        <DealTitle copies={copies} />
      </ul>
    </MemoryRouter>,
  )
  const texts = screen.queryAllByText(/The seller changed/).map(({ textContent }) => textContent)
  expect(texts).toEqual(expected)
})
