import { testWithChat } from '#e2e/chats/chat-page.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect } from '#e2e/support/fixtures.ts'
import { stubResponse } from '#e2e/support/network.ts'

testWithChat(
  'modals, notifications and live messages work with responses that lack most fields',
  async ({ openPage, sendMessage, chat: { seller, buyer, chatId } }) => {
    const page = await openPage(seller)
    const notice = {
      _id: '019a0000-0000-7000-8000-000000000001',
      kind: 'wish',
      text: 'Somebody wishes for a book.',
    }
    await stubResponse(
      page,
      { path: /^\/api\/notices$/ },
      { json: [notice, { kind: 'order' }, {}] },
    )
    await stubResponse(
      page,
      { path: /^\/api\/books\/seller\/books$/, method: 'GET' },
      { json: [{ _id: notice._id, can: ['edit', 'lend'] }] },
    )
    await visit(page, '/seller/manage-books')
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await expect(page.getByText('Somebody wishes for a book.')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Edit/ }).click()
    const update = page.getByRole('dialog', { name: 'Update Book' })
    await update.getByRole('button', { name: 'Update Book' }).click()
    await expect(update.getByRole('alert')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(update).toBeHidden()

    const almostEmpty = {
      _id: chatId,
      can: ['order', 'send'],
      messages: [{ message: 'Hello', senderModel: 'Robot' }],
    }
    await stubResponse(page, { path: new RegExp(`^/api/chats/${chatId}$`) }, { json: almostEmpty })
    await visit(page, `/seller/chats?chat=${chatId}`)
    const log = page.getByRole('log')
    await expect(log).toContainText('Hello')
    await sendMessage(buyer, chatId, 'And this one?')
    await page.getByRole('button', { name: 'Create Order' }).click()
    const order = page.getByRole('dialog', { name: 'Create Order' })
    await expect(order.getByText('Unknown Book, for Unknown Buyer')).toBeVisible()
    await expect(order.getByLabel('Price (₹)')).toHaveValue('')
  },
)
