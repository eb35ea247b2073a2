import type { Locator } from '@playwright/test'
import { expect, type Page, test, unique } from '#e2e/support/fixtures.ts'

const figure = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')

async function expectChart(chart: Locator): Promise<void> {
  await expect(chart.getByRole('row', { name: 'Sales (₹) ₹520' })).toBeAttached()
  await expect(chart.getByRole('row', { name: 'Orders 2' })).toBeAttached()
  for (const axis of ['Category', 'Sales (₹)', 'Orders'])
    await expect(chart.locator('svg').getByText(axis, { exact: true }).first()).toBeVisible()
  const bars = chart.locator('.recharts-bar')
  await expect(bars.nth(0).locator('path'), 'sales are red').toHaveAttribute('fill', '#d14a3e')
  await expect(bars.nth(1).locator('path'), 'orders are blue').toHaveAttribute('fill', '#3f7fc4')
}

test('the figures, the chart and the recent orders agree', async ({
  openAt,
  orderBook,
  setOrderStatus,
  seller,
  buyer,
}) => {
  const title = unique('Power Electronics')
  const sold = await orderBook(seller, buyer, { title, price: 450 })
  await setOrderStatus(seller, sold, 'Delivered')
  await orderBook(seller, buyer, { title: unique('Control'), price: 300, rentPrice: 10 }, 7)
  const page = await openAt('/seller/dashboard', seller)
  for (const [name, value] of [
    ['Total Sales', '2'],
    ['Total Revenue', '₹520'],
    ['Books Sold', '1'],
    ['Books Listed', '2'],
  ] as const)
    await expect(figure(page, name)).toHaveText(value)
  await expectChart(page.getByRole('figure', { name: 'Sales Performance' }))
  const table = page.getByRole('region', { name: 'Recent orders' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Book',
    'Order Type',
    'Buyer',
    'Price',
    'Status',
  ])
  await expect(table.getByRole('row').filter({ hasText: title })).toContainText(
    /Purchase.*Asha Patil.*₹450.*Delivered/,
  )
  await expect(table.getByRole('row').nth(1)).toContainText(/Rent.*₹70.*Pending/)
  await page.getByRole('link', { name: 'View Orders' }).click()
  await expect(page).toHaveURL('/seller/orders')
  await page.goBack()
  await page.getByRole('main').getByRole('button', { name: 'Add Book' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Book' })).toBeVisible()
})
