import { expect, unique } from '#e2e/support/fixtures.ts'
import { messageBox, messageLog, testWithChat } from './chat-page.ts'

testWithChat(
  'text typed in a chat survives another chat, a link, Back and a reload',
  async ({ openAt, createBook, createChat, chat }) => {
    const { buyer, seller, chatId, title } = chat
    const other = unique('Thermodynamics')
    await createChat(buyer, await createBook(seller, { title: other }), 'Hello')
    const page = await openAt(`/buyer/chats?chat=${chatId}`, buyer)
    await messageBox(page).fill('Is the cover')
    const chats = page.getByRole('list', { name: 'Chats' })
    await chats.getByText(other).click()
    await expect(page.getByRole('region', { name: `Chat about ${other}` })).toBeVisible()
    await expect(messageBox(page)).toHaveValue('')
    await chats.getByText(title).click()
    await expect(messageBox(page)).toHaveValue('Is the cover')

    await page.getByRole('heading', { name: title }).getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await page.goBack()
    await expect(messageBox(page)).toHaveValue('Is the cover')
    await page.reload()
    await expect(messageBox(page)).toHaveValue('Is the cover')
    // A tapped notification loads another page in this tab.
    await page.goto('/about')
    await page.goBack()
    await expect(messageBox(page)).toHaveValue('Is the cover')
    await messageBox(page).fill('Is the cover clean?')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(messageLog(page).getByText('Is the cover clean?')).toBeVisible()
    await page.reload()
    await expect(messageLog(page).getByText('Is the cover clean?')).toBeVisible()
    await expect(messageBox(page)).toHaveValue('')
  },
)
