// The mouse wheel over number fields, and files that change after they were chosen.
import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fillTitleAndAuthor, submitButton } from '#e2e/pricing/old-book-form.ts'
import { rowOf, visit } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { makePhoto } from '#e2e/support/photos.ts'
import { openAdd } from './new-book-form.ts'

test('the mouse wheel doesn’t change a price', async ({ openPage, createAccount }) => {
  const page = await openPage(await createAccount('seller', 'Ravi Kumar'))
  await visit(page, '/seller/manage-books')
  const dialog = await openAdd(page, 'New')
  const price = dialog.getByLabel('Price (₹)', { exact: true })
  await price.fill('1299')
  await price.focus()
  await price.hover()
  for (let turn = 0; turn < 5; turn++) await page.mouse.wheel(0, 100)
  await expect(price).toHaveValue('1299')
})

test('photos are sent as chosen, even if deleted or changed later; an empty one is an error', async ({
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
