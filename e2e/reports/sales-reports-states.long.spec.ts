import { visit } from '#e2e/support/browser-page.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { failRequests, holdResponses } from '#e2e/support/network.ts'

const reportRequest = { path: /^\/api\/seller\/reports\// }

test('loading, error, retry, empty', async ({ openPage, sharedAccounts }) => {
  const page = await openPage(sharedAccounts.seller)
  const restore = await failRequests(page, reportRequest)
  const release = await holdResponses(page, reportRequest)
  await visit(page, '/seller/reports')
  await expect(page.getByText('Loading...').first()).toBeAttached()
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeDisabled()
  release()
  await expect(page.getByRole('alert')).toContainText('⚠️ Error fetching reports.')
  restore()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No sales data available.')).toHaveCount(2)
  await expect(page.getByText('No orders found.')).toBeVisible()
})

test('a failed report has one Retry button', async ({ openPage, sharedAccounts }) => {
  const page = await openPage(sharedAccounts.seller)
  await failRequests(page, { path: /^\/api\/seller\/reports/ })
  await visit(page, '/seller/reports')
  await expect(page.getByRole('alert')).toContainText('Error fetching reports.')
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(1)
})
