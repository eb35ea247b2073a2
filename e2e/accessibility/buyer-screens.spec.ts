import { visit } from '#e2e/support/browser-page.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { checkScreen, onDesktop, phone, testWithLongTexts } from './check-screen.ts'
import { checkProfile } from './profile-screens.ts'

testWithLongTexts(
  'orders, notifications, a chat and a book',
  async ({ openAt, post, longTexts: { buyer, bookId, chatId } }) => {
    // Opening a second account gives both accounts a notification. Chats alone don't appear in the
    // bell.
    await post('/account/seller', { name: buyer.name, sellerType: 'student' }, buyer)
    const page = await openAt('/buyer/orders', buyer, onDesktop)
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)
    await checkScreen(page, 'orders')
    await page.getByRole('button', { name: /^Notifications/ }).click()
    const notifications = page.getByRole('dialog', { name: 'Notifications' })
    await expect(notifications.getByRole('listitem').first()).toBeVisible()
    await checkScreen(page, 'notifications')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await checkScreen(page, 'cancelling')
    await visit(page, `/buyer/chats?chat=${chatId}`)
    await expect(page.getByRole('log')).toContainText('Yes, it is free.')
    await checkScreen(page, 'a chat')
    await visit(page, `/buyer/book/${bookId}`)
    await checkScreen(page, 'a book')
  },
)

testWithLongTexts('profile and logout', async ({ openPage, longTexts: { buyer } }) => {
  const page = await openPage(buyer, onDesktop)
  await checkProfile(page, 'buyer')
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Confirm Logout' })).toBeVisible()
  await checkScreen(page, 'logout, from the menu of a phone')
  await page.setViewportSize(onDesktop.viewport)
  await checkScreen(page, 'logout')
  await visit(page, '/seller/orders')
  await checkScreen(page, 'the page of another role')
})

test('empty lists', async ({ openAt, sharedAccounts }) => {
  const page = await openAt('/buyer/orders', sharedAccounts.buyer, onDesktop)
  await expect(page.getByText('No orders found.')).toBeVisible()
  await checkScreen(page, 'no orders')
  await visit(page, '/buyer/chats')
  await expect(page.getByText('No active chats.')).toBeVisible()
  await checkScreen(page, 'no chats')
})
