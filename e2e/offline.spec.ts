// Without a connection: the shell and what was seen last stay readable, and the page says so.
import { expect, type Page, settle, test, unique, visit } from './fixtures.ts'

const said = (page: Page) => page.getByText('You are offline. You see what was loaded last.')

test('a book that was seen, and the pages of one’s area, open without a connection', async ({ openAs, makePerson, makeBook }) => {
  const title = unique('Signals and Systems')
  const second = unique('Zeta Functions')
  const seller = await makePerson('seller', 'Ravi Kumar')
  const id = await makeBook(seller, { title })
  const other = await makeBook(seller, { title: second })
  const page = await openAs(await makePerson('buyer', 'Asha Patil'), { serviceWorkers: 'allow' })
  await visit(page, '/books')
  await settle(page, '/buyer/chats')
  // One that was opened by a link, of which only the calls were made, and one whose page was loaded.
  await page.getByRole('searchbox').fill(second)
  await page
    .getByRole('main')
    .getByRole('article')
    .filter({ hasText: second.slice(0, 12) })
    .first()
    .getByRole('link')
    .click()
  await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible()
  await visit(page, `/buyer/book/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await settle(page, `/buyer/book/${id}`)
  const kept = await page.evaluate(async (asked) => (await (await caches.match(asked))?.json()) as { can: string[] }, `/api/books/${other}`)
  expect(kept.can).toEqual([])
  await expect(said(page)).toBeHidden()

  await page.context().setOffline(true)
  await expect(said(page)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(said(page)).toBeVisible()
  // By the menu, to a page that was never open.
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible()
  await expect(page.getByText('Failed to load orders. Please try again.')).toBeVisible()
  // A page that opened offline comes to life with the connection.
  await page.reload()
  await expect(page.getByText('Failed to load orders. Please try again.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('No orders found.')).toBeVisible()
  await page.context().setOffline(true)
  await page.goto('/about')
  await expect(page.getByRole('heading', { name: 'Our mission' })).toBeVisible()
  await page.goto('/reset-password')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await expect(said(page)).toBeHidden()
})

test('it can be installed', async ({ request }) => {
  const manifest = (await (await request.get('/manifest.webmanifest')).json()) as { icons: { src: string }[]; start_url: string }
  expect(manifest.start_url).toBe('/')
  for (const { src } of manifest.icons) expect((await request.get(src)).status()).toBe(200)
  expect((await request.get('/sw.js')).headers()['cache-control']).toBe('no-cache')
})
