// A device with a wrong clock shows times by the server's clock.
import { visit } from '#e2e/support/browser-page.ts'
import { expect } from '#e2e/support/fixtures.ts'
import { testWithChat } from './chat-page.ts'

const hourMs = 3_600_000

testWithChat(
  'a device two days behind doesn’t show this morning’s chats as “Just now”',
  async ({ openPage, sendMessage, chat: { buyer, chatId, title } }) => {
    await sendMessage(buyer, chatId, 'Hello')
    const page = await openPage(buyer)
    await page.clock.setSystemTime(Date.now() - 48 * hourMs)
    await page.route('**/api/chats?**', async (route) => {
      const response = await route.fetch()
      const rows = (await response.json()) as { lastUpdated: string }[]
      const lastUpdated = new Date(Date.now() - hourMs / 2).toISOString()
      await route.fulfill({ response, json: rows.map((row) => ({ ...row, lastUpdated })) })
    })
    await visit(page, '/buyer/chats')
    const row = page.getByRole('list', { name: 'Chats' }).getByRole('link', { name: title })
    await expect(row).toBeVisible()
    await expect(row).not.toContainText('Just now')
  },
)
