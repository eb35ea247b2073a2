// The admin's page about how accurate price predictions were.

import { checkScreen, onDesktop } from '#e2e/accessibility/check-screen.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { failReads, holdResponses, stubResponse } from '#e2e/support/network.ts'

const reading = { path: /admin\/pricing$/ }
const headings = [
  'Predicted and actual',
  'How far off predictions were',
  'How much knowing the title helps',
  'Price levels day by day',
  'Price levels',
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
    {
      month: '2026-01',
      sales: 8,
      taken: 1,
      medianError: 0.0456,
      titles: { sales: 6, without: 0.0812, knowing: 0.0345 },
    },
    { month: '2026-03', sales: 1, taken: 1, titles: { sales: 1, without: 0.05, knowing: 0.06 } },
  ],
  sales: [
    { ...sale, actual: 380.16, taken: true },
    { ...sale, actual: 380, taken: false },
    { ...sale, actual: 437.5, taken: false },
  ],
}

test('loading, error, and the sections of the page', async ({ openPage, admin }) => {
  const page = await openPage(admin, onDesktop)
  const restore = await failReads(page, reading)
  const release = await holdResponses(page, reading)
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
    page.getByRole('table', { name: 'Price levels day by day' }).getByRole('row').first(),
  ).toContainText('The whole market')
  await expect(
    page.getByRole('table', { name: 'Price levels by branch' }).getByRole('row'),
  ).not.toHaveCount(1)
  await checkScreen(page, 'prices')
})

test('the figures as text, and the axes of the charts', async ({ openPage, admin }) => {
  const page = await openPage(admin)
  await stubResponse(page, reading, { json: report })
  await visit(page, '/admin/prices')
  // A level with a single day has a point, whatever the name of its branch.
  const factors = page
    .getByRole('figure')
    .filter({ has: page.getByRole('table', { name: 'Price levels day by day' }) })
  await expect(factors.locator('circle')).toHaveCount(report.factors.length)
  await expect(
    page.getByRole('table', { name: 'Median error by month' }).getByRole('row'),
  ).toHaveText([
    'Jan 20268 sales, 1 at the predicted price; of the others, half were off by 4.6 % or less',
    'Mar 20261 sale, 1 at the predicted price',
  ])
  const titles = page.getByRole('region', { name: 'How much knowing the title helps' })
  await expect(titles.getByRole('table').getByRole('row')).toHaveText([
    'Jan 20266 sales: typically 3.5 % off knowing the title, 8.1 % without it',
    'Mar 20261 sale: 6 % off knowing the title, 5 % without it',
  ])
  // Two shapes of dots, hollow where there were few sales; the legend doesn't go by colour alone.
  for (const shape of ['circle', 'rect[width="7"]']) {
    const dots = titles.locator(`.recharts-line ${shape}, .recharts-layer > ${shape}`)
    await expect(dots).toHaveCount(2)
    await expect(dots.last()).toHaveAttribute('fill', 'var(--surface)')
    await expect(dots.first()).not.toHaveAttribute('fill', 'var(--surface)')
  }
  await expect(titles.getByText('Without the title').last()).toBeVisible()
  const rows = page
    .getByRole('table', { name: 'Sales with their predicted prices' })
    .getByRole('row')
  await expect(rows.nth(1)).toContainText('₹380.16₹380.16as predicted')
  await expect(rows.nth(2)).toContainText('₹380.16₹380almost as predicted')
  await expect(rows.nth(3)).toContainText('₹380.16₹437.50+15 %')
  await expect(page.getByText('3 sales, the newest first.')).toBeVisible()
  await expect(page.getByText('Assumed at first: 87 %')).toBeVisible()
  // Months without sales are shown, both axes have titles, and no tick is repeated.
  const axes = (title: string) =>
    page.getByRole('region', { name: title }).locator('.recharts-wrapper text')
  await expect(axes('How far off predictions were').filter({ hasText: 'Feb 2026' })).toBeVisible()
  for (const [chart, one, other] of [
    ['Predicted and actual', 'Predicted', 'Sold for'],
    ['How far off predictions were', 'Month of the order', 'Typical error'],
    ['How much knowing the title helps', 'Month of the order', 'Typical error'],
    ['Price levels day by day', 'Day', 'Price level'],
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
  await expect(page.getByText('No price level has been calculated yet.')).toHaveCount(2)
  await expect(
    page.getByText('No figures yet: they need a title that is sold a second time.'),
  ).toBeVisible()
})

test('on a phone, and with an older server that doesn’t compare titles', async ({
  openPage,
  admin,
}) => {
  const page = await openPage(admin, { viewport: { width: 360, height: 740 } })
  await stubResponse(page, reading, { json: report }, 1)
  await visit(page, '/admin/prices')
  const titles = page.getByRole('region', { name: 'How much knowing the title helps' })
  await expect(titles.locator('.recharts-wrapper')).toBeVisible()
  await checkScreen(page, 'prices with titles')
  const months = report.months.map(({ titles: _, ...month }) => month)
  await stubResponse(page, reading, { json: { ...report, months } })
  await visit(page, '/admin/prices')
  await expect(titles).toContainText('No figures yet')
  await expect(
    page.getByRole('region', { name: 'How far off predictions were' }).getByRole('table'),
  ).toBeAttached()
})
