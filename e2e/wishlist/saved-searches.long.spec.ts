// Saved searches: the button on lists, even on empty ones, and the list of saved searches.
import { checkScreen } from '#e2e/accessibility/check-screen.ts'
import { acceptDialogs, visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, password, test, unique } from '#e2e/support/fixtures.ts'
import { failReads, stubResponse } from '#e2e/support/network.ts'
import { id } from '#e2e/support/sample-responses.ts'

const phone = { width: 360, height: 740 }
const searches = /^\/api\/saved\/searches/
const main = (page: Page) => page.getByRole('main')
const quiet = (page: Page) => main(page).getByRole('button', { name: 'Tell me about new copies' })
const prominent = (page: Page) =>
  main(page).getByRole('button', { name: 'Tell me when it comes in' })
const toast = (page: Page, text: string) => page.locator('[data-toast]').filter({ hasText: text })
const rows = (page: Page) =>
  main(page).getByRole('region', { name: 'Searches' }).getByRole('listitem')

test('a search with results is saved', async ({ openPage, createBook, seller, buyer }) => {
  const title = unique('Signals')
  await createBook(seller, { title, price: 250 })
  const page = await openPage(buyer, { viewport: phone })
  await visit(page, '/buyer/dashboard')
  await expect(main(page).getByRole('article').first()).toBeVisible()
  await expect(quiet(page)).toHaveCount(0)
  await visit(page, `/books?search=${encodeURIComponent(title)}&maxPrice=300&sort=price`)
  await expect(main(page).getByRole('article')).toHaveCount(1)
  await expect(prominent(page)).toHaveCount(0)
  await expect(quiet(page)).toHaveAttribute('aria-pressed', 'false')
  // A button has no size while it is being rendered again.
  const height = async () => (await quiet(page).boundingBox())?.height ?? 0
  await expect.poll(height).toBeGreaterThanOrEqual(44)
  await quiet(page).press('Enter')
  await expect(toast(page, 'We’ll tell you about new copies, at most once a day.')).toBeVisible()
  await expect(quiet(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(quiet(page)).toBeFocused()
  await checkScreen(page, 'list of a saved search')
  // This is the same search, but in another order and on the other page.
  await visit(
    page,
    `/buyer/dashboard?maxPrice=300&search=${encodeURIComponent(title.toUpperCase())}`,
  )
  await expect(quiet(page)).toHaveAttribute('aria-pressed', 'true')
  await quiet(page).click()
  await expect(toast(page, 'We won’t tell you about this search any more.')).toBeVisible()
  await expect(quiet(page)).toHaveAttribute('aria-pressed', 'false')
})

test('if nothing was found, a guest is notified of new copies', async ({ openPage, buyer }) => {
  const page = await openPage(undefined, { viewport: phone })
  acceptDialogs(page)
  const words = unique('Zzyxquark')
  await visit(page, `/books?search=${encodeURIComponent(words)}&condition=good`)
  await expect(main(page).getByText('No books found.')).toBeVisible()
  await expect(prominent(page)).toBeVisible()
  await expect(quiet(page)).toBeHidden()
  await checkScreen(page, 'nothing found')
  await prominent(page).click()
  const dialog = page.getByRole('dialog', { name: 'Login as Buyer' })
  await dialog.getByLabel('Email').fill(buyer.email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(toast(page, 'We’ll tell you about new copies')).toBeVisible()
  await expect(page).toHaveURL(/condition=good/)
  await expect(prominent(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(main(page).getByText('We’ll tell you when a copy comes in.')).toBeVisible()
  await visit(page, '/buyer/wishlist')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(`“${words}”`)
  await expect(rows(page)).toContainText('Good')
  await expect(rows(page)).toContainText('Nothing new since')
})

test('a position is stored as a PIN code only', async ({ openPage, buyer }) => {
  const page = await openPage(buyer, { viewport: phone })
  await visit(page, '/books?near=411038&within=5')
  await expect(main(page).getByText('For books near 411038.')).toBeVisible()
  await visit(page, '/books?near=18.51,73.82&within=5&bookType=old')
  await expect(
    main(page).getByText('For books near you. Only your PIN code is saved.'),
  ).toBeVisible()
  await checkScreen(page, 'a search by distance')
  await quiet(page).or(prominent(page)).click()
  await expect(quiet(page).or(prominent(page))).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/near=4\d{5}&within=5&bookType=old/)
  await page.reload()
  await expect(quiet(page).or(prominent(page))).toHaveAttribute('aria-pressed', 'true')
  await visit(page, '/buyer/wishlist')
  await expect(rows(page)).toContainText(/Within 5 km of 4\d{5}/)
  await expect(rows(page).getByRole('link')).toHaveAttribute('href', /near=4\d{5}&/)
})

test('the list of searches, a removal and Undo', async ({ openPage, buyer }) => {
  const page = await openPage(buyer, { viewport: phone })
  await visit(page, '/buyer/wishlist')
  await expect(main(page).getByText('None yet.')).toBeVisible()
  const found = {
    _id: id(1),
    filters: { search: 'hc verma', class: '11', city: 'Pune, Maharashtra', maxPrice: '200' },
    savedAt: '2026-07-01T10:00:00.000Z',
    foundAt: '2026-07-14T10:00:00.000Z',
    newCopies: 3,
  }
  const others = Array.from({ length: 8 }, (_, n) => ({
    _id: id(n + 2),
    filters: { branch: 'Science', exam: 'jee', condition: n % 2 === 0 ? 'good' : 'new' },
    savedAt: '2026-07-01T10:00:00.000Z',
    newCopies: n === 0 ? 100 : 0,
  }))
  const stubSearches = (json: object[]) =>
    stubResponse(page, { path: searches, method: 'GET' }, { json })
  await stubSearches([found, ...others])
  await page.reload()
  await expect(rows(page)).toHaveCount(6)
  await expect(rows(page).first()).toContainText('“hc verma”')
  await expect(rows(page).first()).toContainText('In Pune · Class 11 · Up to ₹200')
  await expect(rows(page).first()).toContainText('3 new')
  await expect(rows(page).first()).toContainText('Last new copy on')
  await expect(rows(page).nth(1)).toContainText('99+ new')
  await checkScreen(page, 'saved searches')
  await main(page).getByRole('button', { name: 'Show 3 more' }).click()
  await expect(rows(page)).toHaveCount(9)
  await stubSearches(others)
  await rows(page)
    .first()
    .getByRole('button', {
      name: 'Remove “hc verma”, In Pune, Class 11, Up to ₹200 from saved searches',
    })
    .click()
  await expect(rows(page)).toHaveCount(8)
  await stubSearches([found, ...others])
  const restored = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Undo' }).click()
  expect((await restored).postDataJSON()).toEqual(found.filters)
  await expect(rows(page)).toHaveCount(9)
  const opened = page.waitForRequest(/\/opened$/)
  await rows(page).first().getByRole('link', { name: '“hc verma”' }).click()
  await expect(page).toHaveURL(/\/buyer\/dashboard\?search=hc\+verma&.*sort=newest$/)
  expect((await opened).url()).toContain(id(1))
})

test('saved searches that can’t be loaded', async ({ openPage, buyer }) => {
  const page = await openPage(buyer, { viewport: phone })
  const restore = await failReads(page, { path: searches })
  await visit(page, '/buyer/wishlist')
  const failed = main(page).getByText('Failed to load saved searches. Please try again.')
  await expect(failed).toBeVisible()
  await expect(main(page).getByText('Nothing saved yet')).toBeVisible()
  restore()
  const retry = main(page).getByRole('button', { name: 'Retry' })
  // The page may read them again by itself just before the click.
  await retry.click({ timeout: 5000 }).catch(() => expect(retry).toBeHidden())
  await expect(main(page).getByText('None yet.')).toBeVisible()
})
