// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Order, OrderStatus } from '#contract/orders/orders.ts'
import { sampleOrder } from '#web/features/orders/testing-orders.ts'
import { renderWithLinks } from '#web/testing-components.tsx'
import { DealTitle } from './deal-title.tsx'

const at = '2026-11-20T10:00:00.000Z'
const copy = (id: string, last: OrderStatus, reason?: string): Order => ({
  ...sampleOrder,
  _id: id,
  status: last,
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
])('the reason for a change is visible without unfolding the book: %s', (_, copies, expected) => {
  renderWithLinks(
    <ul>
      <DealTitle copies={copies} />
    </ul>,
  )
  const texts = screen.queryAllByText(/The seller changed/).map(({ textContent }) => textContent)
  expect(texts).toEqual(expected)
})
