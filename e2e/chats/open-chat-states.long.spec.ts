import { visit, visitWithFailure } from '#e2e/support/browser-page.ts'
import { expect } from '#e2e/support/fixtures.ts'
import { chatRequest, testWithChat } from './chat-page.ts'

testWithChat(
  'a chat: loading, error, retry, not found',
  async ({ openPage, createAccount, chat: { buyer, title, chatId } }) => {
    const page = await openPage(buyer)
    const restore = await visitWithFailure(page, `/buyer/chats?chat=${chatId}`, chatRequest)
    await expect(page.getByRole('alert')).toContainText('Failed to fetch chat.')
    restore()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('region', { name: `Chat about ${title}` })).toBeVisible()
    await expect(page.getByText('No messages yet. Say hello.')).toBeVisible()
    const stranger = await openPage(await createAccount('buyer', 'Someone Else'))
    await visit(stranger, `/buyer/chats?chat=${chatId}`)
    await expect(stranger.getByRole('alert')).toContainText('Chat not found.')
    await stranger.getByRole('link', { name: 'All chats' }).click()
    await expect(stranger.getByText('No active chats.')).toBeVisible()
  },
)
