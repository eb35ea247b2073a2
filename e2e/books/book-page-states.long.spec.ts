import type { BookDetail } from '#contract/books/books.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { failReads, holdResponses, stubResponse } from '#e2e/support/network.ts'

const bookRequest = { path: /^\/api\/books\/[0-9a-f-]{36}$/ }
const similar = { path: /^\/api\/books\/similar\// }

test('loading, error and not found', async ({ openPage, createAccount, createBook }) => {
  const title = unique('Discrete Mathematics')
  await createBook(await createAccount('seller', 'Ravi Kumar'), { title })
  const page = await openPage()
  await visit(page, `/books?search=${encodeURIComponent(title)}&sort=newest`)
  const restore = await failReads(page, bookRequest)
  const release = await holdResponses(page, bookRequest)
  await page
    .getByRole('article')
    .filter({ hasText: title.slice(0, 18) })
    .first()
    .getByRole('link')
    .click()
  await expect(page.getByText('Loading...').first()).toBeVisible()
  release()
  await expect(page.getByRole('alert')).toContainText('Failed to fetch book.')
  restore()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/books\?search=/)

  for (const [id, text] of [
    ['019a0000-0000-7000-8000-000000000000', 'Book not found.'],
    ['not-an-id', 'Book ID is required'],
  ] as const) {
    const response = await page.goto(`/buyer/book/${id}`)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('alert')).toHaveText(text)
    await expect(page.getByRole('link', { name: 'Explore Books' }).first()).toBeVisible()
  }
})

test('similar books: shortened titles, none, and an error', async ({
  openPage,
  createAccount,
  createBook,
  request,
}) => {
  const title = unique('Compilers')
  const id = await createBook(await createAccount('seller', 'Ravi Kumar'), { title })
  const buyer = await createAccount('buyer', 'Asha Patil')
  const book = (await (await request.get(`/api/books/${id}`)).json()) as BookDetail
  const page = await openPage(buyer)
  const openFromSearch = async () => {
    await visit(page, '/buyer/dashboard?sort=newest')
    await page.getByPlaceholder('Search by title or author...').fill(title)
    await page.getByRole('article').filter({ hasText: title }).first().getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
  await stubResponse(
    page,
    similar,
    {
      json: [
        { ...book, title: 'Exactly twenty chars' },
        { ...book, _id: id.replace(/.$/, '0'), title: 'Twenty letters long! and more' },
      ],
    },
    1,
  )
  await openFromSearch()
  const shelf = page.getByRole('region', { name: 'Similar Books' }).getByRole('article')
  await expect(shelf.getByRole('heading')).toHaveText([
    'Exactly twenty chars',
    'Twenty letters long!...',
  ])
  await expect(shelf.nth(0).getByRole('link')).toHaveAttribute('href', `/buyer/book/${id}`)

  await stubResponse(page, similar, { json: [] }, 1)
  await openFromSearch()
  await expect(page.getByText('No similar books found.')).toBeVisible()
  await expect(page.getByText('Could not load.')).toBeHidden()

  const restore = await failReads(page, similar)
  await openFromSearch()
  await expect(page.getByText('Could not load.')).toBeVisible()
  await expect(page.getByText('No similar books found.')).toBeVisible()
  restore()
  await stubResponse(page, similar, { json: [book] }, 1)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(shelf).toHaveCount(1)
})
