// Add Book in two tabs: only the first stores its draft.
import type { Page } from '@playwright/test'
import { fillNewBook } from '#e2e/books/new-book-form.ts'
import { addPhotos } from '#e2e/journeys/phone.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { test as base, expect, onPhone, unique } from '#e2e/support/fixtures.ts'

const titleOf = (tab: Page) => tab.getByLabel('Title', { exact: true })
const photosOf = (tab: Page) => tab.getByRole('img', { name: /^(Cover|Picture)/ })
const note = (tab: Page) => tab.getByText('Your draft is open in another tab.')
const newBook = (tab: Page) => tab.getByRole('button', { name: /^New Book/ })

const openForm = (tab: Page) => tab.getByRole('button', { name: 'Add Book' }).click()

/** Two tabs at Manage Books. In the first, Add Book is open at a new book. */
const test = base.extend<{ tabs: [first: Page, second: Page] }>({
  tabs: async ({ openPage, openTab, seller }, use) => {
    const first = await openPage(seller, onPhone)
    const second = await openTab(first)
    for (const tab of [first, second]) await visit(tab, '/seller/manage-books')
    await openForm(first)
    await newBook(first).click()
    await use([first, second])
  },
})

test('the second tab says that it doesn’t store, asks before it closes, and has the draft later', async ({
  tabs: [first, second],
}) => {
  await titleOf(first).fill('Optics')
  await addPhotos(first, 33, 77)
  await expect(photosOf(first)).toHaveCount(2)
  await expect(note(first)).toBeHidden()

  await openForm(second)
  await expect(note(second)).toBeVisible()
  await newBook(second).click()
  await titleOf(second).fill('Statics')
  await second.keyboard.press('Escape')
  await second.getByRole('button', { name: 'Keep editing' }).click()
  await first.keyboard.press('Escape')
  await expect(first.getByText('Draft saved.')).toBeVisible()
  await expect(titleOf(second)).toHaveValue('Statics')
  await second.keyboard.press('Escape')
  await second.getByRole('button', { name: 'Discard' }).click()

  await openForm(second)
  await expect(titleOf(second)).toHaveValue('Optics')
  await expect(photosOf(second)).toHaveCount(2)
  await expect(note(second)).toBeHidden()
  await openForm(first)
  await expect(note(first)).toBeVisible()
})

test('the draft of a listed book doesn’t come back in another tab', async ({
  tabs: [first, second],
}) => {
  const title = await fillNewBook(first.getByRole('dialog'), unique('Optics'))
  await openForm(second)
  await newBook(second).click()
  await titleOf(second).fill('Statics')
  await first.getByRole('button', { name: 'Submit' }).click()
  await expect(first.getByText('✅ Book Added Successfully!')).toBeVisible()
  await expect(second.getByText(title)).toHaveCount(0)
  await second.reload()
  for (const tab of [second, first]) {
    await openForm(tab)
    await expect(newBook(tab)).toBeVisible()
    await tab.keyboard.press('Escape')
  }
})
