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

const open = () => renderPage(<CreateOrderDialog chat={chat} onClose={() => {}} />)
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
