import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { showMore } from './order-number.ts'

test('a phone shows the next step and the chat', async ({ openAt, orderBook, seller, buyer }) => {
  await orderBook(seller, buyer, { title: unique('Soil Mechanics'), price: 240 })
  const page = await openAt('/buyer/orders', buyer, { viewport: { width: 360, height: 740 } })
  const card = page.getByRole('article')
  await expect(card.getByRole('button')).toHaveText(['', 'Confirm order', 'More'])
  await expect(card.getByRole('link', { name: 'Check Order Chat' })).toBeInViewport()
  await expect(card.getByText('₹240').first()).toBeInViewport()
  // Folded parts are hidden but not removed.
  await expect(card.getByText('Delivery Address')).toBeHidden()
  await expect(card.getByText('Delivery Address')).toHaveCount(1)
  await showMore(card)
  await expect(card.getByText('Delivery Address')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Cancel order' })).toBeVisible()
})
