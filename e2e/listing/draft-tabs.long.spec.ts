// Two tabs in which the same draft of a listing is open.
import type { Page } from '@playwright/test'
import { fillNewBook } from '#e2e/books/new-book-form.ts'
import { addPhotos } from '#e2e/journeys/phone.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, onPhone, test, unique } from '#e2e/support/fixtures.ts'

const titleOf = (tab: Page) => tab.getByLabel('Title', { exact: true })
const photosOf = (tab: Page) => tab.getByRole('img', { name: /^(Cover|Picture)/ })
const note = (tab: Page) => tab.getByText('Also open in another tab.')

async function openForm(tab: Page): Promise<void> {
  await tab.getByRole('button', { name: 'Add Book' }).click()
  await expect(titleOf(tab).or(tab.getByRole('button', { name: /^New Book/ }))).toBeVisible()
}

test('two tabs say so, the last change is kept, and closing one loses nothing of the other', async ({
  openPage,
  openTab,
  seller,
}) => {
  const first = await openPage(seller, onPhone)
  await visit(first, '/seller/manage-books')
  await openForm(first)
  await first.getByRole('button', { name: /^New Book/ }).click()
  await titleOf(first).fill('Optics')
  await addPhotos(first, 33, 77)
  await expect(photosOf(first)).toHaveCount(2)
  await expect(note(first)).toBeHidden()

  const second = await openTab(first)
  await visit(second, '/seller/manage-books')
  await openForm(second)
  await expect(titleOf(second)).toHaveValue('Optics')
  await expect(photosOf(second)).toHaveCount(2)
  for (const tab of [first, second]) await expect(note(tab)).toBeVisible()

  const [typedFirst, typedSecond] = [unique('Optics in the first'), unique('In the second')]
  await titleOf(second).fill(typedSecond)
  await titleOf(first).fill(typedFirst)
  await expect(titleOf(second)).toHaveValue(typedSecond)
  await second.reload()
  await openForm(second)
  await expect(titleOf(second)).toHaveValue(typedFirst)
  await titleOf(second).fill(typedSecond)

  await second.keyboard.press('Escape')
  await second.getByRole('button', { name: 'Discard' }).click()
  await expect(titleOf(second)).toBeHidden()
  await expect(note(first)).toBeHidden()
  await expect(titleOf(first)).toHaveValue(typedFirst)
  await first.reload()
  await openForm(first)
  await expect(titleOf(first)).toHaveValue(typedFirst)
  await expect(photosOf(first)).toHaveCount(2)
})

test('listing a book closes the same draft in another tab, but not one of another book', async ({
  openPage,
  openTab,
  seller,
}) => {
  const first = await openPage(seller, onPhone)
  await visit(first, '/seller/manage-books')
  await openForm(first)
  await first.getByRole('button', { name: /^New Book/ }).click()
  const title = await fillNewBook(first.getByRole('dialog'), 'Optics')
  const [same, other] = [await openTab(first), await openTab(first)]
  for (const tab of [same, other]) {
    await visit(tab, '/seller/manage-books')
    await openForm(tab)
    await expect(titleOf(tab)).toHaveValue(title)
  }
  const otherTitle = unique('Statics')
  await titleOf(other).fill(otherTitle)
  await same.getByRole('button', { name: 'Submit' }).click()
  await expect(same.getByText('✅ Book Added Successfully!')).toBeVisible()
  await expect(first.getByText('You listed this book in another tab.')).toBeVisible()
  await expect(titleOf(first)).toBeHidden()
  await expect(titleOf(other)).toHaveValue(otherTitle)
  await other.reload()
  await openForm(other)
  await expect(titleOf(other)).toHaveValue(otherTitle)
  await other.keyboard.press('Escape')
  await other.getByRole('button', { name: 'Discard' }).click()
  for (const tab of [first, other]) {
    await openForm(tab)
    await expect(tab.getByRole('button', { name: /^New Book/ })).toBeVisible()
  }
})
