// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { OrderProblems, Problem } from '#contract/orders/problems.ts'
import { sampleOrder } from '#web/features/orders/testing-orders.ts'
import { logIn, logInForEachTest, renderWithLinks } from '#web/testing-components.tsx'
import { staleText } from '#web/ui/overlays/stale-actions.tsx'
import { ProblemPage } from './problem-page.tsx'

const problem: Problem = {
  _id: 'problem',
  orderId: 'order1',
  reason: 'damaged',
  openedAt: '2026-11-20T10:00:00.000Z',
  maxRefund: 400,
  messages: [],
  can: [],
}
const withdrawn = { outcome: 'withdrawn', by: 'Buyer', at: '2026-11-21T10:00:00.000Z' } as const
const order = { ...sampleOrder, status: 'Delivered' } as const
const page = (problems: Problem[]): OrderProblems => ({ order, problems, reasons: [] })

logInForEachTest('buyer')

/** Shows a page. `change` changes the server's response and loads it again. */
function showPage(side: 'buyer' | 'seller', first: OrderProblems) {
  let answer = first
  logIn(side)
  vi.stubGlobal('fetch', async () => Response.json(answer))
  const { user, refetch } = renderWithLinks(<ProblemPage orderId="order1" side={side} />)
  return {
    user,
    change: async (next: OrderProblems) => {
      answer = next
      await refetch()
    },
  }
}

test('a report form stays open after a short-lived change by the seller', async () => {
  const delivered: OrderProblems = { ...page([]), reasons: ['damaged'] }
  const { user, change } = showPage('buyer', delivered)
  await user.type(await screen.findByLabelText(/What happened/), 'Pages are missing.')
  await change({ ...delivered, order: sampleOrder, reasons: [] })
  expect((await screen.findByRole('alert')).textContent).toBe(staleText)
  expect(screen.queryByRole('button', { name: 'Report the problem' })).toBeNull()
  await change(delivered)
  expect(await screen.findByRole('button', { name: 'Report the problem' })).toBeTruthy()
  expect(screen.getByLabelText<HTMLSelectElement>('What is wrong?').value).toBe('damaged')
  expect(screen.getByLabelText<HTMLTextAreaElement>(/What happened/).value).toBe(
    'Pages are missing.',
  )
})

test('an answer that is being written stays when the problem is solved', async () => {
  const { user, change } = showPage('seller', page([{ ...problem, can: ['write'] }]))
  await user.type(await screen.findByLabelText('Write to Asha'), 'I can send another one.')
  await change(page([{ ...problem, can: [], solved: withdrawn }]))
  expect((await screen.findByRole('alert')).textContent).toBe(staleText)
  expect(screen.getByLabelText<HTMLTextAreaElement>('Write to Asha').value).toBe(
    'I can send another one.',
  )
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
})
