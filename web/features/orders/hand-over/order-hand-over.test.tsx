// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { nextStepOf } from '#web/features/orders/next-step.ts'
import { renderPage } from '#web/testing-components.tsx'
import { ArrangeMeeting } from './order-hand-over.tsx'

const times = ['2026-11-24T11:30:00.000Z', '2026-11-25T11:30:00.000Z']

function show(by: 'buyer' | 'seller') {
  const order = {
    _id: 'order',
    status: 'Pending',
    handOver: 'meet',
    seller: { _id: 'seller', name: 'Ravi' },
    chat: { _id: 'chat' },
    meeting: { _id: 'meeting', codeEnded: false, proposed: { by, times } },
    can: ['cancel', 'propose-meeting'],
  } as unknown as Order
  renderPage(
    <MemoryRouter>
      <ArrangeMeeting order={order} next={[nextStepOf(order)]} />
    </MemoryRouter>,
  )
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

test('who proposed times reads that they wait', () => {
  show('buyer')
  expect(screen.getByText(/^You propose to meet on .* Waiting for Ravi to choose\.$/)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
