// How forms handle what people type, paste, scan and upload.
import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { addRequest, fillTitleAndAuthor, submitButton } from '#e2e/pricing/old-book-form.ts'
import { rowOf, visit } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { recordCalls } from '#e2e/support/network.ts'
import { makePhoto, makePhotos } from '#e2e/support/photos.ts'
import { fillNewBook, openAdd } from './new-book-form.ts'

test('a price can be typed in any common form, and the mouse wheel doesn’t change it', async ({
  openPage,
  createAccount,
}) => {
  const page = await openPage(await createAccount('seller', 'Ravi Kumar'))
  await visit(page, '/seller/manage-books')
  const dialog = await openAdd(page, 'New')
  const price = dialog.getByLabel('Price (₹)', { exact: true })
  for (const typed of ['1299/-', 'Rs. 1,299', '₹1299', '१२९९']) {
    await price.fill('')
    await price.pressSequentially(typed)
    await price.blur()
    await expect(price).toHaveValue('1299')
  }
  await price.focus()
  await price.hover()
  for (let turn = 0; turn < 5; turn++) await page.mouse.wheel(0, 100)
  await expect(price).toHaveValue('1299')
})

test('a hand scanner fills in the ISBN without sending a half-filled form', async ({
  openPage,
  createAccount,
}) => {
  const page = await openPage(await createAccount('seller', 'Ravi Kumar'))
  await visit(page, '/seller/manage-books')
  const dialog = await openAdd(page, 'New')
  const isbn = dialog.getByLabel('ISBN')
  await expect(isbn).toHaveAttribute('inputmode', 'text')
  await isbn.pressSequentially('978812913572851999')
  await isbn.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await isbn.fill('9788129135720')
  await dialog.getByLabel('Title').focus()
  const title = await fillNewBook(dialog, 'Scanned')
  await submitButton(dialog).click()
  await expect(
    dialog.getByText('A digit of this ISBN is wrong. Compare it with the book.').first(),
  ).toBeVisible()
  await isbn.fill('ISBN-13: 978 - 81 - 291 - 3572 - 8 (pbk.)')
  const calls = recordCalls(page, addRequest)
  await submitButton(dialog).click()
  await expect(rowOf(page, title)).toBeVisible()
  expect(calls).toHaveLength(1)
})

test('a pasted title that is too long stays whole and gets an error', async ({
  openPage,
  createAccount,
}) => {
  const page = await openPage(await createAccount('seller', 'Ravi Kumar'))
  await visit(page, '/seller/manage-books')
  const dialog = await openAdd(page, 'New')
  await fillNewBook(dialog, 'Long')
  await dialog.getByLabel('Title').fill('ट'.repeat(210))
  await submitButton(dialog).click()
  await expect(dialog.getByLabel('Title')).toHaveValue('ट'.repeat(210))
  await expect(dialog.getByText('Title can have at most 200 characters.').first()).toBeVisible()
})

test('photos are sent as they were chosen, even if deleted or changed later; an empty one is named', async ({
  openPage,
  createAccount,
}) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'photos-'))
  const files = ['kept.jpg', 'deleted.jpg', 'changed.jpg'].map((name) => path.join(folder, name))
  for (const [index, file] of files.entries()) await writeFile(file, await makePhoto(40 * index))
  const empty = path.join(folder, 'empty.jpg')
  await writeFile(empty, '')
  const page = await openPage(await createAccount('seller', 'Ravi Kumar'))
  await visit(page, '/seller/manage-books')
  const dialog = await openAdd(page, 'New')
  const title = unique('Chosen photos')
  await fillTitleAndAuthor(dialog, title, 'R. Sedgewick')
  await dialog.getByLabel('Branch').selectOption('Computer Science')
  await dialog.getByLabel('Price (₹)', { exact: true }).fill('450')
  await dialog.getByLabel('Images (2-5)').setInputFiles([...files, empty])
  await expect(dialog.getByText(/^empty\.jpg: This file is empty/)).toBeVisible()
  await expect(dialog.getByRole('img')).toHaveCount(3)
  await unlink(path.join(folder, 'deleted.jpg'))
  await writeFile(path.join(folder, 'changed.jpg'), await makePhoto(200))
  await submitButton(dialog).click()
  await expect(rowOf(page, title)).toBeVisible()
  await rm(folder, { recursive: true })
})

test('a new book has the condition New unless the seller changes it', async ({
  openPage,
  createAccount,
}) => {
  const page = await openPage(await createAccount('seller', 'Ravi Kumar'))
  await visit(page, '/seller/manage-books')
  const dialog = await openAdd(page, 'New')
  await expect(dialog.getByLabel('Condition', { exact: true })).toHaveValue('new')
  await dialog.getByLabel('Images (2-5)').setInputFiles(await makePhotos(20, 60))
})
