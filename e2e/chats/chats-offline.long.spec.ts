import { visit, waitForServiceWorker } from '#e2e/support/browser-page.ts'
import { expect } from '#e2e/support/fixtures.ts'
import { failRequests } from '#e2e/support/network.ts'
import { messageLog, testWithChat } from './chat-page.ts'

for (const side of ['buyer', 'seller'] as const)
  testWithChat(
    `a ${side} who reloads offline sees their last chats, and new messages once online`,
    async ({ openPage, sendMessage, chat }) => {
      const { title, chatId } = chat
      await sendMessage(chat.buyer, chatId, 'Is it a clean copy?')
      const page = await openPage(chat[side], { serviceWorkers: 'allow' })
      await visit(page, `/${side}/chats`)
      const row = page.getByRole('list', { name: 'Chats' }).getByText(title)
      await expect(row).toBeVisible()
      await waitForServiceWorker(page, `/${side}/chats`)
      await page.context().setOffline(true)
      await page.reload()
      await expect(row).toBeVisible()
      await expect(page.getByText('Is it a clean copy?')).toBeVisible()
      const other = side === 'buyer' ? chat.seller : chat.buyer
      await sendMessage(other, chatId, 'Written while you were offline')
      await page.context().setOffline(false)
      await expect(page.getByText('Written while you were offline')).toBeVisible()
      await row.click()
      await expect(messageLog(page).getByText('Written while you were offline')).toBeVisible()
    },
  )

testWithChat(
  'chats that failed to load appear by themselves once the server answers again',
  async ({ openPage, chat: { buyer, title } }) => {
    const page = await openPage(buyer)
    const list = { path: /^\/api\/chats$/ }
    const restore = await failRequests(page, list, 'connection')
    await page.route('**/socket.io/**', (route) => route.abort())
    await visit(page, '/buyer/chats')
    await expect(page.getByText('Could not load your chats.')).toBeVisible()
    await expect(page.getByText('No active chats.')).toBeHidden()
    restore()
    await page.unroute('**/socket.io/**')
    await expect(page.getByRole('list', { name: 'Chats' }).getByText(title)).toBeVisible()
  },
)
