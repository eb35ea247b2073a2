// Tests a tab whose page is older than the files on the server.
import { expect, type Page, test } from '#e2e/support/fixtures.ts'

/** Blocks the code of the chats page, as after a deploy or while the server is unreachable. */
async function blockChatsCode(page: Page, how: 'gone' | 'unreachable'): Promise<void> {
  await page.route('**/assets/chats-*.js', (route) =>
    how === 'gone' ? route.fulfill({ status: 404 }) : route.abort('connectionfailed'),
  )
  if (how === 'unreachable') await page.route('**/favicon.svg', (route) => route.abort())
}

for (const [how, reloads] of [
  ['gone', 1],
  ['unreachable', 0],
] as const)
  test(`the page stays if the code of the next page is ${how}, after ${reloads} reloads`, async ({
    openAt,
    consoleErrors,
    seller,
  }) => {
    const page = await openAt('/seller/dashboard', seller)
    await blockChatsCode(page, how)
    let loads = 0
    page.on('load', () => loads++)
    await page.getByRole('link', { name: 'Chats' }).first().click()
    if (reloads === 1) await expect.poll(() => loads).toBe(1)
    else await expect(page.getByText(/^This could not be loaded/)).toBeVisible()
    // A second click doesn't reload the page again.
    await page.getByRole('link', { name: 'Chats' }).first().click()
    await expect(page.getByText(/^This could not be loaded/).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    expect(loads).toBe(reloads)
    // The router logs each failure, so the expected errors are removed.
    await page.context().close()
    consoleErrors.length = 0
  })

test('a filled Add Book form stays if the code of its scanner is gone, and after a reload', async ({
  openAt,
  consoleErrors,
  seller,
}) => {
  const page = await openAt('/seller/manage-books', seller)
  await page.route('**/assets/scan-dialog-*.js', (route) => route.fulfill({ status: 404 }))
  const title = page.getByLabel('Title', { exact: true })
  await page.getByRole('button', { name: 'Add Book' }).click()
  await page.getByRole('button', { name: /^New Book/ }).click()
  await title.fill('Optics')
  await page.getByRole('button', { name: 'Scan' }).click()
  await expect(page.getByText(/^This could not be loaded/)).toBeVisible()
  await expect(title).toHaveValue('Optics')
  await page.reload()
  await page.getByRole('button', { name: 'Add Book' }).click()
  await expect(page.getByText('Your draft is back.')).toBeVisible()
  await expect(title).toHaveValue('Optics')
  await page.context().close()
  consoleErrors.length = 0
})
