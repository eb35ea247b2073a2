import { addRequest, submitButton } from '#e2e/pricing/old-book-form.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { loseResponse } from '#e2e/support/network.ts'
import { makePhotos } from '#e2e/support/photos.ts'
import { fillNewBook, openAdd } from './new-book-form.ts'

test('invalid fields are listed with links; other files and too many pictures are errors', async ({
  openPage,
  sharedAccounts,
}) => {
  const page = await openPage(sharedAccounts.seller)
  await visit(page, '/seller/manage-books')
  const dialog = await openAdd(page, 'New')
  await dialog
    .getByLabel('Images (2-5)')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(dialog.getByText('This picture could not be read.')).toBeVisible()
  // If too many pictures are chosen, none of them is added.
  const images = dialog.getByLabel('Images (2-5)')
  await images.setInputFiles(await makePhotos(20))
  await images.setInputFiles(await makePhotos(20, 60, 100, 140, 180))
  await expect(dialog.getByText('You can upload a maximum of 5 images.')).toBeVisible()
  await expect(dialog.getByRole('img')).toHaveCount(1)
  await images.setInputFiles(await makePhotos(20, 60, 100, 140))
  await expect(dialog.getByRole('img')).toHaveCount(5)
  await expect(dialog.getByText('You can upload a maximum of 5 images.')).toBeHidden()
  await submitButton(dialog).click()
  await expect(dialog.getByText('4 fields need to be corrected:')).toBeVisible()
  await dialog.getByRole('button', { name: 'Author is required.' }).click()
  await expect(dialog.getByLabel('Author')).toBeFocused()
})

test('a listing whose response was lost exists only once after a second try and a double click', async ({
  openPage,
  createAccount,
}) => {
  const page = await openPage(await createAccount('seller', 'Ravi Kumar'))
  await visit(page, '/seller/manage-books')
  const dialog = await openAdd(page, 'New')
  const title = await fillNewBook(dialog, 'Algorithms')
  await loseResponse(page, addRequest)
  await submitButton(dialog).click()
  await expect(dialog.getByRole('alert').last()).toHaveText('❌ Failed to add book.')
  await submitButton(dialog).dblclick()
  await expect(
    page.getByRole('alert').filter({ hasText: '✅ Book Added Successfully!' }),
  ).toBeVisible()
  await page.reload()
  await expect(page.getByText(title)).toHaveCount(1)
})
