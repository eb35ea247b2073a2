import { bell } from '#e2e/notifications/bell.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'

test('links in a chat, the bell and the dashboard open the right order', async ({
  openPage,
  createBook,
  createChat,
  orderBook,
  post,
  seller,
  buyer,
}) => {
  const [title, other] = [unique('Rural Sociology'), unique('Soil Mechanics')]
  const bookId = await createBook(seller, { title })
  const chatId = await createChat(buyer, bookId, 'Is it free?')
  const terms = { orderType: 'purchase', amount: 380, handOver: 'meet' }
  await post('/offers', { chatId, ...terms, items: [{ bookId, copies: 1 }] }, buyer)
  const sellerPage = await openPage(seller)
  await test.step('the seller sees the offer under the bell and on the dashboard', async () => {
    await visit(sellerPage, '/seller/dashboard')
    await expect(bell(sellerPage)).toHaveAccessibleName('Notifications, 1 new')
    const tasks = sellerPage.getByRole('list', { name: 'Needs your answer' })
    await expect(tasks).toContainText(`${title} · Asha Patil · until`)
    await tasks.getByRole('link', { name: 'Offer of ₹380' }).click()
    await expect(sellerPage).toHaveURL(`/seller/chats?chat=${chatId}`)
    await sellerPage.getByRole('button', { name: 'Accept' }).click()
  })
  // Creates a later order, which is first in the lists.
  await orderBook(seller, buyer, { title: other })
  const buyerPage = await openPage(buyer)
  await test.step('“Open the order” opens the right order', async () => {
    await visit(buyerPage, `/buyer/chats?chat=${chatId}`)
    await expect(buyerPage.getByRole('link', { name: 'Open the order' })).toBeVisible()
    await expect(buyerPage.getByRole('button', { name: 'Add to chat' })).toBeHidden()
    await buyerPage.getByRole('link', { name: 'Open the order' }).click()
    await expect(buyerPage).toHaveURL(/\/buyer\/orders\?order=/)
    await expect(buyerPage.getByRole('article')).toHaveCount(1)
    await expect(buyerPage.getByRole('article')).toContainText(title)
    await expect(buyerPage.getByRole('button', { name: 'Confirm order' })).toBeHidden()
    await sellerPage.getByRole('link', { name: 'Open the order' }).click()
    await expect(bell(sellerPage)).toHaveAccessibleName('Notifications')
    await expect(sellerPage.getByRole('row')).toHaveCount(2)
    await expect(sellerPage.getByRole('row').last()).toContainText(title)
    await sellerPage.getByRole('link', { name: 'All orders' }).click()
    await expect(sellerPage.getByRole('row')).toHaveCount(3)
    await buyerPage.getByRole('link', { name: 'All orders' }).click()
    await expect(buyerPage.getByRole('article')).toHaveCount(2)
    await visit(buyerPage, `/buyer/book/${bookId}`)
    await expect(buyerPage.getByRole('button', { name: 'Open chat' })).toBeVisible()
    await expect(buyerPage.getByRole('button', { name: 'Make an offer' })).toBeHidden()
  })
})
