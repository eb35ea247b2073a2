// A problem that buyer and seller can't solve, until an admin decides it.
import { checkPhone } from '#e2e/accessibility/check-screen.ts'
import { orderNumber } from '#e2e/orders/order-number.ts'
import { rowOf, visit } from '#e2e/support/browser-page.ts'
import { expect, unique } from '#e2e/support/fixtures.ts'
import { recordCalls } from '#e2e/support/network.ts'
import { makePhotos } from '#e2e/support/photos.ts'
import { type Phone, test, type } from './phone.ts'

const reason = 'Pages missing or damaged'
const problemCall = { path: /\/problem(\/messages)?$/, method: 'POST' } as const
const thread = ({ page }: Phone) => page.getByRole('region', { name: reason })

/** Reports the problem as the buyer. The report isn't lost when the network fails. */
async function report(buyer: Phone): Promise<void> {
  const { page, spent } = buyer
  await page.getByRole('button', { name: /^More, order/ }).tap()
  await page.getByRole('link', { name: 'Something is wrong' }).tap()
  await page.getByLabel('What is wrong?').selectOption(reason)
  await type(page.getByLabel('What happened?'), 'Pages 20 to 40 are missing.')
  await page.getByLabel('Photos (optional)').setInputFiles(await makePhotos(10, 60))
  await page.context().setOffline(true)
  const send = page.getByRole('button', { name: 'Report the problem' })
  await send.tap()
  await expect(page.getByText('Failed to report the problem.')).toBeVisible()
  await expect(page.getByLabel('What happened?')).toHaveValue('Pages 20 to 40 are missing.')
  await page.context().setOffline(false)
  const calls = recordCalls(page, problemCall)
  await send.dblclick()
  await expect(thread(buyer).getByText('Pages 20 to 40 are missing.')).toBeInViewport()
  expect(calls).toHaveLength(1)
  // If the network works, it takes two taps fewer. Taps in the phone's photo picker aren't counted.
  expect(await spent()).toEqual({ taps: 8, characters: 27 })
}

async function disagree(buyer: Phone, seller: Phone): Promise<void> {
  await seller.page.getByRole('link', { name: /^Problem, order/ }).tap()
  const photo = thread(seller).getByRole('button', { name: 'Open photo 2 of 2 from Asha Patil' })
  await expect(photo).toBeVisible()
  await seller.page.getByRole('button', { name: 'Replacement' }).tap()
  await seller.page.getByRole('button', { name: 'Send proposal' }).tap()
  await expect(thread(seller)).toContainText('Proposal: Replacement')
  expect(await seller.spent()).toEqual({ taps: 3, characters: 0 })

  await expect(thread(buyer)).toContainText('Ravi Kumar proposes: Replacement.')
  await expect(thread(buyer)).toContainText('Dobara’s admins see open problems too')
  await type(buyer.page.getByLabel('Write to Ravi Kumar'), 'No, I want my money back.')
  await buyer.page.getByRole('button', { name: 'Send' }).tap()
  await expect(thread(seller)).toContainText('No, I want my money back.')
  expect(await buyer.spent()).toEqual({ taps: 2, characters: 25 })
}

async function settle({ page, spent }: Phone, title: string): Promise<void> {
  await expect(rowOf(page, title)).toContainText(reason)
  await checkPhone(page, 'open complaints and problems')
  await rowOf(page, title).getByRole('link').tap()
  await expect(page.getByRole('button', { name: 'Cancel order' })).toBeHidden()
  await expect(page.getByRole('region', { name: 'Payments' })).toContainText('Not paid yet.')
  await checkPhone(page, 'an order with a problem')
  await page.getByRole('button', { name: 'Settle the problem' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Settle the problem' })
  await dialog.getByRole('button', { name: 'Settle' }).tap()
  await expect(dialog.getByText('Choose how it was solved.')).toBeVisible()
  await expect(dialog.getByText('Reason is required.')).toBeVisible()
  await dialog.getByLabel('Outcome').selectOption('Refund promised')
  await type(dialog.getByLabel('Reason'), 'The photos show it.')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Settle' }).tap()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Failed to settle the problem. You’re offline. Try again when you’re back online.',
  )
  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'Settle' }).tap()
  await expect(dialog).toBeHidden()
  // It takes six taps if the network works and the form isn't sent empty first.
  expect(await spent()).toEqual({ taps: 8, characters: 19 })
}

test('a problem from its report to an admin’s decision, which both sides see at once', async ({
  openPhone,
  createAccount,
  orderBook,
  putOrder,
  setOrderStatus,
  admin,
}) => {
  const accounts = {
    seller: await createAccount('seller', 'Ravi Kumar'),
    buyer: await createAccount('buyer', 'Asha Patil'),
  }
  const title = unique('Organic Chemistry')
  const order = await orderBook(accounts.seller, accounts.buyer, { title })
  await putOrder(accounts.buyer, order, 'confirm')
  await setOrderStatus(accounts.seller, order, 'Delivered')
  const buyer = await openPhone('/buyer/orders', accounts.buyer)
  const seller = await openPhone('/seller/orders', accounts.seller)
  await test.step('the buyer reports it', () => report(buyer))
  await test.step('they don’t agree', () => disagree(buyer, seller))
  const desk = await openPhone('/admin/complaints', admin)
  await test.step('an admin settles it', () => settle(desk, title))
  for (const side of [buyer, seller])
    await expect(thread(side)).toContainText('Refund promised, settled by an admin')
  await expect(thread(seller).getByRole('button', { name: 'Send' })).toBeHidden()
  await visit(seller.page, `/seller/chats?chat=${order.chat._id}`)
  await expect(seller.page.getByRole('log')).toContainText('Reason: The photos show it.')
  await visit(desk.page, '/admin/audit')
  await expect(rowOf(desk.page, orderNumber(order))).toContainText('Settled the problem with order')
})
