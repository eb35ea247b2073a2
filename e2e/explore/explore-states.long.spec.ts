import { visit } from '#e2e/support/browser-page.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { failReads, holdResponses } from '#e2e/support/network.ts'

const list = { path: /^\/api\/books\/buyer\/books$/ }
const shelves = { path: /^\/api\/books\/shelves$/ }

test('loading and error', async ({ openPage }) => {
  const page = await openPage()
  await visit(page, '/about')
  const restore = await failReads(page, shelves, 'connection')
  const release = await holdResponses(page, shelves)
  await page.getByRole('banner').getByRole('link', { name: 'Books', exact: true }).click()
  await expect(page.getByRole('status')).toHaveText('Loading...')
  release()
  await expect(page.getByText('No books found.')).toBeVisible()
  restore()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('region', { name: 'Recommended Books' })).toBeVisible()
  await failReads(page, list)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Sort by').selectOption({ value: 'rating' })
  await expect(page.getByText('Could not load.')).toBeVisible()
  await expect(page.getByText('No books found.')).toBeVisible()
})
