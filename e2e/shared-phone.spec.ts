// A phone that several people use: nothing of the one before is left, neither here nor on the server.
import { bearer, expect, type Page, password, settle, test, unique, visit } from './fixtures.ts'

/** The addresses that the service worker keeps. */
const keptAddresses = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => decodeURIComponent(url))
  })
const keptSearches = async (page: Page) => (await keptAddresses(page)).filter((address) => address.includes('search='))

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Yes, Logout' }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden()
}

test('what was searched for is gone with the logout', async ({ openAs, makePerson }) => {
  const page = await openAs(await makePerson('buyer', 'Asha Patil'), { serviceWorkers: 'allow' })
  await visit(page, '/buyer/dashboard')
  await settle(page, '/buyer/dashboard')
  const word = unique('divorce')
  await page.getByRole('searchbox').fill(word)
  await expect.poll(() => keptSearches(page)).toEqual([expect.stringContaining('/api/books/')])
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue(word)
  await logOut(page)
  await expect.poll(() => keptSearches(page)).toEqual([])
})

test('who logs in over somebody else ends their session', async ({ openAs, makePerson, request }) => {
  const [asha, dev] = [await makePerson('buyer', 'Asha Patil'), await makePerson('buyer', 'Dev Rao')]
  const page = await openAs(asha)
  const status = async () => (await request.get('/api/account/sessions', { headers: bearer(asha) })).status()
  await visit(page, '/?login=buyer')
  expect(await status()).toBe(200)
  page.on('dialog', (dialog) => void dialog.accept())
  const login = page.getByRole('dialog')
  await login.getByLabel('Email').fill(dev.email)
  await login.getByLabel('Password').fill(password)
  await login.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(login).toBeHidden()
  await expect.poll(status).toBe(401)
})

test('who logs out without a connection is logged out as soon as there is one', async ({ openAs, makePerson, request }) => {
  const asha = await makePerson('buyer', 'Asha Patil')
  const page = await openAs(asha, { serviceWorkers: 'allow' })
  const status = async () => (await request.get('/api/account/sessions', { headers: bearer(asha) })).status()
  await visit(page, '/buyer/orders')
  await settle(page, '/buyer/profile')
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
