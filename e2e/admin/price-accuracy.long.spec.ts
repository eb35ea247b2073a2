// The admin's page about how accurate price predictions were.

import { checkScreen, onDesktop } from '#e2e/accessibility/check-screen.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { failReads, stubResponse } from '#e2e/support/network.ts'

const reading = { path: /admin\/pricing$/ }
const sale = {
  _id: '01990000-0000-7000-8000-000000000001',
  title: 'Optics',
  branch: 'Science',
  seller: 'Ravi Kumar',
  predicted: 380,
  soldAt: '2026-03-03T10:00:00.000Z',
}
const report = {
  level: { assumed: 0.87, factor: 0.853, sales: 24 },
  medianError: 0.0456,
  sales: [
    { ...sale, actual: 380, taken: true },
    { ...sale, _id: '01990000-0000-7000-8000-000000000002', actual: 437, taken: false },
  ],
}

test('error, retry, and the sales of the market', async ({ openPage, admin }) => {
  const page = await openPage(admin, onDesktop)
  const restore = await failReads(page, reading)
  await visit(page, '/admin/prices')
  await expect(page.getByText('Could not load.')).toBeVisible()
  restore()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText(/^Median error of predictions/)).toBeVisible()
  await checkScreen(page, 'prices')
})

test('each sale is shown with its prediction, also on a phone', async ({ openPage, admin }) => {
  const page = await openPage(admin, { viewport: { width: 360, height: 740 } })
  await stubResponse(page, reading, { json: report })
  await visit(page, '/admin/prices')
  const rows = page
    .getByRole('table', { name: 'Sales with their predicted prices' })
    .getByRole('row')
  await expect(rows.nth(1)).toContainText('as predicted')
  await expect(rows.nth(2)).toContainText('+15 %')
  await expect(
    page.getByText(
      'Median error of predictions, when sellers set their own price: 4.6 %. Price level: 85.3 % of prices abroad, learned from 24 sales; 87 % at first.',
    ),
  ).toBeVisible()
  await checkScreen(page, 'prices on a phone')
})

test('a market without sales says so', async ({ openPage, admin }) => {
  const page = await openPage(admin)
  const level = { assumed: 0.87, factor: 0.87, sales: 0 }
  await stubResponse(page, reading, { json: { level, sales: [] } })
  await visit(page, '/admin/prices')
  await expect(
    page.getByText('No used book with a predicted price was sold in the last year.'),
  ).toBeVisible()
})
