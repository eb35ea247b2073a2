// A search finds a title once, and the title's page compares all its copies.
import { checkScreen, onDesktop, phone } from '#e2e/accessibility/check-screen.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect } from '#e2e/support/fixtures.ts'
import { test } from './title-copies.ts'

test('a search shows a title once; its page compares all copies', async ({ openPage, title }) => {
  const page = await openPage(undefined, onDesktop)
  await visit(page, `/books?search=${encodeURIComponent(title)}`)
  const results = page.getByRole('region', { name: 'Books', exact: true })
  await expect(results.getByRole('article')).toHaveCount(1)
  await expect(results).toContainText('1 book')
  await expect(results.getByRole('article')).toContainText('₹100')
  await results.getByRole('link', { name: '3 copies from ₹100' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText('3 copies from ₹100 to ₹300')).toBeVisible()
  const copies = page.getByRole('region', { name: 'Copies' }).getByRole('article')
  await expect(copies.getByRole('heading')).toHaveText([/^₹100/, /^₹200/, /^₹300/])
  await checkScreen(page, 'page of a title')
  await copies.nth(1).getByRole('link').click()
  await expect(page).toHaveURL(/\/buyer\/book\//)
  await page.getByRole('link', { name: '2 other copies from ₹100' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  // The URL can be shared, because the server's HTML contains the title.
  const html = await (await page.request.get(page.url())).text()
  expect(html).toContain(`<title>${title} by A. Writer · Dobara</title>`)
  expect(html).toContain('"@type":"AggregateOffer"')
  expect(html).toContain('"lowPrice":100')
})

test('a person who says where they are sees the nearest copy', async ({ openPage, title }) => {
  const page = await openPage(undefined, { viewport: phone })
  await visit(page, `/books?search=${encodeURIComponent(title)}`)
  const search = page.getByRole('search')
  await search.getByRole('button', { name: 'Add your PIN code' }).click()
  await search.getByLabel('Your PIN code').fill('411038')
  await search.getByRole('button', { name: 'Show distances' }).click()
  const results = page.getByRole('region', { name: 'Books', exact: true })
  await expect(results.getByRole('article')).toContainText('₹100')
  const nearest = results.getByRole('link', { name: /^Nearest: ₹200 · <\s1\skm/ })
  await expect(nearest).toContainText('Kothrud, Pune')
  await results.getByRole('link', { name: '3 copies from ₹100' }).click()
  const copies = page.getByRole('region', { name: 'Copies' })
  await copies.getByLabel('Sort by').selectOption('Nearest')
  await expect(copies.getByRole('heading', { level: 3 })).toHaveText([/^₹200/, /^₹100/, /^₹300/])
  await expect(page).toHaveURL(/\?sort=near$/)
})
