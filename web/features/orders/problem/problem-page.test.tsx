// @vitest-environment happy-dom
import { useQueryClient } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#contract/common/error-catalog.ts'
import type { OrderProblems, Problem } from '#contract/orders/problems.ts'
import { clearSession, saveSession } from '#web/session/session.ts'
import { renderPage } from '#web/testing-components.tsx'
import { staleText } from '#web/ui/overlays/stale-actions.tsx'
import { ProblemPage } from './problem-page.tsx'

const problem: Problem = {
  _id: 'problem',
  orderId: 'order1',
  reason: 'damaged',
  openedAt: '2026-11-20T10:00:00.000Z',
  maxRefund: 400,
  messages: [],
  can: ['propose'],
}
const withdrawn = { outcome: 'withdrawn', by: 'Buyer', at: '2026-11-21T10:00:00.000Z' } as const
const page = (problems: Problem[]) =>
  ({
    order: { _id: 'order1', status: 'Delivered', price: 400, book: { images: [] } },
    problems,
    reasons: [],
  }) as unknown as OrderProblems

let isWithdrawn = false
beforeEach(() => {
  isWithdrawn = false
  const session = { token: 'of-ravi', userId: 'ravi', role: 'seller', name: 'Ravi' }
  saveSession({ ...session, message: '' } as never)
  const people = { buyer: { name: 'Asha' }, seller: { name: 'Ravi' } }
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    if (method === 'PUT') {
      isWithdrawn = true
      const { code, message, status } = new AppError('problem_solved')
      return Response.json({ code, message }, { status })
    }
    const shown = isWithdrawn ? { ...problem, can: [], solved: withdrawn } : problem
    const body = page([shown])
    return Response.json({ ...body, order: { ...body.order, ...people } })
  })
})
afterEach(() => {
  clearSession()
  vi.unstubAllGlobals()
})

test('the typed text stays when the problem ends, with a message', async () => {
  const user = renderPage(
    <MemoryRouter>
      <ProblemPage orderId="order1" side="seller" />
    </MemoryRouter>,
  )
  await user.click(await screen.findByRole('button', { name: 'Refund' }))
  await user.type(screen.getByLabelText('How much you pay back (₹)'), '150')
  await user.click(screen.getByRole('button', { name: 'Send proposal' }))
  await screen.findByText(staleText)
  expect(screen.getByLabelText<HTMLInputElement>('How much you pay back (₹)').value).toBe('150')
  expect(screen.queryByRole('button', { name: 'Send proposal' })).toBeNull()
})

/** Shows a page whose data the test can change and load again. */
function showPage(side: 'buyer' | 'seller', first: OrderProblems) {
  const people = { buyer: { name: 'Asha' }, seller: { name: 'Ravi' } }
  let answer = first
  let refetch = async () => {}
  saveSession({ token: 'x', userId: 'x', role: side, name: 'X', message: '' } as never)
  vi.stubGlobal('fetch', async () =>
    Response.json({ ...answer, order: { ...answer.order, ...people } }),
  )
  function Shown() {
    const client = useQueryClient()
    refetch = () => client.invalidateQueries()
    return (
      <MemoryRouter>
        <ProblemPage orderId="order1" side={side} />
      </MemoryRouter>
    )
  }
  const user = renderPage(<Shown />)
  return {
    user,
    change: async (next: OrderProblems) => {
      answer = next
      await act(() => refetch())
    },
  }
}

test('a report form stays open after a short-lived change by the seller', async () => {
  const delivered = { ...page([]), reasons: ['damaged'] } as OrderProblems
  const { user, change } = showPage('buyer', delivered)
  await user.type(await screen.findByLabelText(/What happened/), 'Pages are missing.')
  const pending = { ...delivered, order: { ...delivered.order, status: 'Pending' }, reasons: [] }
  await change(pending as OrderProblems)
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
