// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Chat } from '#contract/chats.ts'
import { logInAgain, logInForEachTest, renderPage } from '#web/testing-components.tsx'
import { CreateOrderDialog } from './create-order-dialog.tsx'

logInForEachTest('seller')

const chat = {
  _id: 'chat',
  book: { _id: 'book', title: 'Dynamics', price: 400, isRentable: true, rentPrice: 10 },
  buyer: { _id: 'buyer', name: 'Asha' },
  seller: { _id: 'seller', name: 'Ravi' },
} as Chat

const open = (shown = chat, delivery?: { deliveryAddress: string }) =>
  renderPage(<CreateOrderDialog chat={shown} delivery={delivery} onClose={() => {}} />)
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

test('an unsent order survives the end of the session, without the address and the phone number', async () => {
  const user = open()
  await user.type(field('Delivery address'), '12 Lake Road, Pune')
  await user.type(field('Phone number'), '98765 43210')
  await user.selectOptions(field('Order type'), 'rent')
  await user.type(field('Number of days'), '12')
  expect(JSON.stringify(localStorage)).not.toMatch(/Lake Road|98765/)
  logInAgain('seller')
  open()
  expect(field('Order type').value).toBe('rent')
  expect(field('Number of days').value).toBe('12')
  expect([field('Delivery address').value, field('Phone number').value]).toEqual(['', ''])
})

test('a quantity is asked for if several copies are free, and a known address is filled in', () => {
  open()
  expect(screen.queryByLabelText('Quantity')).toBeNull()
  logInAgain('seller')
  open({ ...chat, book: { ...chat.book, available: 3 } }, { deliveryAddress: '12 Lake Road' })
  expect(field('Quantity').value).toBe('1')
  screen.getByText('3 copies are free. Each is an order at the price below.')
  expect([field('Price of each (₹)').value, field('Delivery address').value]).toEqual([
    '400',
    '12 Lake Road',
  ])
})
