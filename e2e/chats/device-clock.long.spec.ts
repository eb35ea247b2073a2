// A device whose clock is wrong shows times by the server's.
import { visit } from '#e2e/support/browser-page.ts'
import { expect } from '#e2e/support/fixtures.ts'
import { testWithChat } from './chat-page.ts'

const hourMs = 3_600_000

testWithChat(
  'with a clock that is two days behind, the chats of this morning aren’t from just now',
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

testWithChat(
  'with a clock that is five hours ahead, a message of now is from just now',
  async ({ openPage, sendMessage, chat: { buyer, chatId, title } }) => {
    await sendMessage(buyer, chatId, 'Hello')
    const page = await openPage(buyer)
    await page.clock.setSystemTime(Date.now() + 5 * hourMs)
    await visit(page, '/buyer/chats')
    const row = page.getByRole('list', { name: 'Chats' }).getByRole('link', { name: title })
    await expect(row).toContainText('Just now')
  },
)
