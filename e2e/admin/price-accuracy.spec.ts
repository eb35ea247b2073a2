// The admin's page about how accurate price predictions were.

import { checkScreen, onDesktop } from '#e2e/accessibility/check-screen.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { failRequests, holdResponses, stubResponse } from '#e2e/support/network.ts'

const reading = { path: /admin\/pricing$/ }
const headings = [
  'Predicted and actual',
  'Error over time',
  'Path of the factors',
  'Market factors',
  'Latest sales',
]
const sale = {
  title: 'Optics',
  branch: 'Science',
  seller: 'Ravi Kumar',
  predicted: 380.16,
  soldAt: '2026-03-03T10:00:00.000Z',
}
const path = [{ day: '2026-03-03', factor: 0.87 }]
const report = {
  assumed: 0.87,
  factors: [
    { factor: 0.869, sales: 24, sellers: 11, path },
    { branch: 'B.Sc. (Hons.)', factor: 0.88, sales: 1, sellers: 1, path },
  ],
  months: [
    { month: '2026-01', sales: 3, taken: 1, medianError: 0.0456 },
    { month: '2026-03', sales: 1, taken: 1 },
  ],
  sales: [
    { ...sale, actual: 380.16, taken: true },
    { ...sale, actual: 380, taken: false },
    { ...sale, actual: 437.5, taken: false },
  ],
}

test('loading, error, and the sections of the page', async ({ openPage, admin }) => {
  const page = await openPage(admin, onDesktop)
  const release = await holdResponses(page, reading)
  const restore = await failRequests(page, reading)
  await visit(page, '/admin/prices')
  for (const name of headings)
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  release()
  await expect(page.getByText('Could not load.')).toBeVisible()
  restore()
  await page.getByRole('button', { name: 'Retry' }).click()
  for (const name of headings)
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(
    page.getByRole('table', { name: 'Path of the factors' }).getByRole('row').first(),
  ).toContainText('The whole market')
  await expect(
    page.getByRole('table', { name: 'Factors by branch' }).getByRole('row'),
  ).not.toHaveCount(1)
  await checkScreen(page, 'prices')
})

test('the figures as text, and the axes of the charts', async ({ openPage, admin }) => {
  const page = await openPage(admin)
  await stubResponse(page, reading, { json: report })
  await visit(page, '/admin/prices')
  // A factor with a single day has a point, whatever the name of its branch.
  const factors = page
    .getByRole('figure')
    .filter({ has: page.getByRole('table', { name: 'Path of the factors' }) })
  await expect(factors.locator('circle')).toHaveCount(report.factors.length)
  await expect(
    page.getByRole('table', { name: 'Median error by month' }).getByRole('row'),
  ).toHaveText([
    'Jan 20263 sales, 1 at the predicted price; of the others, half were off by 4.6 % or less',
    'Mar 20261 sale, 1 at the predicted price',
  ])
  const rows = page
    .getByRole('table', { name: 'Sales with their predicted prices' })
    .getByRole('row')
  await expect(rows.nth(1)).toContainText('₹380.16₹380.16as predicted')
  await expect(rows.nth(2)).toContainText('₹380.16₹380almost as predicted')
  await expect(rows.nth(3)).toContainText('₹380.16₹437.50+15 %')
  await expect(page.getByText('3 sales, the newest first.')).toBeVisible()
  await expect(page.getByText('Assumed at first: 0.87')).toBeVisible()
  // Months without sales are shown, both axes have titles, and no tick is repeated.
  const axes = (title: string) =>
    page.getByRole('region', { name: title }).locator('.recharts-wrapper text')
  await expect(axes('Error over time').filter({ hasText: 'Feb 2026' })).toBeVisible()
  for (const [chart, one, other] of [
    ['Predicted and actual', 'Predicted', 'Sold for'],
    ['Error over time', 'Month of the order', 'Typical error'],
    ['Path of the factors', 'Day', 'Factor'],
  ] as const) {
    await expect(axes(chart).filter({ hasText: one }).first()).toBeVisible()
    await expect(axes(chart).filter({ hasText: other }).first()).toBeVisible()
    const ticks = await page
      .getByRole('region', { name: chart })
      .locator('.recharts-yAxis-tick-labels text')
      .allTextContents()
    expect(ticks.length).toBeGreaterThan(2)
    expect(new Set(ticks).size).toBe(ticks.length)
  }
})

test('a market without sales says so in each section', async ({ openPage, admin }) => {
  const page = await openPage(admin)
  await stubResponse(page, reading, { json: { assumed: 0.87, factors: [], months: [], sales: [] } })
  await visit(page, '/admin/prices')
  await expect(
    page.getByText('No old book with a predicted price was delivered in the last year.'),
  ).toHaveCount(3)
  await expect(page.getByText('No factor has been calculated yet.')).toHaveCount(2)
})
