import { checkPhone, checkScreen } from '#e2e/accessibility/check-screen.ts'
import { expect, test } from '#e2e/support/fixtures.ts'

test('a seller creates a token, a program uses it, and the seller revokes it', async ({
  openAt,
  seller,
  baseURL,
}) => {
  const page = await openAt('/seller/profile', seller)
  await page.getByText('API tokens', { exact: true }).click()
  await page.getByLabel('What is the token for?').fill('Stock in the till')
  await page.getByRole('button', { name: 'Create token' }).click()
  const shown = page.getByLabel('Your new token')
  await expect(shown).toBeFocused()
  const token = await shown.inputValue()
  const readBooks = async () => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${baseURL}/api/books/seller/books`, { headers })).status
  }
  expect(await readBooks()).toBe(200)
  await checkScreen(page, 'a new token')
  await page.reload()
  await page.getByText('API tokens', { exact: true }).click()
  await expect(page.getByText(/Created on .*, last used just now/)).toBeVisible()
  await expect(shown).toHaveCount(0)
  await page.getByRole('button', { name: 'Revoke Stock in the till' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('The token no longer works.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Revoke/ })).toHaveCount(0)
  expect(await readBooks()).toBe(401)
  await checkPhone(page, 'no tokens')
})
