// Somebody who has nothing to give lists a book from the form of an exchange.
import { checkPhone, checkScreen } from '#e2e/accessibility/check-screen.ts'
import { test } from '#e2e/journeys/phone.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, unique } from '#e2e/support/fixtures.ts'
import { makePhotos } from '#e2e/support/photos.ts'

/** The short form over that of the exchange, with what a copy needs. */
async function giveCopy(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'What can you give?' }).tap()
  const copy = page.getByRole('dialog', { name: 'What can you give?' })
  const chooser = page.waitForEvent('filechooser')
  await copy.getByText('Add pictures').click()
  await (await chooser).setFiles(await makePhotos(44, 99))
  await copy.getByRole('combobox', { name: 'Title' }).fill(title)
  await copy.getByLabel('Author').fill('A. Writer')
  await copy.getByLabel('Branch').selectOption('Law')
  await copy.getByLabel('Original price (₹)').fill('400')
  await copy.getByLabel('Publication year').fill('2022')
  await copy.getByRole('button', { name: 'Open to exchange' }).click()
}

test('who has listed nothing lists a book in the chat, and a stranger finds no exchange', async ({
  openPhone,
  createAccount,
  createBook,
}) => {
  const bookId = await createBook(await createAccount('seller', 'Asha Patil'), {
    title: unique('Optics'),
    openToExchange: true,
  })
  const { page } = await openPhone(
    `/buyer/book/${bookId}`,
    await createAccount('buyer', 'Kiran Rao'),
  )
  await page.getByRole('button', { name: 'Swap', exact: true }).tap()
  const form = page.getByRole('dialog', { name: 'Offer an exchange' })
  await expect(form).toContainText('To exchange, list a book')
  await checkPhone(page, 'nothing to exchange')
  const his = unique('Torts')
  await giveCopy(page, his)
  await expect(form.getByRole('list', { name: 'You give' })).toContainText(his)
  await expect(form.getByRole('button', { name: 'Send offer' })).toBeVisible()
  await visit(page, '/buyer/exchanges/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('Exchange not found.')).toBeVisible()
  await checkScreen(page, 'no exchange')
})
