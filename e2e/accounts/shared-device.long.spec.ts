// Several people on one device: nothing of the previous account is left on it.
import { submitLogin, visit, waitForServiceWorker } from '#e2e/support/browser-page.ts'
import { authHeader, expect, type Page, password, test, unique } from '#e2e/support/fixtures.ts'

const readCachedUrls = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const all = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    )
    return all.flat().map(({ url }) => decodeURIComponent(url))
  })
const readCachedSearches = async (page: Page) =>
  (await readCachedUrls(page)).filter((address) => address.includes('search='))

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Yes, Logout' }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden()
}

test('a logout removes the search history', async ({ openPage, createAccount }) => {
  const page = await openPage(await createAccount('buyer', 'Asha Patil'), {
    serviceWorkers: 'allow',
  })
  await visit(page, '/buyer/dashboard')
  await waitForServiceWorker(page, '/buyer/dashboard')
  const word = unique('divorce')
  await page.getByRole('searchbox').fill(word)
  await page.keyboard.press('Enter')
  const readRecent = () => page.evaluate(() => localStorage.getItem('dobara.seen.searches'))
  expect(await readRecent()).toBe(JSON.stringify([word]))
  await expect
    .poll(() => readCachedSearches(page))
    .toEqual(expect.arrayContaining([expect.stringContaining('/api/books/')]))
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue(word)
  await logOut(page)
  expect(await readRecent()).toBeNull()
  await expect.poll(() => readCachedSearches(page)).toEqual([])
})

test('a login over another account ends that account’s session', async ({
  openPage,
  createAccount,
  request,
}) => {
  const [first, second] = [
    await createAccount('buyer', 'Asha Patil'),
    await createAccount('buyer', 'Dev Rao'),
  ]
  const page = await openPage(first)
  const status = async () =>
    (await request.get('/api/account/sessions', { headers: authHeader(first) })).status()
  await visit(page, '/?login=buyer')
  expect(await status()).toBe(200)
  page.on('dialog', (dialog) => void dialog.accept())
  const login = page.getByRole('dialog')
  await submitLogin(login, second.email, password)
  await expect(login).toBeHidden()
  await expect.poll(status).toBe(401)
})

test('a logout without a connection reaches the server once there is one', async ({
  openPage,
  createAccount,
  request,
}) => {
  const first = await createAccount('buyer', 'Asha Patil')
  const page = await openPage(first, { serviceWorkers: 'allow' })
  const status = async () =>
    (await request.get('/api/account/sessions', { headers: authHeader(first) })).status()
  await visit(page, '/buyer/orders')
  await waitForServiceWorker(page, '/buyer/profile')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Yes, Logout' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/(\?login=buyer.*)?$/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  expect(await status()).toBe(200)
  await page.context().setOffline(false)
  await visit(page, '/')
  await expect.poll(status).toBe(401)
})

/** What is stored of an account's visits: paths in the caches, keys in localStorage. */
const readStoredVisits = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = Object.keys(localStorage).filter((key) =>
      key.startsWith('dobara.seen.'),
    )
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) {
        const { pathname } = new URL(url)
        if (/^\/photos\/|^\/api\/books\/[0-9a-f-]{36}$|^\/buyer\/book\//.test(pathname))
          found.push(pathname)
      }
    return found
  })

test('a logout removes cached photos, books and orders; the pages still open offline', async ({
  openPage,
  createAccount,
  createBook,
  createChat,
  createOrder,
  request,
}) => {
  const [seller, first] = [
    await createAccount('seller', 'Ravi Kumar'),
    await createAccount('buyer', 'Asha Patil'),
  ]
  const title = unique('Contraception')
  // The second photo is on no public page and belongs to no other book.
  const bookId = await createBook(seller, { title, photos: [120, 233] })
  await createOrder(seller, await createChat(first, bookId))
  const { images } = (await (await request.get(`/api/books/${bookId}`)).json()) as {
    images: string[]
  }
  const photo = /^\/photos\/[0-9a-f]+/.exec(images[1] ?? '')?.[0] ?? 'no photo'
  const page = await openPage(first, { serviceWorkers: 'allow' })
  const kept = async () => {
    const wanted = [photo, `/api/books/${bookId}`, `/buyer/book/${bookId}`, 'dobara.seen.']
    const all = await readStoredVisits(page)
    return wanted.filter((start) => all.some((name) => name.startsWith(start)))
  }
  await visit(page, '/buyer/dashboard')
  await waitForServiceWorker(page, '/buyer/profile')
  await visit(page, `/buyer/book/${bookId}`)
  await waitForServiceWorker(page, `/buyer/book/${bookId}`)
  await visit(page, '/buyer/orders')
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await visit(page, `/buyer/book/${bookId}`)
  await page.evaluate(
    async (path) => void (await (await fetch(path)).text()),
    `/api/books/${bookId}`,
  )
  await expect
    .poll(kept)
    .toEqual([photo, `/api/books/${bookId}`, `/buyer/book/${bookId}`, 'dobara.seen.'])
  await logOut(page)
  await expect.poll(kept).toEqual([])
  await page.context().setOffline(true)
  await page.goto('/about')
  await expect(page.getByRole('heading', { name: 'Our mission' })).toBeVisible()
  await page.goto(`/buyer/book/${bookId}`)
  await expect(page.getByRole('heading', { name: 'Dobara can’t be reached' })).toBeVisible()
})

test('a login over another account removes what that account has seen', async ({
  openPage,
  createAccount,
  createBook,
}) => {
  const second = await createAccount('buyer', 'Dev Rao')
  const bookId = await createBook(await createAccount('seller', 'Ravi Kumar'), {
    title: unique('Divorce Law'),
  })
  const page = await openPage(await createAccount('buyer', 'Asha Patil'), {
    serviceWorkers: 'allow',
  })
  await visit(page, '/about')
  await waitForServiceWorker(page, '/buyer/profile')
  await visit(page, `/buyer/book/${bookId}`)
  await waitForServiceWorker(page, `/buyer/book/${bookId}`)
  const readBookVisits = async () =>
    (await readStoredVisits(page)).filter(
      (kept) => kept.includes(bookId) || kept.startsWith('/photos/'),
    )
  await expect.poll(async () => (await readBookVisits()).length).toBeGreaterThan(1)
  page.on('dialog', (dialog) => void dialog.accept())
  await visit(page, '/about?login=buyer')
  const login = page.getByRole('dialog')
  await submitLogin(login, second.email, password)
  await expect(page).toHaveURL('/buyer/dashboard')
  await expect
    .poll(async () => (await readBookVisits()).filter((kept) => kept.includes(bookId)))
    .toEqual([])
})
