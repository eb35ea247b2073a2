import type { Order } from '#contract/orders/orders.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { stubResponse } from '#e2e/support/network.ts'

const orders = { path: /^\/api\/orders\/buyer\// }

test('an empty list leads to books; an order with an unknown status and without a photo is shown', async ({
  openPage,
  createAccount,
  orderBook,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const buyer = await createAccount('buyer', 'Asha Patil')
  const page = await openPage(buyer)
  await visit(page, '/buyer/orders')
  await page.getByRole('main').getByRole('link', { name: 'Explore Books' }).click()
  await expect(page).toHaveURL('/buyer/dashboard')

  const order = await orderBook(seller, buyer, { title: unique('Surveying') })
  await stubResponse(page, orders, {
    json: [{ ...order, status: 'Lost', book: { ...order.book, images: [] } } as unknown as Order],
  })
  await visit(page, '/buyer/orders')
  const card = page.getByRole('main').getByRole('article')
  await expect(card.getByText('Unknown', { exact: true })).toBeVisible()
  await expect(card.locator('img')).toHaveAttribute('src', '/placeholder.png')
})
