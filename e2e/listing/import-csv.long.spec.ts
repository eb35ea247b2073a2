import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Download, Locator, Page } from '@playwright/test'
import { rowOf } from '#e2e/support/browser-page.ts'
import { expect, onPhone, test, unique } from '#e2e/support/fixtures.ts'
import {
  failRequests,
  holdResponses,
  loseResponse,
  recordCalls,
  stubResponse,
} from '#e2e/support/network.ts'
import { makePhoto, makePhotos } from '#e2e/support/photos.ts'

const importing = { path: /\/books\/seller\/import$/, method: 'POST' } as const
const uploading = { path: /^\/api\/books\/seller\/books\/./, method: 'PUT' } as const

const header = 'Title,Author,Condition,Price,MRP,Branch,Photos'
/** 30 books. The first 20 name two photos each. */
const booksCsv = (name: string) =>
  [
    header,
    ...Array.from({ length: 30 }, (_, index) => {
      const photos = index < 20 ? `${index}-A.JPG; ${index}-b.jpg` : ''
      return `${name} ${index},R. K. Narayan,good,₹120,"₹1,299",Fiction,${photos}`
    }),
  ].join('\r\n')

let folder = ''
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'import-'))
})
test.afterEach(() => rm(folder, { recursive: true }))

async function makePhotoFolder(): Promise<string> {
  const photos = path.join(folder, 'photos')
  await mkdir(photos)
  for (let index = 0; index < 20; index++) {
    await writeFile(path.join(photos, `${index}-a.jpg`), await makePhoto(index * 5, 200))
    await writeFile(path.join(photos, `${index}-b.jpg`), await makePhoto(index * 5 + 100, 200))
  }
  return photos
}

async function openImport(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Import CSV' }).click()
  return page.getByRole('dialog', { name: 'Import books' })
}

async function chooseCsv(dialog: Locator, content: string | Buffer, name = 'books.csv') {
  const buffer = Buffer.from(content)
  await dialog.getByLabel('Choose CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await dialog.getByRole('button', { name: 'Check file' }).click()
}

const expectStatus = (dialog: Locator, text: string | RegExp) =>
  expect(dialog.getByRole('status').filter({ hasText: text })).toBeVisible()

const textOf = async (download: Download) => readFile(await download.path(), 'utf8')

test('a shop imports 30 books with the photos of a folder', async ({ openAt, seller, request }) => {
  test.setTimeout(120_000)
  const name = unique('Malgudi')
  const page = await openAt('/seller/manage-books', seller)
  const dialog = await openImport(page)
  await chooseCsv(dialog, Buffer.from('PK\u0003\u0004'), 'books.xlsx')
  await expect(dialog.getByRole('alert')).toContainText('Save it as CSV')
  await chooseCsv(dialog, booksCsv(name).replace(`${name} 7,`, ',').replace('good', 'torn'))
  await expectStatus(dialog, '28 ready, 2 with errors')
  await expect(dialog.getByRole('row').nth(1)).toContainText('Condition: Choose a condition')
  await expect(dialog.getByRole('row').nth(2)).toContainText('Title is missing.')
  await expect(dialog.getByRole('button', { name: /^Import/ })).toBeHidden()
  const errors = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download errors' }).click()
  expect(await textOf(await errors)).toContain(`\r\nTitle is missing.,,R. K. Narayan`)

  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  await dialog.getByLabel('Choose folder').setInputFiles(await makePhotoFolder())
  await expect(dialog).toContainText('40 files chosen')
  await chooseCsv(dialog, booksCsv(name))
  await expectStatus(dialog, /^30 ready$/)
  await expect(dialog).toContainText('20 books with photos')
  await expect(dialog).toContainText('10 books without 2 photos')
  await loseResponse(page, importing)
  const add = dialog.getByRole('button', { name: 'Import 30 books' })
  await add.click()
  await expect(dialog.getByRole('alert')).toContainText('no book is added twice')
  const calls = recordCalls(page, uploading)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  const respond = await holdResponses(page, importing)
  await add.dblclick()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Close' }).click()
  respond()
  await expectStatus(dialog, '30 books imported.')
  await expect(dialog).toContainText('20 books on the market.', { timeout: 60_000 })
  await expect(dialog).toContainText('10 drafts')
  expect(calls).toHaveLength(20)
  await dialog.getByRole('button', { name: 'Done' }).click()

  await expect(page.getByText('30 books', { exact: true })).toBeVisible()
  const draft = rowOf(page, `${name} 29`)
  await expect(draft).toContainText('Draft')
  const found = await request.get('/api/books/buyer/books', { params: { search: name, limit: 50 } })
  expect(await found.json()).toHaveLength(20)
  await draft.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Add photos' }).click()
  const form = page.getByRole('dialog', { name: 'Update Book' })
  await form.getByLabel('Images (at most 5)').setInputFiles(await makePhotos(30, 70))
  await form.getByRole('button', { name: 'Update Book' }).click()
  await expect(page.getByText('✅ Book Updated Successfully!')).toBeVisible()
  await expect(draft).not.toContainText('Draft')

  const exported = page.waitForEvent('download')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export CSV' }).click()
  expect((await textOf(await exported)).trimEnd().split('\r\n')).toHaveLength(31)
})

test('uploads go on after a lost connection, also on a phone', async ({ openAt, seller }) => {
  const name = unique('Swami')
  const page = await openAt('/seller/manage-books', seller, onPhone)
  const dialog = await openImport(page)
  const photos = await makePhotos(10, 20, 30, 40)
  const named = photos.map((photo, index) => ({ ...photo, name: `${index}.jpg` }))
  await dialog.getByLabel('Choose photos').setInputFiles(named)
  const row = (title: string, photos: string) => `${title},B,good,120,299,Fiction,${photos}`
  await chooseCsv(dialog, [header, row(name, '0;1'), row(`${name} 2`, '2;3')].join('\n'))
  await expectStatus(dialog, /^2 ready$/)
  const reconnect = await failRequests(page, uploading, 'connection')
  await dialog.getByRole('button', { name: 'Import 2 books' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The photos of 2 books are missing.')
  reconnect()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog).toContainText('2 books on the market.')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(`${name} 2`)).toBeVisible()
  await expect(page.getByText('Draft, needs photos')).toHaveCount(0)
})

test('uploads stop when the seller has no more today', async ({ openAt, seller }) => {
  const name = unique('Raju')
  const page = await openAt('/seller/manage-books', seller)
  const dialog = await openImport(page)
  const photos = await makePhotos(10, 20)
  const named = photos.map((photo, index) => ({ ...photo, name: `${index}.jpg` }))
  await dialog.getByLabel('Choose photos').setInputFiles(named)
  const rows = Array.from({ length: 7 }, (_, at) => `${name} ${at},B,good,120,299,Fiction,0;1`)
  await chooseCsv(dialog, [header, ...rows].join('\n'))
  const refusal = { code: 'too_many_uploads', message: 'Please go on tomorrow.' }
  await stubResponse(page, uploading, { status: 429, json: refusal })
  const calls = recordCalls(page, uploading)
  await dialog.getByRole('button', { name: 'Import 7 books' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The photos of 7 books are missing.')
  await expect(dialog.getByRole('alert')).toContainText('and 2 more')
  expect(calls.length).toBeLessThanOrEqual(2)
})
