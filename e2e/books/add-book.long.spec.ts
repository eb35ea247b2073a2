// Tests the Add Book dialog from choosing photos to the response.
import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { addRequest, openAdd, submitButton } from '#e2e/pricing/old-book-form.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { loseResponse } from '#e2e/support/network.ts'
import { makePhoto } from '#e2e/support/photos.ts'
import { fillNewBook } from './new-book-form.ts'

test('photos are sent as chosen; a lost answer lists no book twice', async ({ openAt, seller }) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'photos-'))
  const [deleted, changed, empty] = ['deleted', 'changed', 'empty'].map((name) =>
    path.join(folder, `${name}.jpg`),
  ) as [string, string, string]
  await writeFile(deleted, await makePhoto(40))
  await writeFile(changed, await makePhoto(80))
  await writeFile(empty, '')
  const page = await openAt('/seller/manage-books', seller)
  const dialog = await openAdd(page, 'New')
  const title = await fillNewBook(dialog, 'Algorithms')
  await dialog.getByLabel('Images (2-5)').setInputFiles([deleted, changed, empty])
  await expect(dialog.getByText(/^empty\.jpg: This file is empty/)).toBeVisible()
  await expect(dialog.getByRole('img')).toHaveCount(4)
  await unlink(deleted)
  await writeFile(changed, await makePhoto(200))
  await loseResponse(page, addRequest)
  await submitButton(dialog).click()
  await expect(dialog.getByRole('alert').last()).toHaveText('❌ Failed to add book.')
  await submitButton(dialog).dblclick()
  await expect(
    page.getByRole('alert').filter({ hasText: '✅ Book Added Successfully!' }),
  ).toBeVisible()
  await page.reload()
  await expect(page.getByText(title)).toHaveCount(1)
  await rm(folder, { recursive: true })
})
