// The size of the first page that a guest opens, measured by the requests of a browser with an
// empty cache.
import { brotliCompressSync } from 'node:zlib'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, test, unique } from '#e2e/support/fixtures.ts'

const maxScripts = 20
const maxScriptBytes = 150 * 1024
/** Requests that start up to this long after a page is ready still count. */
const countedMs = 2000
const maxExploreBytes = 150 * 1024
/** Files with code that guests never need. */
const signedInCode = /\/(?:forms|live|signed-in|shared|charts|dialog)-/

/** Records the script files that a page requests, with their compressed sizes. */
function recordScripts(page: Page): Map<string, Promise<number>> {
  const sizes = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js'))
      sizes.set(
        pathname,
        response.body().then((body) => brotliCompressSync(body).length),
      )
  })
  return sizes
}

test('public pages load few and small scripts', async ({ openPage, createBook, seller }) => {
  const bookId = await createBook(seller, { title: unique('Statics') })
  const opened: { path: string; page: Page; scripts: ReturnType<typeof recordScripts> }[] = []
  for (const path of ['/', '/books', `/buyer/book/${bookId}`, '/about']) {
    const page = await openPage()
    const scripts = recordScripts(page)
    await visit(page, path)
    opened.push({ path, page, scripts })
  }
  await opened[0]?.page.waitForTimeout(countedMs)
  for (const { path, scripts } of opened) {
    const names = [...scripts.keys()].join(' ')
    const sizes = await Promise.all(scripts.values())
    expect(scripts.size, `${path}: ${names}`).toBeLessThanOrEqual(maxScripts)
    expect(scripts.size, path).toBeGreaterThan(3)
    expect(
      sizes.reduce((sum, size) => sum + size, 0),
      `${path}: ${names}`,
    ).toBeLessThanOrEqual(maxScriptBytes)
    expect(names, path).not.toMatch(signedInCode)
  }
})

test('scripts have a low priority, so that covers come first', async ({
  request,
  createBook,
  seller,
}) => {
  const bookId = await createBook(seller, { title: unique('Optics') })
  for (const path of ['/', '/books', `/buyer/book/${bookId}`]) {
    const html = await (await request.get(path)).text()
    const preloads = html.match(/<link rel="modulepreload"[^>]*>/g) ?? []
    expect(preloads.length, path).toBeGreaterThan(3)
    for (const link of preloads) expect(link, path).toContain(' fetchpriority="low"')
  }
})

test('Explore Books loads lower shelves when they are near', async ({ openAt, request }) => {
  const html = await (await request.get('/books')).text()
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(maxExploreBytes)
  const page = await openAt('/books')
  const main = page.getByRole('main')
  const headings = main.getByRole('heading', { level: 2 })
  const last = main.getByRole('region').last()
  const cards = last.getByRole('article')
  await expect(main.getByRole('article').first()).toBeVisible()
  expect(await headings.count()).toBeGreaterThan(10)
  await expect(cards).toHaveCount(0)
  const pageHeight = () => page.evaluate(() => document.documentElement.scrollHeight)
  const height = await pageHeight()
  // Tab moves the focus from shelf to shelf, and a shelf's books load when it gets the focus.
  const seeAll = last.getByRole('link', { name: /^See all/ })
  await seeAll.focus()
  await expect(cards.first()).toBeVisible()
  await expect(seeAll).toBeFocused()
  expect(Math.abs((await pageHeight()) - height)).toBeLessThan(40)
  await cards.first().scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  await cards.first().getByRole('link').click()
  await expect(page).toHaveURL(/\/buyer\/book\//)
  await page.goBack()
  await expect(cards.first()).toBeInViewport()
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - before)).toBeLessThan(40)
})
