import type { Locator } from '@playwright/test'
import { definitionOf } from '#e2e/support/browser-page.ts'
import { expect, onPhone, test, unique } from '#e2e/support/fixtures.ts'

test('all details, and data for search engines', async ({ openAt, createBook, seller }) => {
  const title = unique('Signals and Systems')
  const id = await createBook(seller, {
    title,
    author: 'A. V. Oppenheim',
    price: 123456.5 / 10,
    rentPrice: 12,
  })
  const page = await openAt(`/buyer/book/${id}`)
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

  const html = await (await page.request.get(page.url())).text()
  expect(html).toContain(`/buyer/book/${id}"`)
  expect(html).toMatch(/property="og:image" content="https?:[^"]*-1200\.webp"/)
  const [, data = ''] =
    /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
  expect(JSON.parse(data)).toMatchObject({
    name: title,
    offers: { price: 12345.65, priceCurrency: 'INR', availability: 'https://schema.org/InStock' },
  })

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

test('a phone’s first screen has the key details', async ({ openAt, createBook, seller }) => {
  const id = await createBook(seller, { title: unique('Signals and Systems'), rentPrice: 12 })
  const page = await openAt(`/buyer/book/${id}`, undefined, onPhone)
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
