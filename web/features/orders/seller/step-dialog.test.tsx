// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { renderPage } from '#web/testing-components.tsx'
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
const returnedAt = '2026-11-23T10:00:00.000Z'
const codeEnded = { meeting: { _id: 'meeting', codeEnded: true } }

test.each<[DialogStep, Order['can'][number], Partial<Order>, string, string]>([
  ['code', 'enter-code', { status: 'Cancelled' }, 'Check code', 'it is Cancelled now'],
  ['code', 'enter-code', codeEnded, 'Check code', 'typed wrong five times'],
  ['tracking', 'edit-shipment', { status: 'Delivered' }, 'Save', 'it is Delivered now'],
  ['extend', 'extend', { status: 'Delivered', returnedAt }, 'Send offer', 'has been returned'],
  ['extend', 'extend', {}, 'Send offer', 'This can’t be done any more.'],
])(
  'an open dialog (%s) says what the other side has done',
  async (step, action, then, button, text) => {
    let act = () => {}
    function Row() {
      const [isOver, setOver] = useState(false)
      act = () => setOver(true)
      const now = { ...order, ...(isOver ? { ...then, can: [] } : { can: [action] }) }
      return (
        <MemoryRouter>
          <StepDialog row={{ order: now, deal: [], parcel: [] }} step={step} onClose={() => {}} />
        </MemoryRouter>
      )
    }
    renderPage(<Row />)
    expect(screen.getByRole('button', { name: button })).toBeTruthy()
    act()
    expect((await screen.findByRole('alert')).textContent).toContain(text)
    expect(screen.queryByRole('button', { name: button })).toBeNull()
  },
)
