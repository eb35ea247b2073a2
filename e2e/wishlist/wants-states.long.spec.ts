import { checkScreen } from '#e2e/accessibility/check-screen.ts'
import { visitWithFailure } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { openAddWant } from './want-form.ts'

const small = { width: 360, height: 740 }

test('the list says that it is loading, that it failed, and that it is offline', async ({
  openPage,
  createAccount,
}) => {
  const page = await openPage(await createAccount('buyer', 'Asha Patil'), { viewport: small })
  const loading = page.getByRole('status').filter({ hasText: 'Loading your wishlist...' }).first()
  const restore = await visitWithFailure(page, '/buyer/wishlist', { path: /\/wants$/ }, loading)
  await expect(page.getByText('Failed to load wanted titles.')).toBeVisible()
  await checkScreen(page, 'wants that failed to load')
  restore()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Your wishlist is empty.')).toBeVisible()
  const dialog = await openAddWant(page)
  await dialog.getByRole('combobox', { name: 'Title' }).fill(unique('Offline'))
  await dialog.getByLabel('Author').fill('N. N.')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('You are offline, and this doesn’t wait')
})
