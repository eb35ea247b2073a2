// Saved books: a heart on cards and on the book's page, and the list of saved books.
import { checkScreen, phone } from '#e2e/accessibility/check-screen.ts'
import { createSellerIn } from '#e2e/explore/create-seller-in.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { authHeader, expect, type Page, password, test, unique } from '#e2e/support/fixtures.ts'
import { failRequests, recordCalls } from '#e2e/support/network.ts'

const heart = (page: Page, title: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^Saved? ${title}$`) })
const search = (page: Page, title: string) =>
  visit(page, `/books?search=${encodeURIComponent(title)}`)

test('hearts on cards and pages', async ({ openPage, createBook, request, seller, buyer }) => {
  const title = unique('Signals')
  const id = await createBook(seller, { title })
  const page = await openPage(buyer, { viewport: phone })
  await search(page, title)
  const onCard = heart(page, title).first()
  await expect(onCard).toHaveAttribute('aria-pressed', 'false')
  const box = await onCard.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await onCard.click()
  await expect(onCard).toHaveAttribute('aria-pressed', 'true')
  await expect(onCard).toHaveAccessibleName(`Saved ${title}`)
  expect(page.url()).toContain('/books?search=')
  expect(await onCard.boundingBox()).toEqual(box)
  await checkScreen(page, 'cards with hearts')
  await visit(page, `/buyer/book/${id}`)
  const onPage = heart(page, title)
  await expect(onPage).toHaveAttribute('aria-pressed', 'true')
  // The heart is pressed three times by keyboard, and the last press counts.
  let answered = 0
  page.on('response', (response) => {
    if (response.url().endsWith(`/api/saved/${id}`)) answered++
  })
  await onPage.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await expect(onPage).toHaveAttribute('aria-pressed', 'false')
  // A reload would cancel requests that are still being sent.
  await expect.poll(() => answered).toBe(3)
  const saved = await request.get('/api/saved/ids', { headers: authHeader(buyer) })
  expect(await saved.json()).toEqual({ ids: [] })
  await page.reload()
  await expect(onPage).toHaveAttribute('aria-pressed', 'false')
  await checkScreen(page, 'page of a book with a heart')
})

test('a guest logs in, and the book is saved', async ({ openPage, createBook, seller, buyer }) => {
  const title = unique('Signals')
  await createBook(seller, { title })
  const page = await openPage(undefined, { viewport: phone })
  page.on('dialog', (dialog) => void dialog.accept())
  await search(page, title)
  await heart(page, title).first().click()
  const dialog = page.getByRole('dialog', { name: 'Login as Buyer' })
  await dialog.getByLabel('Email').fill(buyer.email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('The book is saved.')).toBeVisible()
  await expect(page).toHaveURL(/\/books\?search=/)
  await expect(heart(page, title).first()).toHaveAttribute('aria-pressed', 'true')
})

test('sellers see no heart', async ({ openPage, sharedAccounts, createBook, seller }) => {
  const title = unique('Signals')
  const id = await createBook(seller, { title })
  const page = await openPage(sharedAccounts.seller)
  const calls = recordCalls(page)
  await search(page, title)
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(heart(page, title)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Tell me about new copies' })).toHaveCount(0)
  expect(calls.filter((call) => call.includes('/saved'))).toEqual([])
  const html = await (await page.request.get(`/buyer/book/${id}`)).text()
  expect(html.includes(`Save ${title}`)).toBe(false)
})

test('the list of saved books, a removal and Undo', async ({
  openAt,
  createAccount,
  createBook,
  post,
  put,
  request,
  buyer,
}) => {
  const words = 'A History of the Mathematics of Ancient India with Exercises'
  const [cheaper, gone] = [unique(words), unique('Hydraulics')]
  const seller = await createSellerIn(post, '411038')
  const [first, second] = [
    await createBook(seller, { title: cheaper, price: 250 }),
    await createBook(seller, { title: gone, price: 300 }),
  ]
  await createBook(await createAccount('seller', 'Meera Joshi'), { title: gone, price: 120 })
  const page = await openAt('/buyer/wishlist', buyer, { viewport: phone })
  await expect(page.getByText('Nothing saved yet')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Explore Books' })).toBeVisible()
  await checkScreen(page, 'no saved books')
  for (const id of [first, second]) await put(`/saved/${id}`, {}, buyer)
  await put(`/books/seller/books/${first}`, { price: 200 }, seller)
  await request.delete(`/api/books/seller/books/${second}`, { headers: authHeader(seller) })
  await page.reload()
  const rows = page.getByRole('main').getByRole('article')
  await expect(rows.getByRole('heading')).toHaveText([gone, cheaper])
  await expect(rows.nth(0)).toContainText('No longer offered')
  await expect(rows.nth(1)).toContainText('₹200')
  await expect(rows.nth(1)).toContainText('₹50 less than when you saved it')
  await expect(rows.nth(1)).toContainText('Kothrud, Pune')
  await checkScreen(page, 'saved books')
  await rows
    .nth(1)
    .getByRole('button', { name: `Remove ${cheaper} from saved books` })
    .click()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows.nth(1)).toContainText('₹50 less than when you saved it')
  await rows.nth(0).getByRole('link', { name: '1 other copy from ₹120' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(gone)
  await page.goBack()
  const restore = await failRequests(page, { path: /^\/api\/saved\/[0-9a-f-]+$/ })
  await rows
    .nth(0)
    .getByRole('button', { name: /^Remove / })
    .click()
  await expect(
    page.locator('[data-toast]').filter({ hasText: /can’t|wrong|still saved/ }),
  ).toBeVisible()
  await expect(rows).toHaveCount(2)
  await restore()
})
