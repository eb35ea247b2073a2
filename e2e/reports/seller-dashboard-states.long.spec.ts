import { visit } from '#e2e/support/browser-page.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { blockLiveConnection, failReads, holdResponses } from '#e2e/support/network.ts'
import { figure } from './dashboard-page.ts'

const dashboardRequest = { path: /^\/api\/dashboard\/seller\// }

test('loading, error, retry, empty', async ({ openPage, sharedAccounts }) => {
  const page = await openPage(sharedAccounts.seller)
  await blockLiveConnection(page)
  const restore = await failReads(page, dashboardRequest)
  const release = await holdResponses(page, dashboardRequest)
  await visit(page, '/seller/dashboard')
  await expect(page.getByText('Loading sales data...')).toBeVisible()
  release()
  await expect(page.getByRole('alert')).toContainText('Error loading stats')
  await expect(figure(page, 'Total Sales')).toHaveText('0')
  await expect(figure(page, 'Total Revenue')).toHaveText('₹0')
  await expect(page.getByText('No sales data available.')).toBeVisible()
  await expect(page.getByText('No recent orders found.')).toBeVisible()
  await expect(page.getByText('Could not load.')).toHaveCount(3)
  restore()
  await page.getByRole('button', { name: 'Retry' }).first().click()
  await expect(page.getByRole('alert')).toBeHidden()
  await page.reload()
  await expect(page.getByText('No sales data available.')).toBeVisible()
  await expect(page.getByText('Could not load.')).toHaveCount(0)
})
