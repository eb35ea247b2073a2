// A copy that people wait for: two hours for the first, then for the next, on phones.
import { checkScreen } from '#e2e/accessibility/check-screen.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, unique } from '#e2e/support/fixtures.ts'
import { test } from '#e2e/support/moved-clock.ts'
import { phone, reserved } from '#e2e/wants/reserved.ts'

test('a copy is reserved for the first for two hours, then for the next, who lets it go', async ({
  server,
  put,
  openPage,
  createAccount,
  createBook,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const [asha, meera] = [
    await createAccount('buyer', 'Asha Patil'),
    await createAccount('buyer', 'Meera Nair'),
  ]
  const title = unique('Concepts of Physics')
  const titles = [{ title, author: 'H. C. Verma' }]
  for (const account of [asha, meera]) await put('/wants', { titles }, account)
  const book = { title, author: 'H. C. Verma', openToExchange: true }
  const bookId = await createBook(seller, book)

  const page = await openPage(asha, phone)
  await page.clock.install()
  await visit(page, '/buyer/wants')
  await expect(page.getByText('1 of 100')).toBeVisible()
  await server.move({ bookIds: [bookId] })
  // It comes while the page is open.
  await expect(reserved(page)).toContainText(/Reserved for you until .+ \(2 h left\)/)
  await expect(reserved(page)).toContainText('Good · ₹400 · Ravi Kumar')
  await checkScreen(page, 'wants, with a reserved copy')
  await page.clock.fastForward('40:00')
  await expect(reserved(page)).toContainText('(1 h 20 min left)')

  const others = await openPage(meera, phone)
  await visit(others, '/buyer/wants')
  await expect(others.getByText('1 of 100')).toBeVisible()
  await expect(reserved(others)).toHaveCount(0)
  await expect(
    others.getByText(/is reserved for somebody before you until .+; you are next\./),
  ).toBeVisible()
  await checkScreen(others, 'wants, next for a copy')
  await visit(others, `/buyer/book/${bookId}`)
  await expect(others.getByText(/^Reserved until \w+ \d+ \w+, /)).toBeVisible()
  await expect(
    others.getByText(/^Reserved for somebody before you until .+; you are next\.$/),
  ).toBeVisible()
  await expect(others.getByRole('button', { name: 'Chat with Seller' })).toHaveCount(0)

  const shop = await openPage(seller, phone)
  await visit(shop, '/seller/manage-books')
  await expect(shop.getByText('for somebody who waits for it')).toBeVisible()
  await expect(shop.getByRole('switch', { name: /^Open to exchange/ })).toBeChecked()
  await checkScreen(shop, 'a book that is reserved for somebody who waits')
  await shop.getByRole('button', { name: /^Edit / }).click()
  const hours = shop.getByLabel('Reserved for each person who waits for it')
  await expect(hours).toHaveValue('2')
  await hours.selectOption('For 48 hours')
  await checkScreen(shop, 'how long a copy is reserved')
  await shop.getByRole('button', { name: 'Update Book' }).click()
  await expect(shop.getByRole('dialog')).toHaveCount(0)

  await reserved(page).getByRole('link', { name: 'See the book' }).click()
  await expect(page.getByText(/^Reserved for you until \w+ \d+ \w+, /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Make an offer' })).toBeVisible()
  await checkScreen(page, 'a book that is reserved for me')
  await page.goBack()
  await reserved(page).getByRole('button', { name: 'Chat with the seller' }).click()
  await expect(page.getByRole('log')).toBeVisible()
  await page.goBack()
  await expect(reserved(page)).toBeVisible()

  await server.move({ hours: 2.1 })
  await expect(reserved(page)).toHaveCount(0)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText(/Your reservation of “.+” is over\./)).toBeVisible()
  // The next has two days: the seller has changed that meanwhile.
  await visit(others, '/buyer/wants')
  await expect(reserved(others)).toContainText(/left\)/)
  await reserved(others).getByRole('button', { name: 'No, thanks' }).click()
  const question = others.getByRole('alertdialog')
  await expect(question).toContainText('Let this copy go?')
  await checkScreen(others, 'let a copy go')
  await question.getByRole('button', { name: 'No, thanks' }).click()
  await expect(reserved(others)).toHaveCount(0)
  await expect(others.getByText(`'${title}' goes to whoever is next.`)).toBeVisible()

  // Nobody waits any more.
  const visitor = await openPage(undefined, phone)
  await visit(visitor, `/buyer/book/${bookId}`)
  await expect(visitor.getByText('Available', { exact: true })).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Chat with Seller' })).toBeVisible()
})
