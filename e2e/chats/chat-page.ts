// What the tests of chats share: a chat between two people about a book, and the box they write in.
import { type Page, type Account, test, unique } from '#e2e/support/fixtures.ts'

export const box = (page: Page) => page.getByLabel('Message', { exact: true })
export const log = (page: Page) => page.getByRole('log')
export async function write(page: Page, text: string): Promise<void> {
  await box(page).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

type Talk = { seller: Account; buyer: Account; title: string; bookId: string; chatId: string }
export const talk = test.extend<{ talk: Talk }>({
  talk: async ({ createAccount, createBook, createChat }, use) => {
    const seller = await createAccount('seller', 'Ravi Kumar')
    const buyer = await createAccount('buyer', 'Asha Patil')
    const title = unique('Strength of Materials')
    const bookId = await createBook(seller, { title })
    await use({ seller, buyer, title, bookId, chatId: await createChat(buyer, bookId) })
  },
})
