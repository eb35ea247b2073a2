// A shop with many books: finds them, changes many at once, and sells at the counter.
import type { listOwnBooks } from '#contract/books/books.ts'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import { checkScreen } from '#e2e/accessibility/check-screen.ts'
import { test } from '#e2e/journeys/phone.ts'
import { rowOf, visit } from '#e2e/support/browser-page.ts'
import { type Account, authHeader, expect } from '#e2e/support/fixtures.ts'
import { failRequests } from '#e2e/support/network.ts'

const laptop = { viewport: { width: 1366, height: 768 } }
const small = { viewport: { width: 360, height: 740 } }

type CreateBook = (seller: Account, book: { title: string; price?: number }) => Promise<string>

async function createBooks(create: CreateBook, seller: Account, count: number): Promise<void> {
  // An account may send two forms with photos at the same time.
  const perRound = 2
  for (let first = 0; first < count; first += perRound)
    await Promise.all(
      Array.from({ length: Math.min(perRound, count - first) }, (_, n) =>
        create(seller, { title: `Volume ${first + n + 1}` }),
      ),
    )
}

test('400 prices change in at most eight taps, and one undoes them', async ({
  openPhone,
  createBook,
  request,
  seller,
}) => {
  await createBooks(createBook, seller, 400)
  const prices = async () => {
    const headers = authHeader(seller)
    const response = await request.get('/api/books/seller/books', { headers })
    const books = (await response.json()) as ResponseOf<typeof listOwnBooks>
    return [books.length, ...new Set(books.map(({ price }) => price))]
  }
  const { page, spent } = await openPhone('/seller/manage-books', seller)
  await expect(page.getByText('400 books', { exact: true })).toBeVisible()
  await page.getByLabel('Select all').tap()
  await page.getByRole('button', { name: 'Select all 400 books' }).tap()
  await page.getByRole('button', { name: 'Price', exact: true }).tap()
  await page.getByLabel('Amount').tap()
  await page.keyboard.type('15')
  await page.getByRole('button', { name: 'Change prices' }).tap()
  await expect(page.getByText('400 books changed.')).toBeVisible()
  const { taps } = await spent()
  expect(taps).toBeLessThanOrEqual(8)
  expect(await prices()).toEqual([400, 340])
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect(page.getByText('Undone.')).toBeVisible()
  expect(await prices()).toEqual([400, 400])
})

test('rows load while scrolling, and headers, filters and search are in the URL', async ({
  openPage,
  createBook,
  seller,
}) => {
  await createBooks(createBook, seller, 60)
  await createBook(seller, { title: 'Atlas', price: 950 })
  const page = await openPage(seller, laptop)
  await visit(page, '/seller/manage-books')
  const reminder = page.getByRole('complementary', { name: 'How buyers get your books' })
  await reminder.getByRole('button', { name: 'Dismiss' }).click()
  const rows = page.getByRole('row')
  await expect(rows.nth(8)).toBeInViewport({ ratio: 1 })
  await page.mouse.wheel(0, 20_000)
  await expect(rows).toHaveCount(62)
  await page.getByRole('button', { name: 'Price asked' }).click()
  await expect(page).toHaveURL('/seller/manage-books?sort=price')
  await expect(page.getByRole('columnheader', { name: 'Price asked' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await page.getByRole('button', { name: 'Price asked' }).click()
  await expect(page).toHaveURL('/seller/manage-books?sort=-price')
  await expect(rows.nth(1)).toContainText('Atlas')
  await page.getByLabel('Title, author, ISBN or shelf code').fill('atls')
  await expect(page).toHaveURL('/seller/manage-books?sort=-price&search=atls')
  await expect(rows).toHaveCount(2)
  await page.getByLabel('State').selectOption('Hidden')
  await expect(page.getByText('No books found.')).toBeVisible()
  await checkScreen(page, 'no own books with these filters')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rowOf(page, 'Atlas')).toBeVisible()
  await page.reload()
  await expect(rowOf(page, 'Atlas')).toBeVisible()
})

test('at the counter: sold, restocked, hidden and shown', async ({
  openPage,
  createBook,
  request,
  seller,
}) => {
  const id = await createBook(seller, { title: 'Counter copy' })
  const isPublic = async () => (await request.get(`/api/books/${id}`)).ok()
  const page = await openPage(seller, small)
  await visit(page, '/seller/manage-books')
  const card = page.getByRole('listitem').filter({ hasText: 'Counter copy' })
  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'Actions for Counter copy' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  const sellOne = card.getByRole('button', { name: '−1: one “Counter copy” was sold' })
  await sellOne.click()
  await expect(page.getByText('“Counter copy”: now sold out.')).toBeVisible()
  await expect(card).toContainText('Sold out')
  await checkScreen(page, 'a sold-out own book')
  const undoing = { path: /^\/api\/books\/seller\/changes\//, method: 'PUT' } as const
  const stopFailing = await failRequests(page, undoing)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Could not undo.')).toBeVisible()
  stopFailing()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card).toContainText('1 in stock')
  await sellOne.click()
  await expect(card).toContainText('Sold out')
  const shop = await openPage(undefined, small)
  await visit(shop, `/buyer/book/${id}`)
  await expect(shop.getByText('Sold out', { exact: true })).toBeVisible()
  await choose('Restock')
  await expect(card).toContainText('1 in stock')
  await choose('Hide')
  await expect(card).toContainText('Hidden by you')
  await expect.poll(isPublic).toBe(false)
  await choose('Show')
  await expect.poll(isPublic).toBe(true)
  await card.getByText('All details').click()
  await expect(card).toContainText('Original Price₹400')
  await checkScreen(page, 'details of an own book')
})

test('selected books that can’t be changed are left out', async ({
  openPage,
  createBook,
  createChat,
  createOrder,
  seller,
  buyer,
}) => {
  const busy = await createBook(seller, { title: 'Ordered' })
  await createOrder(seller, await createChat(buyer, busy))
  await createBook(seller, { title: 'Free' })
  const page = await openPage(seller, laptop)
  await visit(page, '/seller/manage-books')
  await page.getByLabel('Select all').check()
  await page.getByRole('button', { name: 'More changes' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete 2 books?' })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alert')).toContainText('“Ordered”: This book has open orders.')
  await checkScreen(page, 'books that can’t be deleted')
  await page.getByRole('button', { name: 'Leave out this book' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('1 book deleted.')).toBeVisible()
  // The focus stays near the buttons that have disappeared.
  await expect(page.getByRole('region', { name: 'Selected books' })).toBeFocused()
  await expect(rowOf(page, 'Free')).toBeHidden()
  await expect(rowOf(page, 'Ordered')).toBeVisible()
})

test('a selected book that leaves the list isn’t deleted with the others', async ({
  openPage,
  createBook,
  seller,
}) => {
  for (const title of ['Kept', 'Deleted']) await createBook(seller, { title })
  const page = await openPage(seller, laptop)
  await visit(page, '/seller/manage-books?state=for-sale')
  await page.getByLabel('Select Kept').check()
  await page.getByLabel('Select Deleted').check()
  await page.getByRole('button', { name: '−1: one “Kept” was sold at the counter' }).click()
  await expect(rowOf(page, 'Kept')).toBeHidden()
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.getByRole('button', { name: 'More changes' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('1 book deleted.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rowOf(page, 'Kept')).toBeVisible()
  await expect(rowOf(page, 'Deleted')).toBeHidden()
})
