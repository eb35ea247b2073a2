// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { nextStepOf } from '#web/features/orders/card/next-step.ts'
import { sampleOrder } from '#web/features/orders/testing-orders.ts'
import { renderWithLinks } from '#web/testing-components.tsx'
import { ArrangeMeeting, SellerHandOver } from './order-hand-over.tsx'

const times = ['2026-11-24T11:30:00.000Z', '2026-11-25T11:30:00.000Z']

const orderWith = (by: 'buyer' | 'seller'): Order => ({
  ...sampleOrder,
  handOver: 'meet',
  meeting: { _id: 'meeting', codeEnded: false, proposed: { by, times } },
  can: ['cancel', 'propose-meeting'],
})

function show(by: 'buyer' | 'seller') {
  const order = orderWith(by)
  renderWithLinks(<ArrangeMeeting order={order} next={[nextStepOf(order)]} />)
}

test('times that the seller proposed are chosen in the chat', () => {
  show('seller')
  expect(
    screen.getByText('Ravi proposes to meet on Tue 24 Nov, 5 pm or Wed 25 Nov, 5 pm.'),
  ).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Choose a time' })
  expect(link.getAttribute('href')).toContain('chat')
  expect(screen.getByRole('button', { name: 'Propose other times' })).toBeTruthy()
})

test('the proposing side sees that it waits', () => {
  show('buyer')
  expect(screen.getByText(/^You propose to meet on .* Waiting for Ravi to choose\.$/)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

test.each([
  ['buyer', /^Asha proposes to meet on Tue 24 Nov, 5 pm or .*\. Choose a time$/, 1],
  ['seller', /^You propose to meet on .*\. Waiting for Asha to choose\.$/, 0],
] as const)('in the seller’s list stands which times the %s proposed', (by, text, links) => {
  renderWithLinks(
    <p data-testid="cell">
      <SellerHandOver order={orderWith(by)} isLead />
    </p>,
  )
  expect(screen.getByTestId('cell').textContent).toMatch(text)
  expect(screen.queryAllByRole('link')).toHaveLength(links)
})
