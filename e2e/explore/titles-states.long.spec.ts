import { visit } from '#e2e/support/browser-page.ts'
import { expect } from '#e2e/support/fixtures.ts'
import { failReads } from '#e2e/support/network.ts'
import { test } from './title-copies.ts'

test('an unknown title, and copies that can’t be loaded', async ({ openPage, title }) => {
  const page = await openPage()
  const response = await page.goto('/titles/nothing-0123456789abcdef')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('alert')).toHaveText('Title not found.')
  await expect(page.getByRole('main').getByRole('link', { name: 'Explore Books' })).toBeVisible()
  const restore = await failReads(page, { path: /^\/api\/titles\/\w+\/copies$/ })
  await visit(page, '/about')
  await page.getByRole('banner').getByRole('link', { name: 'Books', exact: true }).click()
  await page.getByLabel('Search by title or author').fill(title)
  await page.getByRole('link', { name: '3 copies from ₹100' }).click()
  const copies = page.getByRole('region', { name: 'Copies' })
  await expect(copies.getByText('Failed to fetch books.')).toBeVisible()
  await restore()
  await copies.getByRole('button', { name: 'Retry' }).click()
  await expect(copies.getByRole('article')).toHaveCount(3)
})
