// A buyer without a seller account lists a copy for exchange with the short form.
import { checkScreen } from '#e2e/accessibility/check-screen.ts'
import { test } from '#e2e/journeys/phone.ts'
import { authHeader, expect } from '#e2e/support/fixtures.ts'
import { makePhotos } from '#e2e/support/photos.ts'

test('a buyer gives a copy with eight taps', async ({ openPhone, request, buyer }) => {
  const { page, spent } = await openPhone('/buyer/wishlist', buyer)
  await page.getByRole('button', { name: 'What can you give?' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/one is opened for you as a student/)).toBeVisible()
  await checkScreen(page, 'give a copy')
  // One tap on 'Add pictures', and then the phone's own picker for both pictures.
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByText('Add pictures').click()
  await (await chooser).setFiles(await makePhotos(33, 77))
  const title = dialog.getByRole('combobox', { name: 'Title' })
  await title.click()
  await page.keyboard.type('verma concepts')
  await dialog
    .getByRole('option', { name: /Concepts of Physics, Volume 1/ })
    .first()
    .click()
  await expect(dialog.getByLabel('Author')).toHaveValue('H. C. Verma')
  await expect(dialog.getByLabel('Branch')).not.toHaveValue('')
  await dialog.getByLabel('Original price (₹)').click()
  await page.keyboard.type('575')
  await dialog.getByLabel('Publication year').click()
  await page.keyboard.type('2022')
  await dialog.getByRole('button', { name: 'Open to swap' }).click()
  await expect(page.getByText('Your copy is open to swaps.')).toBeVisible()
  expect((await spent()).taps).toBeLessThanOrEqual(8)
  await expect(page).toHaveURL('/buyer/wishlist')
  await page.getByRole('link', { name: 'See it' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Concepts of Physics')
  const shown = page.getByRole('article').filter({ has: page.getByRole('heading', { level: 1 }) })
  await expect(shown.getByText('Open to swap')).toBeVisible()
  // The person is still logged in as a buyer.
  const orders = await request.get(`/api/orders/buyer/${buyer.userId}`, {
    headers: authHeader(buyer),
  })
  expect(orders.status()).toBe(200)
})
