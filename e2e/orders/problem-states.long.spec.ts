import { checkScreen } from '#e2e/accessibility/check-screen.ts'
import { visit, visitWithFailure } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'

const problemRequest = { path: /\/problem(\/messages)?$/ }

test('the page of a problem: loading, error, nothing to report, another person’s order', async ({
  openPage,
  createAccount,
  orderBook,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const buyer = await createAccount('buyer', 'Asha Patil')
  const order = await orderBook(seller, buyer, { title: unique('Soil Mechanics') })
  const page = await openPage(buyer)
  const address = `/buyer/orders/${order._id}/problem`
  const restore = await visitWithFailure(page, address, problemRequest)
  await expect(page.getByText('Failed to load the problem. Please try again.')).toBeVisible()
  restore()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('A problem can be reported within seven days')).toBeVisible()
  await checkScreen(page, 'nothing to report')
  const other = await openPage(await createAccount('buyer', 'Kiran Rao'))
  await visit(other, address)
  await expect(other.getByText('Order not found.')).toBeVisible()
})
