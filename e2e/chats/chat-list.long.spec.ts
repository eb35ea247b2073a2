import { expect, unique } from '#e2e/support/fixtures.ts'
import { messageLog, testWithChat } from './chat-page.ts'

testWithChat(
  'the list is sorted by last update and shows names, times and unread counts',
  async ({
    openAt,
    createBook,
    createChat,
    sendMessage,
    chat: { seller, buyer, title, chatId },
  }) => {
    const second = unique('Theory of Machines')
    await createChat(buyer, await createBook(seller, { title: second }), 'One', 'Two')
    const page = await openAt('/seller/chats', seller)
    const rows = page.getByRole('list', { name: 'Chats' }).getByRole('link')
    // The other chat isn't listed, because nobody has written in it.
    await expect(rows).toHaveText([new RegExp(second)])
    await expect(rows.nth(0)).toContainText('Asha Patil')
    await expect(rows.nth(0)).toContainText('Just now')
    await expect(rows.nth(0)).toContainText('2 unread messages')
    await expect(rows.nth(0).locator('img')).toHaveAttribute('src', /^\/photos\//)
    // A live message moves its chat to the top and counts as unread.
    await sendMessage(buyer, chatId, 'And this one?')
    await expect(rows).toHaveText([new RegExp(title), new RegExp(second)])
    await expect(rows.nth(0)).toContainText('1 unread message')
    await expect(page.getByRole('link', { name: /^Chats 3 unread messages/ })).toBeVisible()
    // On a phone the menu is closed, and the header shows the number.
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(page.getByRole('link', { name: 'Chats, 3 unread' })).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 720 })
    await rows.nth(1).click()
    await expect(messageLog(page)).toContainText('Two')
    await expect(
      page.getByRole('link', { name: /^Chats 1 unread message/, includeHidden: true }),
    ).toBeAttached()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(rows.filter({ hasText: second })).not.toContainText('unread')
    await page.reload()
    await expect(rows.filter({ hasText: second })).not.toContainText('unread')
  },
)
