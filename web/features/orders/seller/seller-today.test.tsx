// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SellerTasks as Tasks } from '#contract/orders/tasks.ts'
import { renderWithLinks } from '#web/testing-components.tsx'
import { SellerToday } from './seller-today.tsx'

const tasks: Tasks = {
  counts: {
    'to-pack': 1400,
    'to-hand-over': 0,
    'rents-due': 0,
    problems: 1,
    unanswered: 3,
    offers: 1,
  },
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

test('Today links each count to its list, then each problem before each offer', () => {
  renderWithLinks(<SellerToday tasks={tasks} />)
  screen.getByRole('heading', { name: 'Today' })
  const links = screen.getAllByRole<HTMLAnchorElement>('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['1,400To pack', '/seller/orders?tab=to-pack'],
    ['1Problem', '/seller/orders?tab=problems'],
    ['3Unanswered chats', '/seller/chats?filter=unanswered'],
    ['1Offer to answer', '/seller/chats?filter=offers'],
    [expect.stringMatching(/^Problem: .*Dynamics · Asha$/), '/seller/orders/order/problem'],
    [expect.stringMatching(/^Offer of ₹240Optics · Meera · until /), '/seller/chats?chat=chat'],
  ])
})

test('Today says when there is nothing to do', () => {
  renderWithLinks(<SellerToday tasks={undefined} />)
  screen.getByText('Nothing to do.')
  expect(screen.queryByRole('link')).toBeNull()
})
