// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { sampleOrder } from '#web/features/orders/testing-orders.ts'
import { renderWithLinks } from '#web/testing-components.tsx'
import { staleText } from '#web/ui/overlays/stale-actions.tsx'
import { type DialogStep, StepDialog } from './step-dialog.tsx'

const order: Order = {
  ...sampleOrder,
  rentEndDate: '2026-11-28',
  meeting: { _id: 'meeting', codeEnded: false },
}

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
    const row = { order: now, deal: [], parcel: [], packing: [], isJoined: false }
    return <StepDialog row={row} step={step} onClose={() => {}} />
  }
  renderWithLinks(<Row />)
  expect(screen.getByRole('button', { name: button })).toBeTruthy()
  act()
  expect((await screen.findByRole('alert')).textContent).toBe(staleText)
  expect(screen.queryByRole('button', { name: button })).toBeNull()
})
