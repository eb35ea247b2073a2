// What a known title is worth, outside the forms: on its page, and in a seller's own list.
import { checkScreen } from '#e2e/accessibility/check-screen.ts'
import { rowOf, visit } from '#e2e/support/browser-page.ts'
import { type Account, test as base, expect, unique } from '#e2e/support/fixtures.ts'
import { failReads, holdResponses, stubResponse } from '#e2e/support/network.ts'
import { appendPhotos } from '#e2e/support/photos.ts'

type UsedBook = { title: string; price: number; condition?: string }

const test = base.extend<{ createUsedBook: (seller: Account, book: UsedBook) => Promise<void> }>({
  createUsedBook: async ({ post }, use) => {
    await use(async (seller, { title, price, condition = 'good' }) => {
      const form = new FormData()
      const fields = { bookType: 'old', title, author: 'R. K. Narayan', branch: 'Fiction' }
      const copy = { condition, publication_year: '2016', original_price: '500' }
      const asked = { acceptPredictedPrice: 'no', customPrice: String(price) }
      for (const [name, value] of Object.entries({ ...fields, ...copy, ...asked }))
        form.append(name, value)
      await appendPhotos(form, [120, 200])
      await post('/books/seller/books', form, seller)
    })
  },
})

const phone = { viewport: { width: 360, height: 740 } }
const reading = { path: /^\/api\/titles\/[0-9a-f]{16}$/ }
const heading = 'What a used copy should sell for'

test('the page of a title says what a used copy should sell for, in its HTML too', async ({
  openPage,
  createAccount,
  createUsedBook,
  createBook,
}) => {
  const [title, onlyNew] = [unique('The Guide'), unique('Only new')]
  const seller = await createAccount('seller', 'Ravi Kumar')
  await createUsedBook(seller, { title, price: 200 })
  await createUsedBook(await createAccount('seller', 'Meera Iyer'), { title, price: 180 })
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
  // Nobody has sold it, and what is offered is below.
  await expect(prices).not.toContainText('of this title')
  await checkScreen(page, 'page of a title with prices of used copies')
  expect(await (await page.request.get(page.url())).text()).toContain(heading)

  for (const name of ['Asha', 'Dev'])
    await createBook(await createAccount('seller', name), { title: onlyNew })
  await visit(page, `/books?search=${encodeURIComponent(onlyNew)}`)
  await page.getByRole('link', { name: /^2 copies from/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(onlyNew)
  await expect(prices).toBeHidden()
})

test('what was sold of a title is told; an older server, a slow and a failing one', async ({
  openPage,
  createAccount,
  createUsedBook,
}) => {
  const title = unique('The Guide')
  for (const [name, price] of [
    ['Ravi Kumar', 200],
    ['Meera Iyer', 180],
  ] as const)
    await createUsedBook(await createAccount('seller', name), { title, price })
  const page = await openPage(undefined, phone)
  const open = async () => {
    await visit(page, '/about')
    await page.getByRole('banner').getByRole('button', { name: /menu/i }).click()
    await page.getByRole('banner').getByRole('link', { name: 'Books', exact: true }).click()
    await page.getByLabel('Search by title or author').fill(title)
    await page.getByRole('link', { name: '2 copies from ₹180' }).click()
  }
  const restore = await failReads(page, reading)
  const release = await holdResponses(page, reading)
  await open()
  await expect(page.getByText('Loading...').first()).toBeVisible()
  release()
  const prices = page.getByRole('region', { name: heading })
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(prices).toBeHidden()
  restore()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(prices.getByRole('row')).toHaveCount(5)

  const id = page.url().slice(-16)
  const known = (await (await page.request.get(`/api/titles/${id}`)).json()) as {
    usedPrices: { known: object }
  }
  Object.assign(known.usedPrices.known, { sold: 2, soldPrices: [240, 210], prices: 2 })
  await stubResponse(page, reading, { json: known }, 1)
  await open()
  await expect(prices).toContainText('2 copies of this title were sold here, for ₹210 and ₹240.')
  await expect(prices).toContainText('what others got or ask for this title')
  await checkScreen(page, 'page of a title that was sold')
  await stubResponse(page, reading, { json: { ...known, usedPrices: undefined } })
  await open()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(prices).toBeHidden()
})

test('a seller’s own list says what a book should sell for today, where that has changed', async ({
  openPage,
  createAccount,
  createUsedBook,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const [title, other] = [unique('The Guide'), unique('Swami')]
  for (const name of [title, other]) await createUsedBook(seller, { title: name, price: 200 })
  const page = await openPage(seller, phone)
  await visit(page, '/seller/manage-books')
  const priceOf = (name: string) => rowOf(page, name).getByRole('cell').nth(5)
  await expect(priceOf(title)).toHaveText(/^₹\d+\.00asks ₹200$/)
  await page.route('**/api/books/seller/books?*', async (route) => {
    const response = await route.fetch()
    const books = (await response.json()) as { title: string; prediction?: object }[]
    for (const book of books)
      if (book.title === title) book.prediction = { predicted_price: 285, low: 250, high: 320 }
      else delete book.prediction
    await route.fulfill({ response, json: books })
  })
  await visit(page, '/seller/manage-books')
  await expect(priceOf(title)).toHaveText(/^₹\d+\.00today ₹285, mostly ₹250 to ₹320asks ₹200$/)
  await expect(priceOf(other)).toHaveText(/^₹\d+\.00asks ₹200$/)
  await checkScreen(page, 'own books with prices of today')
})
