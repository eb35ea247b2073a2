// A wanted title from a listing can be reported, once the listing is some days old.
import { checkScreen } from '#e2e/accessibility/check-screen.ts'
import { sendReport, thanks } from '#e2e/complaints/report-form.ts'
import { submitLogin, visit } from '#e2e/support/browser-page.ts'
import { expect, password, unique } from '#e2e/support/fixtures.ts'
import { test } from '#e2e/support/moved-clock.ts'

test('a guest reports a wanted title after logging in', async ({
  server,
  put,
  openPage,
  createAccount,
  createBook,
}) => {
  const title = unique('Cheap Notes')
  const seller = await createAccount('seller', 'Ravi Kumar')
  await createBook(seller, { title, author: 'N. N. Rao' })
  const [buyer, reporter] = [
    await createAccount('buyer', 'Asha Patil'),
    await createAccount('buyer', 'Meera Iyer'),
  ]
  await server.move({ hours: 4 * 24 })
  await put('/wants', { titles: [{ title, author: 'N. N. Rao' }] }, buyer)
  const page = await openPage(undefined, { viewport: { width: 360, height: 740 } })
  const row = page.getByRole('article').filter({ hasText: title })
  await expect(async () => {
    await visit(page, '/wanted')
    await expect(row).toBeVisible({ timeout: 1000 })
  }).toPass()
  await checkScreen(page, 'a wanted title of a listing')
  page.on('dialog', (dialog) => void dialog.accept())
  await row.getByRole('button', { name: /^Report/ }).click()
  await submitLogin(page.getByRole('dialog'), reporter.email, password)
  const dialog = page.getByRole('dialog', { name: 'Report this title' })
  await checkScreen(page, 'reporting a wanted title')
  await sendReport(page, 'Report this title', 'Spam or advertising')
  await expect(page.getByText(thanks)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(row.getByText('You reported this.')).toBeVisible()
})
