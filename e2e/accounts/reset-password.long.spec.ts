import { acceptDialogs, rowOf, submitLogin, visit } from '#e2e/support/browser-page.ts'
import { type Account, expect, type Page, password, test } from '#e2e/support/fixtures.ts'

const newPassword = 'a-better-monsoon-25'
const sentText = 'If there is an account with this email, our team will send you a link.'
const expiredText = 'This link has expired or was used already. Please ask for a new one.'

async function submitNewPassword(page: Page, word: string, again = word) {
  await page.getByLabel('New Password', { exact: true }).fill(word)
  await page.getByLabel('Confirm New Password').fill(again)
  await page.getByRole('button', { name: 'Update Password' }).click()
}

/**
 * As an admin, creates and copies a seller's password reset link, and checks the list and the audit
 * log.
 */
async function createAndCopyLink(adminPage: Page, account: Account): Promise<string> {
  await visit(adminPage, '/admin/dashboard')
  await adminPage.getByRole('link', { name: 'Passwords' }).click()
  await expect(adminPage).toHaveURL('/admin/password-requests')
  const row = rowOf(adminPage, account.email)
  await expect(row.getByRole('cell')).toHaveText([
    account.name,
    account.email,
    'Seller',
    'Just now',
    'None yet',
    'Create link',
  ])
  await row.getByRole('button', { name: 'Create link' }).click()
  const shown = adminPage.getByRole('dialog', { name: `Link for ${account.name}` })
  await expect(shown).toContainText(
    /It works once, until \d{1,2}:\d\d [ap]m, and is not shown again\./,
  )
  const link = await shown.getByLabel('Link').inputValue()
  expect(link).toMatch(/^http:\/\/localhost:\d+\/reset-password#[\w-]{43}$/)
  await shown.getByRole('button', { name: 'Copy' }).click()
  await expect(shown.getByRole('status')).toHaveText('Copied.')
  expect(await adminPage.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await shown.getByRole('button', { name: 'Close' }).click()
  await expect(row).toContainText(/Until \d{1,2}:\d\d [ap]m/)
  await visit(adminPage, '/admin/audit')
  await expect(rowOf(adminPage, account.name).first()).toContainText('Password link for seller')
  return link
}

test('a forgotten password, with an admin’s link', async ({
  openPage,
  openAt,
  createAccount,
  admin,
}) => {
  const seller = await createAccount('seller', 'Ravi Kulkarni')
  const page = await openPage()
  const dialogs = acceptDialogs(page)
  await visit(page, '/about?login=seller')
  const login = page.getByRole('dialog', { name: 'Login as Seller' })
  await login.getByLabel('Email').fill(seller.email)
  await login.getByRole('button', { name: 'Forgot password?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Forgot password' })
  await expect(dialog.getByLabel('Email')).toHaveValue(seller.email)
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(dialog.getByRole('status')).toHaveText(sentText)
  await dialog.getByRole('button', { name: 'Back to Login' }).click()
  await expect(login).toBeVisible()

  const adminPage = await openPage(admin, { permissions: ['clipboard-read', 'clipboard-write'] })
  const link = await createAndCopyLink(adminPage, seller)

  // Another device, which the new password must log out.
  const elsewhere = await openAt('/seller/orders', seller)
  const addresses: string[] = []
  page.on('request', (request) =>
    addresses.push(`${request.url()} ${request.headers().referer ?? ''}`),
  )
  await visit(page, link)
  await expect(page).toHaveTitle('Choose a new password · Dobara')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await submitNewPassword(page, newPassword)
  await expect(page.getByText('Password updated successfully!')).toBeVisible()
  await expect(login).toBeVisible()
  await expect(page).toHaveURL('/?login=seller')
  // The token must not be in any URL or Referer.
  expect(addresses.filter((address) => address.includes(link.split('#')[1] ?? ''))).toEqual([])
  await expect(elsewhere.getByRole('dialog', { name: 'Login as Seller' })).toBeVisible()

  await submitLogin(login, seller.email, password)
  await expect(login.getByRole('alert')).toHaveText('Invalid email or password.')
  await login.getByLabel('Password').fill(newPassword)
  await login.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/seller/dashboard')
  expect(dialogs).toEqual(['alert: Login successful!'])

  // The link works only once. After that it leads to a new request.
  await visit(page, link)
  await submitNewPassword(page, 'yet-another-monsoon-26')
  await expect(page.getByRole('alert').filter({ hasText: expiredText })).toBeVisible()
})
