// Helpers for adding a new book in the Add Book modal.
import type { Locator } from '@playwright/test'
import { fillTitleAndAuthor } from '#e2e/pricing/old-book-form.ts'
import { expect, unique } from '#e2e/support/fixtures.ts'
import { makePhotos } from '#e2e/support/photos.ts'

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
