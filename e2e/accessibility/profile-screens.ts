import type { Side } from '#contract/common/endpoint.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, type Page } from '#e2e/support/fixtures.ts'
import { checkScreen } from './check-screen.ts'

/**
 * Checks the profile when it opens, when it shows all its errors, and under the dialog of Delete
 * Account.
 */
export async function checkProfile(page: Page, side: Side): Promise<void> {
  await visit(page, `/${side}/profile`)
  await expect(page.getByText('This device')).toBeVisible()
  await checkScreen(page, 'profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Name', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText('Name is required.')).toBeVisible()
  await page.getByLabel('Confirm New Password').fill('x')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText('New passwords do not match!')).toBeVisible()
  await checkScreen(page, 'profile, being edited')
  await page.getByRole('button', { name: 'Delete Account' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await checkScreen(page, 'deleting the account')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
}
