import type { Book } from '#contract/books/books.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, onPhone, test, unique } from '#e2e/support/fixtures.ts'
import { failReads, stubResponse } from '#e2e/support/network.ts'
import { book as sampleBook } from '#e2e/support/sample-responses.ts'

const book = (facts: Partial<Book>): Book => ({
  ...sampleBook,
  original_price: 123456,
  price: 123456,
  images: [],
  ...facts,
})

/** Returns how many lines of visible text each card has. */
const countLines = (cards: Element[]) =>
  cards.map((card) => {
    const centers: number[] = []
    const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const range = document.createRange()
      range.selectNode(texts.currentNode)
      // Texts that are only for screen readers are in boxes of one pixel.
      const isSeen = (texts.currentNode.parentElement?.clientWidth ?? 0) !== 1
      for (const { top, height } of range.getClientRects())
        if (isSeen) centers.push(top + height / 2)
    }
    centers.sort((one, other) => one - other)
    // Texts of different sizes in one line have centers that differ by a few pixels.
    return centers.filter(
      (center, at) => center - (centers[at - 1] ?? Number.NEGATIVE_INFINITY) > 6,
    ).length
  })

const shelves = { path: /^\/api\/books\/shelves$/ }
const list = { path: /^\/api\/books\/buyer\/books$/ }

test('the shelves: shortened titles, prices and ratings', async ({ openPage }) => {
  const page = await openPage()
  const nearly = 'Twenty letters long!'
  await stubResponse(page, shelves, {
    json: {
      recommended: [
        book({
          title: `${nearly} and more`,
          author: 'Eighteen letters! and more',
          recommendations: ['x'],
        }),
      ],
      bestsellers: [book({ title: nearly, ratings: { average: 4.25, count: 3 } })],
      branches: [
        {
          branch: 'Physics',
          total: 1,
          books: [book({ isRentable: true, rentPrice: 5.5, price: 99, original_price: 120 })],
        },
      ],
    },
  })
  await visit(page, '/about')
  await page.getByRole('banner').getByRole('link', { name: 'Books', exact: true }).click()
  const recommended = page.getByRole('region', { name: 'Recommended Books' }).getByRole('article')
  await expect(recommended.getByRole('heading')).toHaveText(`${nearly}…`)
  await expect(recommended).toContainText('Eighteen letters!…')
  await expect(recommended).toContainText('₹1,23,456')
  await expect(recommended).toContainText('Rent: Not Available')
  await expect(recommended.locator('img')).toHaveAttribute('src', '/default-book.jpg')
  const bestseller = page.getByRole('region', { name: 'Bestsellers' }).getByRole('article')
  await expect(bestseller.getByRole('heading')).toHaveText(nearly)
  await expect(bestseller).toContainText(/Rated 4\.3\(3\)/)
  const branch = page.getByRole('region', { name: 'Physics Books' }).getByRole('article')
  await expect(branch).toContainText('Condition: Average')
  await expect(branch).toContainText('₹99')
  await expect(branch.getByText('₹120')).toHaveCSS('text-decoration-line', 'line-through')
})

test('a missing picture is replaced by the default', async ({ openPage }) => {
  const page = await openPage()
  await page.route('**/photos/**', (route) => route.fulfill({ status: 404, body: '' }))
  await visit(page, '/books')
  await expect(page.getByRole('article').first().locator('img')).toHaveAttribute(
    'src',
    '/default-book.jpg',
  )
})

