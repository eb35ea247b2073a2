// People are warned before they end a ring unintentionally.
import { listOwnBooks } from '#contract/books/books.ts'
import { checkScreen } from '#e2e/accessibility/check-screen.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, test } from '#e2e/support/fixtures.ts'
import { ringId } from '#web/features/exchanges/testing-rings.ts'

const small = { width: 360, height: 740 }
const accepted = { _id: ringId, isAccepted: true }
const found = { _id: ringId, isAccepted: false }

/** Changes the server's responses to a read. */
const change = (page: Page, path: string, by: (body: never) => unknown) =>
  page.route(new RegExp(`/api${path}(\\?|$)`), async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    // Fetching fails if the test has ended.
    const response = await route.fetch().catch(() => undefined)
    const body = await response?.json().catch(() => undefined)
    if (response && body) await route.fulfill({ response, json: by(body as never) })
  })

async function choose(page: Page, title: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a warning about a book in a ring', async ({ openPage, createAccount, createBook }) => {
  const seller = await createAccount('seller', 'Asha Patil')
  await createBook(seller, { title: 'Held Optics', openToExchange: true })
  await createBook(seller, { title: 'Found Statics', openToExchange: true })
  const page = await openPage(seller, { viewport: small })
  await change(page, listOwnBooks.path, (books: { title: string }[]) =>
    books.map((book) =>
      book.title === 'Held Optics'
        ? {
            ...book,
            ring: accepted,
            available: 0,
            openToExchange: false,
            availability: 'sold',
            reservedUntil: '2026-12-26T12:00:00.000Z',
          }
        : { ...book, ring: found },
    ),
  )
  await visit(page, '/seller/manage-books')
  const held = page.getByRole('listitem').filter({ hasText: 'Held Optics' })
  await expect(held.getByText(/^Reserved until/)).toBeVisible()
  await expect(held.getByRole('link', { name: 'for a swap' })).toHaveAttribute(
    'href',
    `/seller/exchanges/${ringId}`,
  )
  await checkScreen(page, 'books in rings')
  const question = page.getByRole('alertdialog')
  await choose(page, 'Held Optics', 'Delete')
  await expect(question).toContainText('Are you sure you want to delete this book?')
  await expect(question).toContainText('The swap that you have accepted ends with it.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await choose(page, 'Held Optics', 'Edit')
  await expect(page.getByRole('dialog')).toContainText(
    'The swap that you have accepted ends if this doesn’t fit it any more.',
  )
  await page.getByRole('button', { name: 'Cancel' }).click()

  await choose(page, 'Found Statics', 'Edit')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('The swap that was found for you ends')
  await checkScreen(page, 'a book that is in a ring')
  await dialog.getByLabel('Open to swap').uncheck()
  await dialog.getByRole('button', { name: 'Update Book' }).click()
  await expect(dialog).toBeHidden()
})
