// Pages whose read is slow, then fails, and is then repeated with the Retry button.
import { adminLists } from '#e2e/admin/admin-pages.ts'
import { loadingStatus, visit, visitWithFailure } from '#e2e/support/browser-page.ts'
import { expect, type Page, test } from '#e2e/support/fixtures.ts'
import { stubResponse } from '#e2e/support/network.ts'
import { id } from '#e2e/support/sample-responses.ts'

type FailingRead = {
  page: string
  read: RegExp
  /** The text while the page loads, unless it is 'Loading...'. */
  loading?: string
  failed: string
  loaded: string
  /** The stubbed response after Retry. If it is missing, the server responds. */
  json?: unknown
}

async function expectStates(page: Page, path: string, state: FailingRead): Promise<void> {
  const { read, loading, failed, loaded, json } = state
  const filter = { path: read, method: 'GET' } as const
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const isLoading = loading === undefined ? loadingStatus(page) : page.getByText(loading)
  const restore = await visitWithFailure(page, path, filter, isLoading)
  await expect(page.getByText(failed).first()).toBeVisible()
  const retry = page.getByRole('main').getByRole('button', { name: 'Retry' })
  await expect(retry).toHaveCount(1)
  if (!besideEmptyText.includes(failed))
    await expect(page.getByText(loaded, { exact: true })).toHaveCount(0)
  restore()
  if (json !== undefined) await stubResponse(page, filter, { json })
  await retry.click()
  await expect(page.getByText(loaded).first()).toBeVisible()
  await expect(retry).toHaveCount(0)
}

const tableFailed = 'Could not load.'
const reportsFailed = 'Error fetching reports.'
/** The specification has these screens fall back to empty. */
const besideEmptyText = [tableFailed, reportsFailed]
const ordersFailed = 'Failed to load orders. Please try again.'
const chatsFailed = 'Could not load your chats.'
const problemFailed = 'Failed to load the problem. Please try again.'
const blockedFailed = 'Failed to load these orders. Please try again.'
const noPrices = { level: { assumed: 0.87, factor: 0.87, sales: 0 }, sales: [] }
const noSales = 'No used book with a predicted price was sold in the last year.'
const noActions = 'Nothing has been blocked, unblocked or deleted yet.'

/** A row of the tables below. `more` has the fields that only some rows need. */
const row = (
  page: string,
  read: RegExp,
  failed: string,
  loaded: string,
  more: Pick<FailingRead, 'loading' | 'json'> = {},
): FailingRead => ({ page, read, failed, loaded, ...more })

const pages = {
  buyer: [
    row('orders', /\/orders\/buyer\//, ordersFailed, 'No orders found.', {
      loading: 'Loading orders...',
    }),
    row('chats', /^\/api\/chats$/, chatsFailed, 'No active chats.'),
    row('exchanges', /\/exchanges$/, 'Failed to load swaps.', 'No swaps yet.', {
      loading: 'Loading swaps...',
    }),
    row('wishlist', /\/wants$/, 'Failed to load wanted titles.', 'Your wishlist is empty.', {
      loading: 'Loading your wishlist...',
    }),
    row(`orders/${id(1)}/problem`, /\/problem$/, problemFailed, 'Order not found.'),
  ],
  seller: [
    row('orders', /\/orders\/seller\//, tableFailed, 'No orders found.'),
    row('chats', /^\/api\/chats$/, chatsFailed, 'No chats available.'),
    row('manage-books', /\/books\/seller\/books$/, tableFailed, 'No books found.'),
    row('reports', /\/seller\/reports/, reportsFailed, 'No sales data available.'),
  ],
  admin: [
    row('audit', /\/admin\/audit$/, tableFailed, noActions, { json: [] }),
    row('reviews', /\/admin\/reviews$/, tableFailed, 'No reviews found.', { json: [] }),
    row('password-requests', /\/password-requests$/, tableFailed, 'No open password requests.', {
      json: [],
    }),
    row(
      'blocked-orders',
      /\/blocked-orders$/,
      blockedFailed,
      'No open orders with blocked users.',
      {
        json: [],
      },
    ),
    row('prices', /\/admin\/pricing$/, tableFailed, noSales, { json: noPrices }),
    row('buyers', /\/admin\/buyers$/, adminLists.buyers.empty, 'Name'),
  ],
}

for (const reader of ['buyer', 'seller', 'admin'] as const)
  test(`failing reads of the ${reader}’s pages`, async ({ openPage, sharedAccounts, admin }) => {
    const page = await openPage({ ...sharedAccounts, admin }[reader])
    for (const state of pages[reader])
      await test.step(state.page, () => expectStates(page, `/${reader}/${state.page}`, state))
  })

test('the admin’s lists and their searches', async ({ openPage, admin }) => {
  const page = await openPage(admin)
  for (const [name, { columns, search, empty }] of Object.entries(adminLists))
    await test.step(name, async () => {
      await visit(page, `/admin/${name}`)
      await expect(page.getByRole('columnheader')).toHaveText(columns)
      await expect(page.getByPlaceholder(search)).toBeVisible()
      // The search is in the URL, and Back undoes it.
      await page.getByRole('searchbox').fill('nothing is called that')
      await expect(page.getByText(empty)).toBeVisible()
      await expect(page).toHaveURL(`/admin/${name}?search=nothing+is+called+that`)
      await page.goBack()
      await expect(page.getByRole('searchbox')).toHaveValue('')
    })
})
