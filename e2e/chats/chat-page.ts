// Helpers for an open chat, and a test with a chat between a buyer and a seller about a book.
import { type Account, type Page, test, unique } from '#e2e/support/fixtures.ts'

export const chatRequest = { path: /^\/api\/chats\/[0-9a-f-]{36}$/ }

export const messageBox = (page: Page) => page.getByLabel('Message', { exact: true })
export const messageLog = (page: Page) => page.getByRole('log')
export async function writeMessage(page: Page, text: string): Promise<void> {
  await messageBox(page).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

/** Chooses from the menu beside the message box: 'Make an offer', 'Swap' … */
export async function addToChat(page: Page, what: string): Promise<void> {
  await page.getByRole('button', { name: 'Add to chat' }).click()
  await page.getByRole('menuitem', { name: what }).click()
}

type ChatFixture = {
  seller: Account
  buyer: Account
  title: string
  bookId: string
  chatId: string
}
export const testWithChat = test.extend<{ chat: ChatFixture }>({
  chat: async ({ seller, buyer, createBook, createChat }, use) => {
    const title = unique('Strength of Materials')
    const bookId = await createBook(seller, { title })
    await use({ seller, buyer, title, bookId, chatId: await createChat(buyer, bookId) })
  },
})
