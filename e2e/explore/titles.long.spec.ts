// A search lists each title once, and the title's page compares all its copies.
import { checkScreen, onDesktop } from '#e2e/accessibility/check-screen.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { createSellerIn } from './create-seller-in.ts'

test('a search shows a title once; its page compares all copies', async ({
  openAt,
  post,
  createBook,
}) => {
  const title = unique('Concepts of Physics')
  for (const [index, pinCode] of ['411038', '411028', '400001'].entries())
    await createBook(await createSellerIn(post, pinCode), { title, price: 100 * (index + 1) })
  const page = await openAt(`/books?search=${encodeURIComponent(title)}`, undefined, onDesktop)
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
