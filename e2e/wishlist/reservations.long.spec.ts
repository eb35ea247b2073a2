// On phones: a copy is reserved for the first waiting person for two hours, and then for the next.
// A wanted title can be reported after its listing is some days old.
import { checkScreen } from '#e2e/accessibility/check-screen.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, unique } from '#e2e/support/fixtures.ts'
import { test } from '#e2e/support/moved-clock.ts'

// The server with the moved clock takes seconds to start, so one worker runs all these tests.
test.describe.configure({ mode: 'default' })

const phone = { viewport: { width: 360, height: 740 } }

/** The card of the copy that is reserved for the viewer, on their wishlist. */
const reserved = (page: Page) => page.getByRole('article', { name: /^Reserved for you: / })

test('a copy is reserved for the first person for two hours, then for the next, who declines it', async ({
  moveClock,
  put,
  openPage,
  createAccount,
  createBook,
  seller,
  buyer,
}) => {
  const [asha, meera] = [buyer, await createAccount('buyer', 'Meera Nair')]
  const title = unique('Concepts of Physics')
  const titles = [{ title, author: 'H. C. Verma' }]
  for (const account of [asha, meera]) await put('/wants', { titles }, account)
  const book = { title, author: 'H. C. Verma', openToExchange: true }
  const bookId = await createBook(seller, book)

  const page = await openPage(asha, phone)
  await visit(page, '/buyer/wishlist')
  await expect(page.getByText('1 of 100')).toBeVisible()
  await moveClock({ bookIds: [bookId] })
  // The reservation appears while the page is open.
  await expect(reserved(page)).toContainText(/Reserved for you until \w+ \d+ \w+, /)
  await expect(reserved(page)).toContainText('Good · ₹400 · Ravi Kumar')
  await checkScreen(page, 'wants, with a reserved copy')

  const others = await openPage(meera, phone)
  await visit(others, '/buyer/wishlist')
  await expect(others.getByText('1 of 100')).toBeVisible()
  await expect(reserved(others)).toHaveCount(0)
  await visit(others, `/buyer/book/${bookId}`)
  await expect(others.getByText(/^Reserved until \w+ \d+ \w+, /)).toBeVisible()
  await expect(others.getByRole('button', { name: 'Chat with Seller' })).toHaveCount(0)

  const shop = await openPage(seller, phone)
  await visit(shop, '/seller/manage-books')
  await expect(shop.getByText('for the first in line')).toBeVisible()
  await checkScreen(shop, 'a book that is reserved for the first in line')
  await shop.getByRole('button', { name: /^Actions for / }).click()
  await shop.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(shop.getByLabel('Open to swap')).toBeChecked()
  const hours = shop.getByLabel('Hold for people waiting')
  await expect(hours).toHaveValue('2')
  await hours.selectOption('48 hours')
  await checkScreen(shop, 'how long a copy is reserved')
  await shop.getByRole('button', { name: 'Update Book' }).click()
  await expect(shop.getByRole('dialog')).toHaveCount(0)

  await reserved(page).getByRole('link', { name: 'See the book' }).click()
  await expect(page.getByText(/^Reserved for you until \w+ \d+ \w+, /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Make an offer' })).toBeVisible()
  await checkScreen(page, 'a book that is reserved for me')

  await page.goBack()
  await expect(reserved(page)).toBeVisible()

  await moveClock({ hours: 2.1 })
  await expect(reserved(page)).toHaveCount(0)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText(/Your reservation of “.+” is over\./)).toBeVisible()
  // The next person has two days, because the seller has changed how long reservations last.
  await visit(others, '/buyer/wishlist')
  await expect(reserved(others)).toContainText('Reserved for you until')
  await reserved(others).getByRole('button', { name: 'No, thanks' }).click()
  const question = others.getByRole('alertdialog')
  await expect(question).toContainText('Let this copy go?')
  await checkScreen(others, 'let a copy go')
  await question.getByRole('button', { name: 'No, thanks' }).click()
  await expect(reserved(others)).toHaveCount(0)
  await expect(others.getByText(`'${title}' goes to the next person.`)).toBeVisible()
})

test('a person with only a seller account opens a buyer account to get a reserved copy', async ({
  moveClock,
  put,
  openPage,
  createAccount,
  createBook,
  seller,
}) => {
  const meera = await createAccount('seller', 'Meera Nair')
  const title = unique('Concepts of Physics')
  const wanted = { title, author: 'H. C. Verma' }
  await put('/wants', { titles: [wanted] }, meera)
  const bookId = await createBook(seller, { ...wanted, openToExchange: true })
  await moveClock({ bookIds: [bookId] })

  const page = await openPage(meera, phone)
  await visit(page, '/seller/wishlist')
  await reserved(page).getByRole('link', { name: 'See the book' }).click()
  await expect(page.getByText('You have no buyer account yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open a buyer account' })).toBeVisible()
  await checkScreen(page, 'a reserved book, without a buyer account')
  await page.goBack()
  await reserved(page).getByRole('button', { name: 'Chat with the seller' }).click()
  page.on('dialog', (dialog) => void dialog.accept())
  const signup = page.getByRole('dialog')
  await signup.getByLabel('Address').fill('12 Lake Road, Pune')
  await signup.getByRole('button', { name: 'Signup', exact: true }).click()
  await expect(
    page.getByRole('button', { name: 'Chat with Seller' }).or(page.getByRole('log')),
  ).toBeVisible()
})
