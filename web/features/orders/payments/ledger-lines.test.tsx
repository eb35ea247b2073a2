// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PaymentLine } from '#contract/orders/payments.ts'
import { renderPage } from '#web/testing-components.tsx'
import { LedgerLines } from './ledger-lines.tsx'

const line = (over: Partial<PaymentLine>): PaymentLine => ({
  kind: 'price',
  payer: 'buyer',
  due: 250,
  paid: 0,
  received: 0,
  toPay: 0,
  unconfirmed: 0,
  toReceive: 0,
  can: [],
  ...over,
})

test('a refund stands with the price, and what was paid above it on a line of its own', () => {
  const back = { kind: 'price_back', payer: 'seller', due: 150, toPay: 150 } as const
  const lines = [line({ refund: 150, paid: 400, received: 400 }), line(back)]
  renderPage(<LedgerLines lines={lines} viewer="buyer" />)
  const [price, owed] = screen.getAllByRole('listitem').map((item) => item.textContent)
  expect(price).toBe('Price₹250₹400 − ₹150 refund₹400 received.')
  expect(owed).toBe('Price back to the buyer₹150Not given back yet.')
})