test('the search is in the URL, and Back works', async ({
  openPage,
  openAt,
  createBook,
  seller,
}) => {
  const title = unique('Zebrafish')
  await createBook(seller, { title, author: unique('Qwerty') })
  const page = await openAt('/books')
  const search = page.getByPlaceholder('Search by title or author...')
  await search.fill(title.toLowerCase())
  await expect(page).toHaveURL(/\?search=zebrafish/)
  // Only the results are shown, without shelves below them.
  const results = page.getByRole('main').getByRole('region', { name: 'Books' })
  const card = results.getByRole('article').filter({ hasText: title })
  await expect(results).toHaveCount(1)
  await expect(results.getByRole('status')).toHaveText('1 book')
  await expect(card).toHaveCount(1)
  await card.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.goBack()
  await expect(search).toHaveValue(title.toLowerCase())
  await expect(card).toHaveCount(1)
  // A shared link shows the same page even without scripts, because the server renders it.
  const other = await openPage(undefined, { javaScriptEnabled: false })
  await other.goto(page.url())
  await expect(
    other.getByRole('region', { name: 'Books' }).getByRole('article').filter({ hasText: title }),
  ).toHaveCount(1)
  await search.fill(unique('nothing is called that'))
  await expect(page.getByText('No books found.')).toBeVisible()
  await search.fill('')
  await expect(page).toHaveURL('/books')
  await expect(page.getByRole('region', { name: 'Recommended Books' })).toBeVisible()
})

test('a search shows one list of results in cards of six lines', async ({ openAt }) => {
  const page = await openAt('/books?search=physics', undefined, onPhone)
  const results = page.getByRole('region', { name: 'Books', exact: true })
  await expect(results.getByRole('article')).toHaveCount(12)
  await expect(results.getByRole('status')).toHaveText(/^\d+ books$/)
  for (const lines of await results.getByRole('listitem').evaluateAll(countLines))
    expect(lines).toBeLessThanOrEqual(6)
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByLabel('Sort by').locator('option:checked')).toHaveText('Best match')
})

test('the branch, the filters and the sorting are in the URL', async ({ openAt }) => {
  const page = await openAt('/books')
  const branch = page.getByLabel('Branch', { exact: true })
  await expect(branch.getByRole('option').first()).toHaveText('All Branches')
  await branch.selectOption('Fiction')
  await expect(page).toHaveURL('/books?branch=Fiction')
  await expect(page.getByRole('region', { name: 'Fiction Books', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Law Books' })).toBeHidden()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Sort by').selectOption({ value: 'price' })
  await expect(page).toHaveURL('/books?branch=Fiction&sort=price')
  await expect(
    page.getByRole('region', { name: 'Books', exact: true }).getByRole('status'),
  ).toHaveText(/^\d+ books$/)
  await page.getByLabel('Price from').fill('200')
  await expect(page).toHaveURL('/books?branch=Fiction&sort=price&minPrice=200')
  const findAmounts = async () => {
    const prices = await page.getByRole('article').locator('span.font-semibold').allTextContents()
    return prices.map((price) => Number(price.replace(/[^\d.]/g, '')))
  }
  // The URL changes first. The list shows the old books until the new ones have loaded.
  await expect.poll(async () => (await findAmounts())[0]).toBeGreaterThanOrEqual(200)
  const amounts = await findAmounts()
  expect(amounts).toEqual([...amounts].sort((one, other) => one - other))
  await page.goBack()
  await expect(page).toHaveURL('/books?branch=Fiction&sort=price')
  await expect(page.getByLabel('Price from')).toHaveValue('')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/books?branch=Fiction')
  await page.getByLabel('Price from').fill('900')
  const maxPrice = page.getByLabel('Price to (₹)')
  await maxPrice.fill('100')
  await maxPrice.press('Enter')
  await expect(page.getByText("This is below 'Price from'.")).toBeVisible()
})

test('a list loads more on scrolling, even after an error', async ({ openAt }) => {
  const page = await openAt('/books?sort=newest')
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(24)
  const restore = await failReads(page, list)
  await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded()
  await expect(page.getByText('Could not load more.')).toBeVisible()
  await expect(cards).toHaveCount(24)
  restore()
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(cards).toHaveCount(48)
  await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded()
  await expect(cards).toHaveCount(72)
  const addresses = await cards
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(new Set(addresses).size).toBe(addresses.length)
  await cards.nth(60).scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  await cards.nth(60).getByRole('link').click()
  await expect(page).toHaveURL(/\/buyer\/book\//)
  await page.goBack()
  await expect(cards.nth(60)).toBeInViewport()
  expect(before).toBeGreaterThan(0)
})
