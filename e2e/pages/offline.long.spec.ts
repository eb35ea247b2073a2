import { checkScreen, onDesktop } from '#e2e/accessibility/check-screen.ts'
import { messageBox, messageLog, testWithChat, writeMessage } from '#e2e/chats/chat-page.ts'
import { acceptDialogs, visit, waitForServiceWorker } from '#e2e/support/browser-page.ts'
import { expect, type Page, test, unique } from '#e2e/support/fixtures.ts'
import { blockLiveConnection, failReads } from '#e2e/support/network.ts'

const offlineBanner = (page: Page) =>
  page.getByText('You are offline. You see what was loaded last.')

test('a book that was opened before, and the account’s pages, open offline', async ({
  openPage,
  createAccount,
  createBook,
}) => {
  const title = unique('Signals and Systems')
  const second = unique('Zeta Functions')
  const seller = await createAccount('seller', 'Ravi Kumar')
  const id = await createBook(seller, { title })
  const other = await createBook(seller, { title: second })
  const page = await openPage(await createAccount('buyer', 'Asha Patil'), {
    serviceWorkers: 'allow',
  })
  await visit(page, '/books')
  await waitForServiceWorker(page, '/buyer/chats')
  // One book opened by a link, so that only its API response is cached, and one by its URL.
  await page.getByRole('searchbox').fill(second)
  await page.getByRole('main').getByTitle(second).first().click()
  await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible()
  await visit(page, `/buyer/book/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await waitForServiceWorker(page, `/buyer/book/${id}`)
  const cached = await page.evaluate(
    async (asked) => (await (await caches.match(asked))?.json()) as { can: string[] },
    `/api/books/${other}`,
  )
  expect(cached.can).toEqual([])
  await expect(offlineBanner(page)).toBeHidden()

  await page.context().setOffline(true)
  await expect(offlineBanner(page)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(offlineBanner(page)).toBeVisible()
  // By the menu, to a page that was never opened.
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible()
  await expect(page.getByText('Failed to load orders. Please try again.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Failed to load orders. Please try again.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('No orders found.')).toBeVisible()
  await page.context().setOffline(true)
  await page.goto('/about')
  await expect(page.getByRole('heading', { name: 'Our mission' })).toBeVisible()
  await page.goto('/reset-password')
  await expect(page.getByRole('heading', { name: 'Dobara can’t be reached' })).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await expect(offlineBanner(page)).toBeHidden()
})

test('the app can be installed', async ({ request }) => {
  const manifest = (await (await request.get('/manifest.webmanifest')).json()) as {
    icons: { src: string }[]
    start_url: string
  }
  expect(manifest.start_url).toBe('/')
  for (const { src } of manifest.icons) expect((await request.get(src)).status()).toBe(200)
  expect((await request.get('/sw.js')).headers()['cache-control']).toBe('no-cache')
})

for (const side of ['buyer', 'seller'] as const)
  test(`orders that a ${side} has loaded are readable offline, with the time of loading`, async ({
    openPage,
    createAccount,
    createBook,
    createChat,
    createOrder,
  }) => {
    const title = unique('Hydraulics')
    const [seller, buyer] = [
      await createAccount('seller', 'Ravi Kumar'),
      await createAccount('buyer', 'Asha Patil'),
    ]
    const chatId = await createChat(buyer, await createBook(seller, { title }))
    await createOrder(seller, chatId)
    const page = await openPage(side === 'buyer' ? buyer : seller, { serviceWorkers: 'allow' })
    await visit(page, `/${side}/orders`)
    const order = page.getByText(title).first()
    const loadedAt = page.getByRole('status').filter({ hasText: 'Last loaded:' })
    const failed = page.getByRole('alert').filter({ hasText: 'Last loaded:' })
    await expect(order).toBeVisible()
    await expect(loadedAt).toBeHidden()
    await waitForServiceWorker(page, `/${side}/orders`)
    await page.context().setOffline(true)
    await page.reload()
    await expect(order).toBeVisible()
    // Nothing has failed: the banner says why the list isn't refreshed.
    await expect(loadedAt).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(offlineBanner(page)).toBeVisible()
    await page.context().setOffline(false)
    await expect(loadedAt).toBeHidden()
    // The same without an answer of the server, and with an error. A live connection that comes back
    // would make the page read again by itself, and take Retry away.
    await blockLiveConnection(page)
    for (const how of ['connection', 'server-error'] as const) {
      const restore = await failReads(page, { path: /^\/api\/orders\// }, how)
      await page.reload()
      await expect(failed).toBeVisible()
      await expect(order).toBeVisible()
      restore()
      await failed.getByRole('button', { name: 'Retry' }).click()
      await expect(failed).toBeHidden()
    }
    // A seller's logout asks in a browser dialog.
    acceptDialogs(page)
    await page.getByRole('button', { name: 'Logout' }).click()
    if (side === 'buyer') await page.getByRole('button', { name: 'Yes, Logout' }).click()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden()
    expect(
      await page.evaluate(() =>
        Object.keys(localStorage).filter((key) => key.startsWith('dobara.seen.')),
      ),
    ).toEqual([])
  })

testWithChat(
  `offline screens are accessible`,
  async ({ openPage, createOrder, chat: { seller, buyer, chatId } }) => {
    await createOrder(seller, chatId)
    const page = await openPage(buyer, onDesktop)
    await visit(page, `/buyer/chats?chat=${chatId}`)
    await expect(messageBox(page)).toBeVisible()
    await page.context().setOffline(true)
    await writeMessage(page, 'Kept')
    await expect(messageLog(page).getByText('Waiting for connection')).toBeVisible()
    await expect(offlineBanner(page)).toBeVisible()
    await checkScreen(page, 'a chat without a connection')
    await page.context().setOffline(false)
    for (const [account, side] of [
      [buyer, 'buyer'],
      [seller, 'seller'],
    ] as const) {
      const orders = await openPage(account, onDesktop)
      await visit(orders, `/${side}/orders`)
      await expect(orders.getByText('Hostel 4, Room 12, Pune').first()).toBeVisible()
      await failReads(orders, { path: /^\/api\/orders\// }, 'connection')
      await orders.reload()
      await expect(orders.getByText('Last loaded:')).toBeVisible()
      await checkScreen(orders, `${side}'s orders that could not be loaded anew`)
    }
  },
)
