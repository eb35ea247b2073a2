// What the tests of chats share: a chat between two people about a book, and the box they write in.
import { type Page, type Person, test, unique } from '#e2e/support/fixtures.ts'

export const box = (page: Page) => page.getByLabel('Message', { exact: true })
export const log = (page: Page) => page.getByRole('log')
export async function write(page: Page, text: string): Promise<void> {
  await box(page).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

type Talk = { seller: Person; buyer: Person; title: string; bookId: string; chatId: string }
export const talk = test.extend<{ talk: Talk }>({
  talk: async ({ makePerson, makeBook, makeChat }, use) => {
    const seller = await makePerson('seller', 'Ravi Kumar')
    const buyer = await makePerson('buyer', 'Asha Patil')
    const title = unique('Strength of Materials')
    const bookId = await makeBook(seller, { title })
    await use({ seller, buyer, title, bookId, chatId: await makeChat(buyer, bookId) })
  },
})
