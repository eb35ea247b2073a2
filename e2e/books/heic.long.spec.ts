import { expect, onPhone, test, unique } from '#e2e/support/fixtures.ts'

test('a HEIC photo is sent, and shown once saved', async ({ openAt, createBook, seller }) => {
  const title = unique('Photographed')
  await createBook(seller, { title })
  const page = await openAt('/seller/manage-books', seller, onPhone)
  const edit = async () => {
    await page.getByRole('button', { name: `Actions for ${title}` }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
  }
  await edit()
  const dialog = page.getByRole('dialog', { name: 'Update Book' })
  const heic = 'server/photos/encoding/red-and-blue.heic'
  await dialog.getByLabel('Images (at most 5)').setInputFiles(heic)
  const preview = dialog.getByRole('img', { name: 'Picture 3, without a preview' })
  await expect(preview).toContainText('red-and-blue.heic')
  const listRead = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' && response.url().includes('/books/seller/books'),
  )
  await dialog.getByRole('button', { name: 'Update Book' }).click()
  await listRead
  await expect(page.getByText('✅ Book Updated Successfully!').first()).toBeVisible()
  await edit()
  const saved = dialog.getByRole('img', { name: 'Picture 3' })
  await expect(saved).toHaveAttribute('src', /\/photos\/.*\.webp$/)
  await expect
    .poll(() => saved.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
})
