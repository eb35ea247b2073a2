import { expect, type Page } from '#e2e/support/fixtures.ts'

export async function openAddWant(page: Page) {
  await page.getByRole('button', { name: 'Add a book' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Which book do you need?' })).toBeVisible()
  return dialog
}
