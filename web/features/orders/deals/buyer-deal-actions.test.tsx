// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { renderPage } from '#web/testing-components.tsx'
import { BuyerDealActions } from './buyer-deal-actions.tsx'

const order = (id: string, over: Partial<Order>): Order =>
  ({ _id: id, status: 'Shipped', can: ['receive'], ...over }) as Order
const cancelled = order('b', { status: 'Cancelled', can: [] })
const show = (orders: Order[]) =>
  renderPage(<BuyerDealActions dealId="deal" orders={orders} isReceivingNext />)
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)

test.each<[string, Order[], string[]]>([
  ['both sent', [order('a', {}), order('b', {})], ['I have received them all']],
  [
    'both to confirm',
    ['a', 'b'].map((id) => order(id, { status: 'Pending', can: ['confirm', 'cancel'] })),
    ['Confirm all 2', 'Cancel them all'],
  ],
  ['one left', [order('a', {}), cancelled], ['I have received it']],
  [
    'the other received',
    [order('a', {}), order('b', { receivedAt: '2026-11-20', can: [] })],
    ['I have received it'],
  ],
  ['the other not sent', [order('a', {}), order('b', { status: 'Pending', can: [] })], []],
  [
    'one left, not sent',
    [order('a', { status: 'Pending', can: ['cancel'] }), cancelled],
    ['Cancel order'],
  ],
])('what a buyer can do with a deal: %s', (_, orders, expected) => {
  show(orders)
  expect(buttons()).toEqual(expected)
})

test('a question is about the only book that is left after the other side acts', async () => {
  let cancelOne = () => {}
  function Deal() {
    const [isOneLeft, setOneLeft] = useState(false)
    cancelOne = () => setOneLeft(true)
    const orders = [order('a', {}), isOneLeft ? cancelled : order('b', {})]
    return <BuyerDealActions dealId="deal" orders={orders} isReceivingNext />
  }
  const user = renderPage(<Deal />)
  await user.click(screen.getByRole('button', { name: 'I have received them all' }))
  cancelOne()
  await screen.findByRole('alertdialog', { name: 'Do you have the book?' })
  await user.click(screen.getByRole('button', { name: 'Not yet' }))
  expect(buttons()).toEqual(['I have received it'])
})
