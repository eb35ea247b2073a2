// The prices of a title outside the forms: on its page, and in a seller's own list.
import { checkScreen, onDesktop } from '#e2e/accessibility/check-screen.ts'
import { rowOf, visit } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { createOldBook } from './old-book-form.ts'

const phone = { viewport: { width: 360, height: 740 } }
const heading = 'What a used copy should sell for'

test('the page of a title says what a used copy should sell for, also in its HTML', async ({
  openPage,
  createAccount,
  post,
  seller,
}) => {
  const title = unique('The Guide')
  const book = { title, branch: 'Fiction', publication_year: '2016', original_price: '500' }
  await createOldBook(post, seller, { ...book, customPrice: '200' })
  const other = await createAccount('seller', 'Meera Iyer')
  await createOldBook(post, other, { ...book, customPrice: '180' })
  const page = await openPage(undefined, phone)
  await visit(page, `/books?search=${encodeURIComponent(title)}`)
  await page.getByRole('link', { name: /^2 copies from ₹180/ }).click()
  const prices = page.getByRole('region', { name: heading })
  await expect(prices).toContainText('The edition of 2016, printed price ₹500.')
  const rows = prices.getByRole('table').getByRole('row')
  await expect(rows).toHaveText([
    'ConditionAboutMost between',
    /^Like new₹\d+₹\d+ and ₹\d+$/,
    /^Good₹\d+/,
    /^Average₹\d+/,
    /^Poor₹\d+/,
  ])
  // This title has no sales, and the offered copies are listed below the box.
  await expect(prices).not.toContainText('of this title')
  await checkScreen(page, 'page of a title with prices of used copies')
  expect(await (await page.request.get(page.url())).text()).toContain(heading)
})

test('the prices in a seller’s own list', async ({ openPage, createBook, post, seller }) => {
  const taken = await createOldBook(post, seller, { acceptPredictedPrice: 'yes', customPrice: '' })
  const own = await createOldBook(post, seller)
  const unread = unique('Hydraulics')
  await createBook(seller, { title: unread })
  const page = await openPage(seller, onDesktop)
  await visit(page, '/seller/manage-books')
  const priceOf = (title: string) => rowOf(page, title).getByRole('cell').nth(11)
  await expect(priceOf(own)).toHaveText(/^₹\d+\.\d\d$/)
  await expect(rowOf(page, own).getByRole('cell').nth(4)).toHaveText('₹240')
  await expect(rowOf(page, own).getByRole('cell').nth(10)).toHaveText('₹650')
  await expect(rowOf(page, unread).getByRole('cell').nth(4)).toHaveText('₹400')
  await page.route('**/api/books/seller/books?*', async (route) => {
    const response = await route.fetch()
    const books = (await response.json()) as { title: string; prediction?: object }[]
    for (const book of books)
      if (book.title === own) book.prediction = { predicted_price: 285, low: 250, high: 320 }
      else delete book.prediction
    await route.fulfill({ response, json: books })
  })
  await page.reload()
  await expect(priceOf(own)).toHaveText(/^₹\d+\.\d\dtoday ₹285$/)
  await expect(priceOf(taken)).toHaveText(/^₹\d+\.\d\d$/)
  await checkScreen(page, 'what books ask, and prices of today')

  await page.getByRole('button', { name: `Edit ${own}` }).click()
  const box = page.getByRole('dialog').getByRole('region', { name: 'Predicted price' })
  await expect(box.getByText(/^Predicted price: ₹/)).toBeVisible()
  await checkScreen(page, 'update book: the price of an old one')
})
