// Without a connection, people can still read what they have loaded, until they log out. No data of
// one account stays on the device for the next person.
import { checkScreen, onDesktop } from '#e2e/accessibility/check-screen.ts'
import { messageBox, messageLog, testWithChat, writeMessage } from '#e2e/chats/chat-page.ts'
import {
  acceptDialogs,
  submitLogin,
  visit,
  waitForServiceWorker,
} from '#e2e/support/browser-page.ts'
import {
  type Account,
  authHeader,
  expect,
  type Page,
  password,
  test,
  unique,
} from '#e2e/support/fixtures.ts'
import { blockLiveConnection, failReads } from '#e2e/support/network.ts'

// The buyer's test opens some thirty pages.
test.setTimeout(600_000)

const withServiceWorker = { ...onDesktop, serviceWorkers: 'allow' } as const
const offlineBanner = (page: Page) => page.getByText('You’re offline. This is what loaded last.')
const loadedAt = (page: Page) => page.getByRole('status').filter({ hasText: 'Last loaded:' })
const setOffline = (page: Page, isOffline: boolean) => page.context().setOffline(isOffline)

/**
 * Returns what the browser stores about an account's visits: URLs in caches and keys in
 * localStorage.
 */
const readStoredVisits = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = Object.keys(localStorage).filter((key) =>
      key.startsWith('dobara.seen.'),
    )
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) {
        const { pathname, search } = new URL(url)
        const isVisit = /^\/photos\/|^\/api\/books\/[0-9a-f-]{36}$|^\/buyer\/book\//.test(pathname)
        if (isVisit || search.includes('search=')) found.push(decodeURIComponent(pathname + search))
      }
    return found
  })

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Yes, Logout' }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden()
}

