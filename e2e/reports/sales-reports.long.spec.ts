import { readFile } from 'node:fs/promises'
import { checkScreen } from '#e2e/accessibility/check-screen.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, onPhone, test, unique } from '#e2e/support/fixtures.ts'

test('figures and charts, the date range and the CSV file', async ({
  openAt,
  orderBook,
  setOrderStatus,
  seller,
  buyer,
}) => {
  const title = unique('=Fluid Mechanics, Vol 1')
  const completed = await orderBook(seller, buyer, { title, price: 450 })
  await setOrderStatus(seller, completed, 'Delivered')
  await orderBook(seller, buyer, { title: unique('Surveying'), price: 300 })
  const cancelled = await orderBook(seller, buyer, { title: unique('Topology'), price: 999 })
  await setOrderStatus(seller, cancelled, 'Cancelled')
  const page = await openAt('/seller/dashboard', seller)
  await page.getByRole('link', { name: 'View Reports' }).click()
  await expect(page).toHaveURL('/seller/reports')
  await expect(page.getByLabel('Date range').getByRole('option')).toHaveText([
    /^Daily/,
    /^Weekly/,
    /^Monthly/,
    /^Yearly/,
  ])
  await expect(page.getByLabel('Date range')).toHaveValue('monthly')
  const lines = page.getByRole('main').locator('dl > div')
  await expect(lines.filter({ hasText: 'Received' })).toContainText(/₹450.*1 order/)
  await expect(lines.filter({ hasText: 'Waiting for the buyer' })).toContainText(/₹300.*1 order/)
  await expect(page.getByRole('region', { name: 'Unsold books' })).toContainText(
    'No books unsold for 30 days.',
  )
  const summary = page.getByRole('table', { name: 'Orders' })
  await expect(summary.getByRole('row', { name: 'Completed 1' })).toBeAttached()
  await expect(summary.getByRole('row', { name: 'Pending 1' })).toBeAttached()
  await expect(summary.getByRole('row', { name: 'Cancelled 1' })).toBeAttached()
  // Completed orders are green, pending ones yellow, and cancelled ones red, like the sales.
  const sectors = page
    .getByRole('region', { name: 'Order summary' })
    .locator('.recharts-pie-sector path')
  await expect(sectors).toHaveCount(3)
  for (const [place, colour] of ['#3f9d6b', '#d9a821', '#d14a3e'].entries())
    await expect(sectors.nth(place)).toHaveAttribute('fill', colour)
  await expect(
    page.getByRole('region', { name: 'Sales', exact: true }).locator('.recharts-area-area'),
  ).toHaveAttribute('fill', '#d14a3e')
  await expect(page.getByRole('table', { name: 'Sales' }).getByRole('row')).toHaveCount(12)
  await expect(page.getByRole('table', { name: 'Sales' }).getByRole('row').last()).toContainText(
    '₹750',
  )
  await expect(
    page.getByRole('region', { name: 'Best sellers' }).getByRole('row').filter({ hasText: title }),
  ).toContainText('₹450')

  await page.getByLabel('Date range').selectOption('daily')
  await expect(page).toHaveURL('/seller/reports?range=daily')
  await expect(page.getByRole('table', { name: 'Sales' }).getByRole('row')).toHaveCount(30)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Report' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('dobara-report-daily.csv')
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain('\uFEFFPart,Name,Count,Amount (₹)\r\n')
  // The title is quoted, so that no spreadsheet runs it as a formula.
  expect(text).toContain(`Best sellers,"'${title}",1,450`)
})

test('a file with the orders of a financial year, and books of an age', async ({
  openPage,
  orderBook,
  createBook,
  seller,
  buyer,
}) => {
  const title = unique('गोदान, "भाग" १')
  await createBook(seller, { title: unique('Unsold') })
  const page = await openPage(seller, onPhone)
  await visit(page, '/seller/reports')
  const dialog = page.getByRole('dialog', { name: 'Export orders' })
  await page.getByRole('button', { name: 'Export orders' }).click()
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect(page.getByText(/^You had no orders in \d{4}-\d\d\.$/)).toBeVisible()
  await checkScreen(page, 'choosing a period')

  await orderBook(seller, buyer, { title, price: 450 })
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^dobara-orders-financial-year-\d{4}-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.startsWith('\uFEFFOrdered on,')).toBe(true)
  expect(text).toContain(`"${title.replaceAll('"', '""')}"`)
  await expect(dialog).toBeHidden()

  await visit(page, '/seller/manage-books?state=for-sale&minDays=30&maxDays=90')
  const age = page.getByRole('button', { name: '30 to 90 days old' })
  await expect(age).toHaveAttribute('aria-pressed', 'true')
  const olderThan90 = page.getByRole('button', { name: 'Older than 90 days' })
  await expect(olderThan90).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByText('No books found.')).toBeVisible()
  await olderThan90.click()
  await expect(page).toHaveURL('/seller/manage-books?state=for-sale&minDays=90')
  await expect(age).toBeHidden()
  await olderThan90.click()
  await expect(page.getByText('1 book', { exact: true })).toBeVisible()
})
