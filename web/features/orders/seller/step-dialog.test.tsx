// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { renderPage } from '#web/testing-components.tsx'
import { staleText } from '#web/ui/overlays/stale-actions.tsx'
import { type DialogStep, StepDialog } from './step-dialog.tsx'

const order = {
  _id: 'a1b2c3',
  book: { _id: 'book', title: 'Dynamics', bookType: 'old', images: [] },
  chat: { _id: 'chat' },
  status: 'Pending',
  price: 40,
  rentEndDate: '2026-11-28',
  meeting: { _id: 'meeting', codeEnded: false },
} as unknown as Order

test.each<[DialogStep, Order['can'][number], string]>([
  ['code', 'enter-code', 'Check code'],
  ['tracking', 'edit-shipment', 'Save'],
  ['extend', 'extend', 'Send offer'],
])('an open dialog (%s) stays when the other side acts', async (step, action, button) => {
  let act = () => {}
  function Row() {
    const [isStale, setStale] = useState(false)
    act = () => setStale(true)
    const now = { ...order, can: isStale ? [] : [action] }
    return (
      <MemoryRouter>
        <StepDialog row={{ order: now, deal: [], parcel: [] }} step={step} onClose={() => {}} />
      </MemoryRouter>
    )
  }
  renderPage(<Row />)
  expect(screen.getByRole('button', { name: button })).toBeTruthy()
  act()
  expect((await screen.findByRole('alert')).textContent).toBe(staleText)
  expect(screen.queryByRole('button', { name: button })).toBeNull()
})
