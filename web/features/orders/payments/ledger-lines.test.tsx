// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PaymentLine } from '#contract/orders/payments.ts'
import { renderPage } from '#web/testing-components.tsx'
import { paymentSubject } from './labels.ts'
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

test('a refund is shown with the price, and an overpayment on its own line', () => {
  const back = { kind: 'price_back', payer: 'seller', due: 150, toPay: 150 } as const
  const lines = [line({ refund: 150, paid: 400, received: 400 }), line(back)]
  renderPage(<LedgerLines lines={lines} viewer="buyer" />)
  const [price, owed] = screen.getAllByRole('listitem').map((item) => item.textContent)
  expect(price).toBe('Price₹250₹400 − ₹150 refund₹400 received.')
  expect(owed).toBe('Price back to the buyer₹150Not given back yet.')
})

test('a late fee to be refunded has its own line', () => {
  const back = { kind: 'late_fee_back', payer: 'seller', due: 10, toPay: 10 } as const
  const lines = [line({ kind: 'late_fee', due: 0, paid: 10, received: 10 }), line(back)]
  renderPage(<LedgerLines lines={lines} viewer="seller" />)
  const [fee, owed] = screen.getAllByRole('listitem').map((item) => item.textContent)
  expect(fee).toBe('Late fee₹0₹10 received.')
  expect(owed).toBe('Late fee back to the buyer₹10Not given back yet.')
})

test.each([
  [{ books: 1, amount: 317 }, 'That was paid for the cancelled book.'],
  [{ books: 2, amount: 300 }, '₹300 of it was paid for the 2 cancelled books.'],
])('the line of returned money says how much was for cancelled books', (cancelled, text) => {
  const back = { kind: 'price_back', payer: 'seller', due: 317, toPay: 317, cancelled } as const
  renderPage(<LedgerLines lines={[line(back)]} viewer="buyer" />)
  expect(screen.getByRole('listitem').textContent).toContain(text)
})

test.each([
  [2, 0, 'for both books'],
  [3, 1, 'for both books'],
  [3, 0, 'for all 3 books'],
  [4, 1, 'for the 3 books'],
  [2, 1, 'of order A1B2C3'],
])('what a payment is for: %i books, %i cancelled', (orders, Cancelled, text) => {
  const statuses = { Pending: orders - Cancelled, Shipped: 0, Delivered: 0, Cancelled }
  expect(paymentSubject({ _id: 'a1b2c3', deal: { _id: 'd', orders, total: 9, statuses } })).toBe(
    text,
  )
})
