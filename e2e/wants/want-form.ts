import { expect, type Page } from '#e2e/support/fixtures.ts'

export async function openAddWant(page: Page) {
  await page.getByRole('button', { name: 'Add a want' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'What do you want?' })).toBeVisible()
  return dialog
}
