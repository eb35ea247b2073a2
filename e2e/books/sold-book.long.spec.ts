// A book that is gone can't be bought any more. A book's photos open large.
import type { Locator } from '@playwright/test'
import { checkScreen } from '#e2e/accessibility/check-screen.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { authHeader, expect, onPhone, test, unique } from '#e2e/support/fixtures.ts'

test('a sold book only offers other copies, and its chat to people who have one', async ({
  openAt,
  createAccount,
  createBook,
  orderBook,
  setOrderStatus,
  seller,
  buyer,
}) => {
  const title = unique('Optics')
  const order = await orderBook(seller, buyer, { title, price: 517, rentPrice: 5 })
  await setOrderStatus(seller, order, 'Delivered')
  const id = order.book._id
  const page = await openAt(`/buyer/book/${id}`, undefined, onPhone)
  const copies = page.getByRole('region', { name: 'Other copies of this book' })
  await expect(page.getByText('Sold', { exact: true })).toBeVisible()
  await expect(page.getByText('Nobody else is offering this book right now.')).toBeVisible()
  for (const text of ['Rent / Buy', /^or ₹5 a day/, /^You save/, 'Chat with Seller', 'Open chat'])
    await expect(page.getByText(text)).toBeHidden()

  await createBook(await createAccount('seller', 'Meera Shah'), { title, price: 350 })
  await page.reload()
  await expect(copies.getByRole('article')).toHaveCount(1)
  await expect(copies).toContainText('₹350')
  await expect(copies).toContainText('Good')
  // The other copies take the place of the price, above the details.
  await expect(copies.getByRole('link', { name: '1 other copy from ₹350' })).toBeVisible()
  const top = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN
  expect(await top(copies)).toBeLessThan(await top(page.getByText('All details')))
  await expect(page.getByText('₹517').filter({ visible: true })).toHaveCount(0)
  await checkScreen(page, 'a sold book')
})

test('the open page of a gone book', async ({ openPage, createBook, request, seller, buyer }) => {
  const title = unique('Optics')
  const id = await createBook(seller, { title })
  const page = await openPage(buyer, onPhone)
  // The server renders the page as for a guest; then the buyer's browser reads the book itself.
  const isRead = page.waitForResponse(new RegExp(`/api/books/${id}$`))
  await visit(page, `/buyer/book/${id}`)
  await isRead
  await expect(page.getByRole('button', { name: 'Make an offer' })).toBeEnabled()
  await request.delete(`/api/books/seller/books/${id}`, { headers: authHeader(seller) })
  await page.getByRole('button', { name: 'Make an offer' }).click()
  await expect(page.getByRole('alert')).toHaveText('Book not found. It is no longer offered.')
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Make an offer' })).toBeHidden()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Similar Books' })).toBeVisible()
  await checkScreen(page, 'a book that is no longer offered')
  await page.getByRole('link', { name: 'Look for other copies' }).click()
  await expect(page.getByPlaceholder('Search by title or author...')).toHaveValue(title)
})

test('photos open large: keys, Escape and Back', async ({ openAt, createBook, seller }) => {
  const id = await createBook(seller, {
    title: unique('Statics'),
    photos: [60, 120, 200],
  })
  const page = await openAt(`/buyer/book/${id}`, undefined, onPhone)
  const enlarge = page.getByRole('button', { name: /enlarge$/ })
  const dialog = page.getByRole('dialog', { name: /^Photos of Statics/ })
  await enlarge.click()
  await expect(dialog).toBeVisible()
  await expect(dialog).toContainText('1 / 3')
  await expect
    .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
    .toBe(true)
  await page.keyboard.press('ArrowRight')
  await expect(dialog).toContainText('2 / 3')
  await checkScreen(page, 'photos')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(enlarge).toBeFocused()
  // The page shows the picture that was viewed last.
  await expect(page.getByRole('button', { name: 'Show picture 2 of 3' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await enlarge.click()
  await expect(dialog).toContainText('2 / 3')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(`/buyer/book/${id}`)
})
