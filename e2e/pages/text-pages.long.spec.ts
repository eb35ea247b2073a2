// Help, safety, terms and privacy can be read without scripts, and are linked where people need
// them.
import { checkScreen } from '#e2e/accessibility/check-screen.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, test } from '#e2e/support/fixtures.ts'

const pages = {
  '/help': 'Help',
  '/safety': 'Meeting and paying safely',
  '/terms': 'Terms of use',
  '/privacy': 'Privacy',
}

test('the pages show their text without scripts', async ({ openPage }) => {
  const page = await openPage(undefined, { javaScriptEnabled: false })
  for (const [path, title] of Object.entries(pages)) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page).toHaveTitle(`${title} · Dobara`)
    await expect(page.getByRole('main').getByRole('link', { name: /@/ })).toBeVisible()
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      new RegExp(`${path}$`),
    )
  }
})

test('the footer and the sign-up link to them', async ({ openAt }) => {
  const page = await openAt('/about')
  for (const [path, title] of Object.entries(pages)) {
    const name = path.slice(1, 2).toUpperCase() + path.slice(2)
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await checkScreen(page, title)
  }
  await visit(page, '/?login=buyer&signup=1')
  const signup = page.getByRole('dialog', { name: 'Signup as Buyer' })
  await signup.getByLabel('Name', { exact: true }).fill('Asha Patil')
  const opening = page.waitForEvent('popup')
  await signup.getByRole('link', { name: /^terms/ }).click()
  await expect((await opening).getByRole('heading', { level: 1 })).toHaveText('Terms of use')
  await expect(signup.getByLabel('Name', { exact: true })).toHaveValue('Asha Patil')
})
