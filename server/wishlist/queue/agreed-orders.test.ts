// Only an order that its buyer has agreed to fulfills a want.
import { expect, test } from 'vitest'
import { removeReview } from '#contract/admin/admin.ts'
import { reopenAnyOrder } from '#contract/admin/admin-orders.ts'
import { sendMessage } from '#contract/chats.ts'
import { placeOrder, rateOrder, setOrderStatus, undoOrderStatus } from '#contract/orders/orders.ts'
import { as, makeAccount, makeBook, makeChat, type TestAccount } from '#server/testing.ts'
import { wantsOf } from '#server/wishlist/wants/testing-wants.ts'
import { expectNoViolations, isReservedFor, listForQueue, makeQueue } from './testing-queue.ts'

const delivery = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '9876543210' }

const stateOf = async (account: TestAccount) => (await wantsOf(account))[0]?.order?.state

test('a rating counts as agreeing to an order, unless an admin has removed it', async () => {
  const { title, first } = await makeQueue(1)
  const seller = await makeAccount('seller')
  const { chatId } = await makeChat({ buyer: first, seller, bookId: await makeBook(seller, title) })
  const orderType = 'purchase' as const
  const { body } = await as(seller).call(placeOrder, { chatId, orderType, ...delivery })
  await as(seller).call(setOrderStatus, { orderId: body._id, status: 'Delivered' })
  expect(await stateOf(first)).toBeUndefined()
  const stars = { orderId: body._id, book: 5, seller: 5 }
  const rated = await as(first).call(rateOrder, stars)
  expect(rated.status).toBe(201)
  expect(await stateOf(first)).toBe('received')
  const admin = await makeAccount('admin')
  const removed = await as(admin).call(removeReview, { id: body._id, reason: 'Spam' } as never)
  expect(removed.status).toBe(200)
  expect(await stateOf(first)).toBeUndefined()
  await expectNoViolations()
})

test('a rating counts again once a cancellation is undone', async () => {
  const { title, first } = await makeQueue(1)
  const seller = await makeAccount('seller')
  const { chatId } = await makeChat({ buyer: first, seller, bookId: await makeBook(seller, title) })
  const orderType = 'purchase' as const
  const { body } = await as(seller).call(placeOrder, { chatId, orderType, ...delivery })
  const orderId = body._id
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  await as(first).call(rateOrder, { orderId, book: 5, seller: 5 })
  const admin = await makeAccount('admin')
  const reopened = await as(admin).call(reopenAnyOrder, { id: orderId, reason: 'Not right' })
  expect(reopened.status).toBe(200)
  await as(seller).call(setOrderStatus, { orderId, status: 'Cancelled' })
  expect(await stateOf(first)).toBeUndefined()
  const undone = await as(seller).call(undoOrderStatus, { orderId })
  expect(undone.body).toMatchObject({ status: 'Delivered', agreed: true })
  expect(await stateOf(first)).toBe('received')
  await expectNoViolations()
})

test('a buyer is still offered copies if only the seller says one was sent', async () => {
  const { title, seller, bookId, first } = await makeQueue(1)
  const { chatId } = await makeChat({ buyer: first, seller, bookId })
  await as(first).call(sendMessage, { chatId, message: 'I take it.' })
  const orderType = 'purchase' as const
  const { body } = await as(seller).call(placeOrder, { chatId, orderType, ...delivery })
  await as(seller).call(setOrderStatus, { orderId: body._id, status: 'Shipped' })
  const other = await listForQueue(await makeAccount('seller'), title)
  expect(await isReservedFor(first, other)).toBe(true)
})
