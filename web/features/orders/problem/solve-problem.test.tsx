// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Problem } from '#contract/orders/problems.ts'
import { logInForEachTest, renderPage } from '#web/testing-components.tsx'
import { SolveProblem } from './solve-problem.tsx'

const problem: Problem = {
  _id: 'problem',
  orderId: '01a1f7a4-786b-7710-bf14-e0fad320f349',
  reason: 'damaged',
  openedAt: '2026-11-20T10:00:00.000Z',
  maxRefund: 400,
  proposal: 'refund',
  refund: 150,
  messages: [],
  can: ['solve'],
}

const sent: unknown[] = []
logInForEachTest('buyer')
beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    return Response.json({})
  })
})

/** Shows the proposal of a refund of ₹150. `proposeLess` changes it to ₹50. */
function show() {
  let proposeLess = () => {}
  function Page() {
    const [refund, setRefund] = useState(150)
    proposeLess = () => act(() => setRefund(50))
    return <SolveProblem problem={{ ...problem, refund }} seller="Ravi" />
  }
  return { user: renderPage(<Page />), proposeLess: () => proposeLess() }
}

test('accepting a proposal sends the terms that were read', async () => {
  const { user } = show()
  await user.click(screen.getByRole('button', { name: 'Accept the proposal' }))
  await user.click(screen.getByRole('button', { name: 'Yes, accept it' }))
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ outcome: 'refund', proposal: 'refund', refund: 150 })
})

test('terms that have changed since they were shown can’t be accepted', async () => {
  const { user, proposeLess } = show()
  await user.click(screen.getByRole('button', { name: 'Accept the proposal' }))
  proposeLess()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Accept the proposal' }))
  expect(screen.getByRole('alertdialog', { name: 'Accept: Refund of ₹50?' })).toBeTruthy()
})
