// Lists books quickly: the ISBN fills in the form, the next listing needs little input, and a draft
// is kept.
import { checkDigit13 } from '#contract/books/isbn.ts'
import { addPhotos, test } from '#e2e/journeys/phone.ts'
import { expect, unique } from '#e2e/support/fixtures.ts'

function newIsbn(): string {
  const begin = `9799${String(Date.now()).slice(-8)}`
  return begin + checkDigit13(begin)
}

test('a second copy with a known ISBN takes nine taps and 20 keys', async ({
  openPhone,
  seller,
}) => {
  const { page, spent } = await openPhone('/seller/manage-books', seller)
  await page.getByRole('button', { name: 'Add Book' }).click()
  await page.getByRole('button', { name: /^Old Book/ }).click()
  const [isbn, title] = [newIsbn(), unique('Machines')]
  await page.keyboard.type(isbn)
  await page.getByText('We don’t know this book yet.').waitFor()
  await page.getByLabel('Publication year').fill('2016')
  await page.getByLabel('Original price (₹)').fill('650')
  await addPhotos(page, 33, 77)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('Author', { exact: true }).fill('R. S. Khurmi')
  await page.getByRole('dialog').getByLabel('Branch').selectOption('Mechanical')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toContainText('✅ Book Added Successfully!')
  await expect(page.getByRole('dialog')).toBeHidden()
  await spent()

  await page.getByRole('link', { name: 'Add another' }).click()
  await expect(page.getByRole('dialog')).toContainText('Step 2 of 3')
  await page.keyboard.type(isbn)
  await page.getByRole('button', { name: 'Yes, fill it in' }).click()
  await expect(page.getByLabel('Publication year')).toHaveValue('2016')
  await expect(page.getByLabel('Original price (₹)')).toHaveValue('650')
  await addPhotos(page, 120, 200)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title)
  await expect(page.getByRole('dialog').getByLabel('Branch')).toHaveValue('Mechanical')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const { taps, characters } = await spent()
  expect(taps).toBeLessThanOrEqual(9)
  expect(characters).toBeLessThanOrEqual(20)
  await page.getByRole('link', { name: 'View' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

test('a draft is back with its photos after a reload, Esc and Back, until Start over', async ({
  openPhone,
  seller,
}) => {
  const { page } = await openPhone('/seller/manage-books', seller)
  await page.getByRole('button', { name: 'Add Book' }).click()
  await page.getByRole('button', { name: /^New Book/ }).click()
  await page.getByLabel('Title', { exact: true }).fill('Optics')
  await addPhotos(page, 33, 77)
  await expect(page.getByRole('img', { name: /^(Cover|Picture)/ })).toHaveCount(2)
  const addBook = page.getByRole('dialog', { name: 'Add a new book' })
  const leave = [() => page.reload(), () => page.keyboard.press('Escape'), () => page.goBack()]
  for (const close of [...leave, leave[0]]) {
    await close?.()
    await expect(addBook).toBeHidden()
    await page.getByRole('button', { name: 'Add Book' }).click()
    await expect(addBook.getByText('Your draft is back.')).toBeVisible()
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Optics')
    await expect(page.getByRole('img', { name: /^(Cover|Picture)/ })).toHaveCount(2)
  }
  await page.getByRole('button', { name: 'Start over' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add Book' }).click()
  await expect(page.getByRole('button', { name: /^New Book/ })).toBeVisible()
})
