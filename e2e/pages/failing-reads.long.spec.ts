// Pages whose read is slow, then fails, and is then repeated with the Retry button.
import { adminLists } from '#e2e/admin/admin-pages.ts'
import { loadingStatus, visit, visitWithFailure } from '#e2e/support/browser-page.ts'
import { expect, type Page, test } from '#e2e/support/fixtures.ts'
import { stubResponse } from '#e2e/support/network.ts'

type FailingRead = {
  read: RegExp
  loading?: string
  /** Texts on the page after the read has failed. */
  failed: string[]
  loaded: string | RegExp
  /** A stubbed answer to the Retry. Without it, the server answers. */
  answer?: { json: unknown }
  /** The name of a button that is disabled until the data is loaded. */
  disabled?: string
}

async function expectStates(page: Page, path: string, state: FailingRead): Promise<void> {
  const { read, loading, failed, loaded, answer, disabled } = state
  const filter = { path: read, method: 'GET' } as const
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const isLoading = loading === undefined ? loadingStatus(page) : page.getByText(loading)
  const restore = await visitWithFailure(page, path, filter, isLoading)
  for (const text of failed) await expect(page.getByText(text).first()).toBeVisible()
  const retry = page.getByRole('main').getByRole('button', { name: 'Retry' })
  await expect(retry).toHaveCount(1)
  const button = page.getByRole('button', { name: disabled ?? 'Retry', exact: true })
  if (disabled !== undefined) await expect(button).toBeDisabled()
  restore()
  if (answer) await stubResponse(page, filter, answer)
  await retry.click()
  await expect(page.getByText(loaded).first()).toBeVisible()
  await expect(retry).toHaveCount(0)
}

const pages: Record<'buyer' | 'seller', Record<string, FailingRead>> = {
  buyer: {
    orders: {
      read: /^\/api\/orders\/buyer\//,
      loading: 'Loading orders...',
      failed: ['Failed to load orders. Please try again.'],
      loaded: 'No orders found.',
    },
    chats: {
      read: /^\/api\/chats$/,
      failed: ['Could not load your chats.'],
      loaded: 'No active chats.',
    },
    exchanges: {
      read: /^\/api\/exchanges$/,
      loading: 'Loading swaps...',
      failed: ['Failed to load swaps.'],
      loaded: 'No swaps yet.',
    },
  },
  seller: {
    orders: {
      read: /^\/api\/orders\/seller\//,
      failed: ['Could not load.', 'No orders found.'],
      loaded: 'No orders found.',
    },
    chats: {
      read: /^\/api\/chats$/,
      failed: ['Could not load your chats.'],
      loaded: 'No chats available.',
    },
    'manage-books': {
      read: /^\/api\/books\/seller\/books$/,
      failed: ['Could not load.', 'No books found.'],
      loaded: 'No books found.',
    },
    reports: {
      read: /^\/api\/seller\/reports/,
      failed: ['Error fetching reports.'],
      loaded: 'No sales data available.',
      disabled: 'Download Report',
    },
  },
}

for (const side of ['buyer', 'seller'] as const)
  test(`the pages of a ${side}`, async ({ openPage, sharedAccounts }) => {
    const page = await openPage(sharedAccounts[side])
    for (const [name, state] of Object.entries(pages[side]))
      await test.step(name, () => expectStates(page, `/${side}/${name}`, state))
  })

test('the pages of an admin', async ({ openPage, admin }) => {
  const page = await openPage(admin)
  for (const [name, empty] of [
    ['audit', 'Nothing has been blocked, unblocked or deleted yet.'],
    ['reviews', 'No reviews found.'],
  ] as const)
    await test.step(name, () =>
      expectStates(page, `/admin/${name}`, {
        read: new RegExp(`^/api/admin/${name}$`),
        failed: ['Could not load.'],
        loaded: empty,
        answer: { json: [] },
      }),
    )
})

test('the admin’s lists, and their searches', async ({ openPage, admin }) => {
  const page = await openPage(admin)
  // The other lists fail in the same way.
  await expectStates(page, '/admin/buyers', {
    read: /^\/api\/admin\/buyers$/,
    failed: ['Could not load.', adminLists.buyers.empty],
    loaded: 'Name',
  })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
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
      await expect(page.getByRole('columnheader').first()).toBeVisible()
    })
})