/** Checks that loaded orders stay on the screen if loading them again fails. */
async function expectOrdersToStay(page: Page, title: string): Promise<void> {
  const order = page.getByText(title).first()
  const failed = page.getByRole('alert').filter({ hasText: 'Last loaded:' })
  // If the live connection came back, the page would load the orders again without Retry.
  await blockLiveConnection(page)
  const restore = await failReads(page, { path: /^\/api\/orders\// }, 'connection')
  await page.reload()
  await expect(failed).toBeVisible()
  await expect(order).toBeVisible()
  await checkScreen(page, 'orders that could not be loaded again')
  restore()
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect(failed).toBeHidden()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

testWithChat(
  'a buyer reads offline what was loaded; a logout removes all of it',
  async ({ openPage, createBook, createOrder, put, request, sendMessage, chat }) => {
    const { seller, buyer, title, chatId } = chat
    // The second photo is on no public page and in no other book.
    const second = unique('Zeta Functions')
    const secondId = await createBook(seller, { title: second, photos: [120, 233] })
    const saved = unique('Optics')
    const savedId = await createBook(seller, { title: saved })
    await put(`/saved/${savedId}`, {}, buyer)
    await createOrder(seller, chatId)
    await sendMessage(buyer, chatId, 'Is it a clean copy?')
    const { images } = (await (await request.get(`/api/books/${secondId}`)).json()) as {
      images: string[]
    }
    const photo = /^\/photos\/[0-9a-f]+/.exec(images[1] ?? '')?.[0] ?? 'no photo'
    const page = await openPage(buyer, withServiceWorker)
    page.setDefaultTimeout(30_000)
    const main = page.getByRole('main')
    const heading = (name: string) => page.getByRole('heading', { level: 1, name })
    const unavailable = main.getByText('You are offline, and this isn’t kept on this device.')

    await test.step('a search, a book opened by a link, and pages that were never opened', async () => {
      await visit(page, '/buyer/dashboard')
      await waitForServiceWorker(page, '/buyer/profile')
      await page.getByRole('searchbox').fill(second)
      await expect(page).toHaveURL(/search=/)
      await main.getByTitle(second).first().click()
      await expect(heading(second)).toBeVisible()
      const cached = await page.evaluate(
        async (asked) => (await (await caches.match(asked))?.json()) as { can: string[] },
        `/api/books/${secondId}`,
      )
      expect(cached.can).toEqual([])
      await expect(offlineBanner(page)).toBeHidden()
      await setOffline(page, true)
      await expect(offlineBanner(page)).toBeVisible()
      await page.getByRole('link', { name: 'My Orders' }).click()
      await expect(unavailable).toBeVisible()
      await setOffline(page, false)
      await expect(page.getByText(title).first()).toBeVisible()
      await expect(loadedAt(page)).toBeHidden()
      await waitForServiceWorker(page, '/buyer/orders')
    })

    await test.step('orders', async () => {
      await setOffline(page, true)
      await page.reload()
      await expect(page.getByText(title).first()).toBeVisible()
      // This isn't an error, and the banner already says why the list isn't refreshed.
      await expect(loadedAt(page)).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await setOffline(page, false)
      await expect(loadedAt(page)).toBeHidden()
      await expectOrdersToStay(page, title)
    })

    await test.step('saved books and searches', async () => {
      const words = unique('Hydraulics')
      await put('/saved/searches', { search: words }, buyer)
      await page.getByRole('banner').getByRole('link', { name: 'Wishlist', exact: true }).click()
      const searches = main.getByRole('region', { name: 'Searches' }).getByRole('listitem')
      await expect(searches).toContainText(words)
      await expect(main.getByRole('link', { name: saved })).toBeVisible()
      await waitForServiceWorker(page, '/buyer/wishlist')
      await setOffline(page, true)
      await page.reload()
      await expect(searches).toContainText(words)
      await expect(loadedAt(page).first()).toBeVisible()
      await main.getByRole('link', { name: saved }).click()
      await expect(unavailable).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await checkScreen(page, 'a book that isn’t kept')
      await setOffline(page, false)
      await expect(heading(saved)).toBeVisible()
    })

    await test.step('chats, and a message that waits', async () => {
      await visit(page, '/buyer/chats')
      const row = page.getByRole('list', { name: 'Chats' }).getByText(title)
      await expect(row).toBeVisible()
      await waitForServiceWorker(page, '/buyer/chats')
      await setOffline(page, true)
      await page.reload()
      await expect(row).toBeVisible()
      await expect(page.getByText('Is it a clean copy?')).toBeVisible()
      await sendMessage(seller, chatId, 'Written while you were offline')
      await setOffline(page, false)
      await expect(page.getByText('Written while you were offline')).toBeVisible()
      await row.click()
      await expect(messageLog(page).getByText('Written while you were offline')).toBeVisible()
      await expect(messageBox(page)).toBeVisible()
      await setOffline(page, true)
      await writeMessage(page, 'Kept')
      await expect(messageLog(page).getByText('Waiting for connection')).toBeVisible()
      await expect(offlineBanner(page)).toBeVisible()
      await checkScreen(page, 'a chat without a connection')
      await setOffline(page, false)
      await expect(messageLog(page).getByText('Waiting for connection')).toBeHidden()
    })

    await test.step('a book by its address, and public pages', async () => {
      await visit(page, `/buyer/book/${secondId}`)
      await waitForServiceWorker(page, `/buyer/book/${secondId}`)
      await setOffline(page, true)
      await page.reload()
      await expect(heading(second)).toBeVisible()
      await expect(offlineBanner(page)).toBeVisible()
      await page.goto('/about')
      await expect(page.getByRole('heading', { name: 'Our mission' })).toBeVisible()
      await page.goto('/reset-password')
      await expect(page.getByRole('heading', { name: 'Dobara can’t be reached' })).toBeVisible()
      await setOffline(page, false)
      await page.getByRole('link', { name: 'Retry' }).click()
      await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
      await expect(offlineBanner(page)).toBeHidden()
    })

    await test.step('after the logout nothing is left', async () => {
      await visit(page, `/buyer/book/${secondId}`)
      const left = async () => {
        const all = await readStoredVisits(page)
        const parts = [
          photo,
          `/api/books/${secondId}`,
          `/buyer/book/${secondId}`,
          'dobara.seen.searches',
        ]
        return parts.filter((part) => all.some((one) => one.includes(part)))
      }
      await expect.poll(left).toHaveLength(4)
      await logOut(page)
      await expect.poll(left).toEqual([])
      expect((await readStoredVisits(page)).filter((one) => one.includes('seen'))).toEqual([])
      await setOffline(page, true)
      await page.goto(`/buyer/book/${secondId}`)
      await expect(page.getByRole('heading', { name: 'Dobara can’t be reached' })).toBeVisible()
    })
  },
)

const sessionStatus = async (baseURL: string | undefined, account: Account) =>
  (await fetch(`${baseURL}/api/account/sessions`, { headers: authHeader(account) })).status

testWithChat(
  'a seller reads orders and chats offline; a logout without a connection reaches the server later',
  async ({ openPage, createOrder, sendMessage, baseURL, chat }) => {
    const { seller, buyer, title, chatId } = chat
    await createOrder(seller, chatId)
    await sendMessage(buyer, chatId, 'Is it a clean copy?')
    const page = await openPage(seller, withServiceWorker)
    acceptDialogs(page)
    await visit(page, '/seller/orders')
    await expect(page.getByText(title).first()).toBeVisible()
    await waitForServiceWorker(page, '/seller/orders')
    await page.getByRole('link', { name: /^Chats/ }).click()
    const row = page.getByRole('list', { name: 'Chats' }).getByText(title)
    await expect(row).toBeVisible()
    await setOffline(page, true)
    await page.reload()
    await expect(row).toBeVisible()
    await expect(page.getByText('Is it a clean copy?')).toBeVisible()
    await page.goto('/seller/orders')
    await expect(page.getByText(title).first()).toBeVisible()
    await expect(loadedAt(page)).toBeVisible()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/(\?login=seller.*)?$/)
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    expect((await readStoredVisits(page)).filter((one) => one.includes('seen'))).toEqual([])
    expect(await sessionStatus(baseURL, seller)).toBe(200)
    await setOffline(page, false)
    await visit(page, '/')
    await expect.poll(() => sessionStatus(baseURL, seller)).toBe(401)
  },
)

test('a login over another account ends its session and removes what it has seen', async ({
  openPage,
  createBook,
  sharedAccounts,
  baseURL,
  seller,
  buyer,
}) => {
  const [first, second] = [buyer, sharedAccounts.buyer]
  const bookId = await createBook(seller, { title: unique('Divorce Law') })
  const page = await openPage(first, withServiceWorker)
  acceptDialogs(page)
  await visit(page, '/about')
  await waitForServiceWorker(page, '/buyer/profile')
  await visit(page, `/buyer/book/${bookId}`)
  await waitForServiceWorker(page, `/buyer/book/${bookId}`)
  const readVisits = async () =>
    (await readStoredVisits(page)).filter((one) => one.includes(bookId)).length
  expect(await readVisits()).toBeGreaterThan(0)
  await visit(page, '/about?login=buyer')
  expect(await sessionStatus(baseURL, first)).toBe(200)
  await submitLogin(page.getByRole('dialog'), second.email, password)
  await expect(page).toHaveURL('/buyer/dashboard')
  await expect.poll(() => sessionStatus(baseURL, first)).toBe(401)
  await expect.poll(readVisits).toBe(0)
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
