// Failures that leave a screen empty stand in the browser's log, in the specification's words.
import { expect, type Page, test, unique, visit } from './fixtures.ts'
import { breakCalls } from './network.ts'

const warnings = (page: Page): string[] => {
  const said: string[] = []
  page.on('console', (message) => message.type() === 'warning' && said.push(message.text()))
  return said
}

test('a seller’s figures, chart and recent orders', async ({ openAs, makePerson }) => {
  const page = await openAs(await makePerson('seller', 'Ravi Kumar'))
  const said = warnings(page)
  await breakCalls(page, { path: /^\/api\/dashboard\// })
  await visit(page, '/seller/dashboard')
  await expect(page.getByRole('heading', { name: 'Recent Orders' })).toBeVisible()
  const due = ['Failed to fetch orders.', 'Failed to fetch sales data.', 'Failed to fetch stats.']
  await expect.poll(() => due.filter((text) => !said.includes(text)), { timeout: 15_000 }).toEqual([])
})

test('shelves, similar books, and a book without an id', async ({ openAs, makePerson, makeBook }) => {
  const title = unique('Dynamics')
  await makeBook(await makePerson('seller', 'Ravi Kumar'), { title })
  const page = await openAs(await makePerson('buyer', 'Asha Patil'))
  const said = warnings(page)
  await breakCalls(page, { path: /^\/api\/books\/(?:similar|shelves)/ })
  // Not as a page of the server's, which brings its content along.
  await visit(page, `/books?search=${encodeURIComponent(title)}`)
  await page.getByRole('main').getByRole('article').first().getByRole('link').click()
  await expect(page.getByText('No similar books found.')).toBeVisible({ timeout: 15_000 })
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await expect.poll(() => said.includes('Failed to fetch books.'), { timeout: 15_000 }).toBe(true)
  expect(said).toContain('Failed to fetch similar books.')
  await page.goto('/buyer/book')
  await expect(page.getByText('Book ID is required')).toBeVisible()
  expect(said).toContain('No book ID provided')
})

test('a message is not sent for somebody who is no longer logged in', async ({ openAs, makePerson, makeBook, makeChat }) => {
  const buyer = await makePerson('buyer', 'Asha Patil')
  const chatId = await makeChat(buyer, await makeBook(await makePerson('seller', 'Ravi Kumar'), { title: unique('Kinematics') }), 'Hello')
  const page = await openAs(buyer)
  await visit(page, `/buyer/chats?chat=${chatId}`)
  await page.getByRole('textbox', { name: 'Message' }).fill('Still me?')
  // Gone from the storage without a word, as when the browser clears it.
  await page.evaluate(() => localStorage.removeItem('userId'))
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('User not logged in.')).toBeVisible()
})
