// Helpers for the Add Book modal and a new book.
import type { Locator } from '@playwright/test'
import { fillTitleAndAuthor } from '#e2e/pricing/old-book-form.ts'
import { expect, type Page, unique } from '#e2e/support/fixtures.ts'
import { makePhotos } from '#e2e/support/photos.ts'

/** Opens the Add Book modal at its first step. */
export async function openAdd(page: Page, type: 'New' | 'Old'): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Book' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: new RegExp(`${type} Book`) }).click()
  await expect(dialog.getByLabel(/^ISBN/)).toBeFocused()
  return dialog
}

/** Fills in the required fields. Returns the title, which is unique. */
export async function fillNewBook(dialog: Locator, name: string): Promise<string> {
  const title = unique(name)
  await fillTitleAndAuthor(dialog, title, 'R. Sedgewick')
  await dialog.getByLabel('Branch').selectOption('Computer Science')
  await dialog.getByLabel('Price (₹)', { exact: true }).fill('450')
  await dialog.getByLabel('Images (2-5)').setInputFiles(await makePhotos(20, 60))
  await expect(dialog.getByRole('img')).toHaveCount(2)
  return title
}
