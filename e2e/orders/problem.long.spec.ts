// A problem that is solved by a proposal, and an admin's actions on an order.
import { checkScreen, onDesktop } from '#e2e/accessibility/check-screen.ts'
import { rowOf, visit } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { orderNumber, showMore } from './order-number.ts'

const phone = { ...onDesktop, viewport: { width: 360, height: 740 } }

test('the seller’s proposal solves a problem', async ({
  openAt,
  orderBook,
  putOrder,
  setOrderStatus,
  seller,
  buyer,
}) => {
  const title = unique('Fluid Mechanics')
  const order = await orderBook(seller, buyer, { title })
  await putOrder(buyer, order, 'confirm')
  await setOrderStatus(seller, order, 'Delivered')

  const buyerPage = await openAt('/buyer/orders', buyer, phone)
  await showMore(buyerPage)
  await buyerPage.getByRole('link', { name: 'Something is wrong' }).click()
  await expect(buyerPage).toHaveURL(`/buyer/orders/${order._id}/problem`)
  const report = buyerPage.getByRole('button', { name: 'Report the problem' })
  await report.click()
  await expect(buyerPage.getByText('Choose what is wrong.').first()).toBeVisible()
  await expect(buyerPage.getByText('Say what happened.').first()).toBeVisible()
  await checkScreen(buyerPage, 'reporting a problem')
  await buyerPage.getByLabel('What is wrong?').selectOption('Pages missing or damaged')
  await buyerPage.getByLabel('What happened?').fill('Pages 20 to 40 are missing.')
  await report.click()
  const thread = buyerPage.getByRole('region', { name: 'Pages missing or damaged' })
  await expect(thread).toContainText('Pages 20 to 40 are missing.')

  const sellerPage = await openAt('/seller/orders', seller, phone)
  await sellerPage.getByRole('link', { name: `Problem, order ${orderNumber(order)}` }).click()
  const answers = sellerPage.getByRole('region', { name: 'Pages missing or damaged' })
  const proposing = sellerPage.getByRole('dialog')
  await sellerPage.getByRole('button', { name: 'Refund' }).click()
  await proposing.getByRole('button', { name: 'Send proposal' }).click()
  await expect(proposing.getByText('Enter how much you pay back.')).toBeVisible()
  await proposing.getByLabel('How much you pay back (₹)').fill('150')
  await proposing.getByRole('button', { name: 'Send proposal' }).click()
  await expect(answers).toContainText('Proposal: Refund of ₹150')
  await checkScreen(sellerPage, 'the seller’s side of a problem')

  await expect(thread).toContainText('Ravi Kumar proposes: Refund of ₹150.')
  await checkScreen(buyerPage, 'a proposal')
  await buyerPage.getByRole('button', { name: 'Accept the proposal' }).click()
  await buyerPage.getByRole('button', { name: 'Yes, accept it' }).click()
  await expect(thread).toContainText('Refund promised: ₹150')
  await expect(answers).toContainText('Refund promised: ₹150')
  await expect(answers.getByRole('button', { name: 'Send' })).toBeHidden()
})

test('an admin cancels, reopens and closes an order', async ({
  openAt,
  admin,
  orderBook,
  putOrder,
  setOrderStatus,
  seller,
  buyer,
}) => {
  const title = unique('Organic Chemistry')
  const order = await orderBook(seller, buyer, { title })
  await putOrder(buyer, order, 'confirm')
  await setOrderStatus(seller, order, 'Delivered')
  const buyerPage = await openAt(`/buyer/chats?chat=${order.chat._id}`, buyer)
  const page = await openAt('/admin/orders', admin, onDesktop)
  await page.getByRole('searchbox').fill(orderNumber(order))
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('row').getByRole('link', { name: title }).click()
  await expect(page.getByRole('region', { name: 'Seller' })).toContainText(seller.email)

  for (const [button, reason, status] of [
    ['Cancel order', 'It was counterfeit.', 'Cancelled'],
    ['Reopen order', 'It was the wrong order.', 'Reopened: Delivered'],
    ['Close order', 'Both agree.', 'Closed'],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: button }).click()
    await expect(dialog).toBeHidden()
    const last = page.getByRole('region', { name: 'History' }).getByRole('listitem').last()
    await expect(last).toContainText(status)
    await expect(last).toContainText(reason)
    await expect(buyerPage.getByText(`Reason: ${reason}`).first()).toBeVisible()
  }
  await checkScreen(page, 'a closed order')
  await visit(page, '/admin/audit')
  const entries = rowOf(page, orderNumber(order))
  await expect(entries.filter({ hasText: 'It was the wrong order.' })).toHaveCount(1)
})
