// Tests that pages fit into the window and onto printed paper.
import { visit } from '#e2e/support/browser-page.ts'
import { type Account, expect, type Page, test, unique } from '#e2e/support/fixtures.ts'

/** Returns how far the table exceeds its container, in px, and the cells that overflow. */
const overflow = (page: Page) =>
  page.getByRole('table').evaluate((table) => {
    const box = table.parentElement as HTMLElement
    const cells = [...table.querySelectorAll<HTMLElement>('th, td')]
    const tight = cells
      .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
      .map((cell) => cell.innerText)
    return { beyond: box.scrollWidth - box.clientWidth, tight }
  })

// In a window of 1280 px, a visible scrollbar leaves 1265 px for the page.
const widths = [1265, 1440, 768, 360]

async function expectTableFits(page: Page, path: string, sizes = widths): Promise<void> {
  await visit(page, path)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  for (const width of sizes) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .poll(() => overflow(page), `${path} at ${width} px`)
      .toEqual({ beyond: 0, tight: [] })
  }
}

test.describe('tables fit every window width', () => {
  const wideTest = test.extend<{ seller: Account }>({
    seller: async ({ createAccount, orderBook, setOrderStatus }, use) => {
      const seller = await createAccount('seller', 'Padmanabhan Subramanian')
      const buyer = await createAccount('buyer', 'Karthik Venkataraghavan')
      const title = unique('Introductory Macroeconomics')
      const book = { title, price: 99_999.99, rentPrice: 1234.5 }
      const order = await orderBook(seller, buyer, book, 30)
      await setOrderStatus(seller, order, 'Delivered')
      await use(seller)
    },
  })

  wideTest('of a seller', async ({ openPage, seller }) => {
    const page = await openPage(seller)
    // On narrower screens the books aren't in a table.
    await expectTableFits(page, '/seller/manage-books', [1265, 1440])
    await expectTableFits(page, '/seller/orders')
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await expect(page.getByRole('button', { name: 'Mark returned' })).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('columnheader').last()).toHaveText('Ordered On')
    }
  })

  wideTest('of an admin', async ({ openPage, admin, seller: _ }) => {
    const page = await openPage(admin)
    // The newest rows are from the tests. The searches find the demo market's accounts and books.
    for (const path of [...['orders', 'books', 'sellers', 'buyers'], 'books?search=Competitive'])
      await expectTableFits(page, `/admin/${path}`)
  })
})

test('a printed report is as wide as paper', async ({ openAt, orderBook, seller, buyer }) => {
  await orderBook(seller, buyer, { title: unique('Statics') })
  // A4, in portrait.
  const page = await openAt('/seller/reports', seller, { viewport: { width: 794, height: 900 } })
  await expect(page.getByRole('table', { name: 'Best sellers' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const box = await page.getByRole('region', { name: 'Sales', exact: true }).boundingBox()
  expect(box?.width).toBeGreaterThan(794 * 0.9)
})

const readColours = (page: Page) =>
  page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body)
    const { colorScheme } = getComputedStyle(document.documentElement)
    return { backgroundColor, color, colorScheme }
  })

test('a page in the dark theme prints in light colours', async ({ openAt }) => {
  const page = await openAt('/about', undefined, { colorScheme: 'light' })
  const light = await readColours(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect((await readColours(page)).backgroundColor).not.toBe(light.backgroundColor)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await readColours(page)).toEqual({ ...light, colorScheme: 'light' })
})
