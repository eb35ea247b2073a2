// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SellerTasks as Tasks } from '#contract/orders/reports.ts'
import { renderWithLinks } from '#web/testing-components.tsx'
import { SellerTasks } from './seller-tasks.tsx'

const tasks: Tasks = {
  problems: [
    {
      orderId: 'order',
      title: 'Dynamics',
      buyer: 'Asha',
      reason: 'damaged',
      openedAt: '2026-11-20T10:00:00.000Z',
    },
  ],
  offers: [
    {
      chatId: 'chat',
      title: 'Optics',
      copies: 1,
      buyer: 'Meera',
      total: 240,
      isExchange: false,
      expiresAt: '2026-11-19T10:00:00.000Z',
    },
  ],
}

test('a seller’s tasks list a problem before an offer, each with a link to it', () => {
  renderWithLinks(<SellerTasks {...tasks} />)
  screen.getByRole('heading', { name: 'Needs your answer' })
  const links = screen.getAllByRole<HTMLAnchorElement>('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Problem: .*Dynamics · Asha$/),
    expect.stringMatching(/^Offer of ₹240Optics · Meera · until /),
  ])
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/seller/orders/order/problem',
    '/seller/chats?chat=chat',
  ])
})
