import type { Locator } from '@playwright/test'
import type { BookDetail } from '#contract/books/books.ts'
import { definitionOf, visit } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { stubResponse } from '#e2e/support/network.ts'

const bookRequest = { path: /^\/api\/books\/[0-9a-f-]{36}$/ }

test('all details, and placeholders for missing ones', async ({
  openPage,
  createAccount,
  createBook,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const title = unique('Signals and Systems')
  const id = await createBook(seller, {
    title,
    author: 'A. V. Oppenheim',
    price: 123456.5 / 10,
    rentPrice: 12,
  })
  const page = await openPage()
  await visit(page, `/buyer/book/${id}`)
  const facts = page.getByRole('article').first()
  for (const [name, value] of Object.entries({
    Title: title,
    Author: 'A. V. Oppenheim',
    'Book Type': 'New',
    Branch: 'Computer Science',
    Condition: 'Good',
    Pages: 'N/A',
    'Publication Date': 'N/A',
    Price: '₹12,345.65',
    'Predicted Price': 'N/A',
    'Rent Price': '₹12 per day',
    Seller: 'Ravi Kumar',
  }))
    await expect(definitionOf(facts, name)).toHaveText(value)
  await expect(facts.getByText('No description available.')).toBeVisible()
  await expect(facts.getByText('Sold', { exact: true })).toBeHidden()
  await expect(page).toHaveTitle(`${title} by A. V. Oppenheim · ₹12,345.65 · Dobara`)

  const cover = facts.getByRole('img', { name: `Cover of ${title}` })
  const first = await cover.getAttribute('src')
  const thumbnails = facts.getByRole('button', { name: /^Show picture/ })
  await expect(thumbnails).toHaveCount(2)
  await thumbnails.nth(1).click()
  await expect(thumbnails.nth(1)).toHaveAttribute('aria-pressed', 'true')
  const second = facts.getByRole('img', { name: `Picture 2 of ${title}` })
  await expect(second).toBeVisible()
  expect(await second.getAttribute('src')).not.toBe(first)
})

test('a phone’s first screen shows the key details, and the others are folded', async ({
  openPage,
  createAccount,
  createBook,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const id = await createBook(seller, { title: unique('Signals and Systems'), rentPrice: 12 })
  const page = await openPage(undefined, { viewport: { width: 360, height: 740 } })
  await visit(page, `/buyer/book/${id}`)
  const seen = [
    page.getByRole('img', { name: /^Cover of/ }),
    page.getByRole('heading', { level: 1 }),
    page.getByText('or ₹12 a day'),
    page.getByText('Good condition'),
    page.getByRole('region', { name: 'Seller' }).getByText('Ravi Kumar'),
    ...['Chat with Seller', 'Make an offer', 'Rent'].map((name) =>
      page.getByRole('button', { name, exact: true }),
    ),
  ]
  for (const part of seen) await expect(part).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('term').first()).toBeHidden()
  await page.getByText('All details').click()
  await expect(definitionOf(page.getByRole('article').first(), 'Rent Price')).toBeVisible()
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(seen.at(-1) as Locator).toBeInViewport({ ratio: 1 })
})

test('an old book with all details, a struck-through price and a seller without a name', async ({
  openPage,
  createAccount,
  createBook,
  request,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const id = await createBook(seller, { title: unique('Organic Chemistry'), price: 500 })
  const book = (await (await request.get(`/api/books/${id}`)).json()) as BookDetail
  const page = await openPage(await createAccount('buyer', 'Asha Patil'))
  await stubResponse(page, bookRequest, {
    json: {
      ...book,
      bookType: 'old',
      price: 320,
      predictedPrice: 333,
      pages: 640,
      publicationDate: '2019-03-07',
      isRentable: false,
      description: 'Some underlining.\nNo pages missing.',
      seller: { ...book.seller, name: '' },
      images: [],
      availability: 'rented',
      rentedUntil: '2026-12-31',
      available: 0,
    } satisfies BookDetail,
  })
  await visit(page, `/buyer/book/${id}`)
  const facts = page.getByRole('article').first()
  for (const [name, value] of Object.entries({
    'Book Type': 'Old',
    Pages: '640',
    'Publication Date': '7 Mar 2019',
    'Original Price': '₹500',
    Price: '₹320',
    'Predicted Price': '₹333.00',
    'Rent Price': 'Not Available',
    Seller: 'Unknown',
  }))
    await expect(definitionOf(facts, name)).toHaveText(value)
  await expect(facts.getByText('Original price ₹500').locator('s')).toHaveText('₹500')
  await expect(facts).toContainText('Some underlining.')
  await expect(facts).toContainText('Rented until 31 Dec 2026')
  await expect(facts.getByRole('img', { name: /^Cover of/ })).toHaveAttribute(
    'src',
    '/default-book.jpg',
  )
})

test('structured data for search engines, and the canonical URL', async ({
  openPage,
  createAccount,
  createBook,
}) => {
  const title = unique('Database Systems')
  const id = await createBook(await createAccount('seller', 'Ravi Kumar'), { title, price: 450 })
  const page = await openPage(undefined, { javaScriptEnabled: false })
  await page.goto(`/buyer/book/${id}`)
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(
    new RegExp(`^https?://[^/]+/buyer/book/${id}$`),
  )
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
    'content',
    /^https?:.*-1200\.webp$/,
  )
  const data = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent()) ?? '',
  ) as Record<string, unknown>
  expect(data).toMatchObject({
    name: title,
    offers: { price: 450, priceCurrency: 'INR', availability: 'https://schema.org/InStock' },
  })
})
