import { testWithChat } from '#e2e/chats/chat-page.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { blockLiveConnection, waitForLive } from '#e2e/support/network.ts'
import { bell, panel } from './bell.ts'

testWithChat(
  'the bell lists notifications that need an answer or aren’t in a chat, and marks them read',
  async ({
    openAt,
    post,
    createOrder,
    sendMessage,
    setOrderStatus,
    chat: { seller, buyer, chatId },
  }) => {
    await sendMessage(seller, chatId, 'See you at the gate')
    const order = await createOrder(seller, chatId)
    const page = await openAt('/buyer/dashboard', buyer)
    const chats = page.getByRole('link', { name: /^Chats/ })
    await expect(chats).toContainText('2')
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 new')
    await setOrderStatus(seller, order, 'Shipped')
    await expect(chats).toContainText('3')
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 new')
    await post('/account/seller', { name: 'Asha Patil', sellerType: 'student' }, buyer)
    await page.reload()
    await expect(bell(page)).toHaveAccessibleName('Notifications, 2 new')
    await bell(page).click()
    await expect(panel(page).getByRole('listitem')).toHaveCount(2)
    await panel(page).getByRole('listitem').getByRole('link').first().click()
    await expect(page).toHaveURL('/buyer/profile')
    await expect(panel(page)).toBeHidden()
    await expect(bell(page)).toHaveAccessibleName('Notifications')
    // The last messages are from System, but the list shows what the seller wrote.
    await chats.click()
    await expect(page.getByRole('list', { name: 'Chats' })).toContainText('See you at the gate')
  },
)

testWithChat(
  'without a live connection, the counts are polled',
  async ({ openPage, sendMessage, chat }) => {
    await sendMessage(chat.buyer, chat.chatId, 'Is it free?')
    const page = await openPage(chat.seller)
    await blockLiveConnection(page)
    await visit(page, '/seller/orders')
    await expect(page.getByRole('link', { name: /^Chats/ })).toContainText('1')
    await expect(bell(page)).toHaveAccessibleName('Notifications')
    await bell(page).click()
    await expect(panel(page).getByText('No notifications yet.')).toBeVisible()
  },
)

test('a kind that is switched off has no toast', async ({ openPage, orderBook, seller, buyer }) => {
  const order = async (title: string) => orderBook(seller, buyer, { title })
  const page = await openPage(buyer)
  const live = waitForLive(page)
  await visit(page, '/buyer/orders')
  await live
  await expect(page.getByText('No orders found.')).toBeVisible()
  const cards = page.getByRole('main').getByRole('listitem')
  const toasts = page.getByRole('alert').filter({ hasText: /Optics|Waves/ })
  await order(unique('Optics'))
  await expect(toasts).toHaveCount(1)
  await expect(cards).toHaveCount(1)
  await toasts.getByRole('button', { name: 'Dismiss' }).click()
  await bell(page).click()
  await panel(page).getByRole('link', { name: 'Choose notifications' }).click()
  const orders = page
    .getByRole('region', { name: 'Notifications' })
    .getByLabel('New orders and offers')
  await orders.click()
  await expect(orders).not.toBeChecked()
  await page.getByRole('link', { name: 'Orders' }).click()
  await order(unique('Waves'))
  await expect(cards).toHaveCount(2)
  await expect(toasts).toHaveCount(0)
})
