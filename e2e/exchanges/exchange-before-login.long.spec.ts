import { checkPhone } from '#e2e/accessibility/check-screen.ts'
import { test, type as typeInto } from '#e2e/journeys/phone.ts'
import { expect, password, unique } from '#e2e/support/fixtures.ts'
import { offerCard } from './offer-card.ts'
import { openSeller } from './open-seller.ts'

test('an exchange is asked for before the login, and cancelled as a whole', async ({
  openPhone,
  createAccount,
  createBook,
  post,
}) => {
  const asha = await createAccount('seller', 'Asha Patil')
  const ravi = await createAccount('buyer', 'Ravi Kumar')
  const bookId = await createBook(asha, {
    title: unique('Optics'),
    price: 300,
    openToExchange: true,
  })
  await createBook(await openSeller(post, ravi), { title: unique('Waves'), price: 300 })
  const { page } = await openPhone(`/buyer/book/${bookId}`)
  await page.getByRole('button', { name: 'Swap', exact: true }).tap()
  const login = page.getByRole('dialog')
  await login.getByLabel('Email').fill(ravi.email)
  await login.getByLabel('Password', { exact: true }).fill(password)
  await login.getByRole('button', { name: 'Login', exact: true }).tap()
  const form = page.getByRole('dialog', { name: 'Offer a swap' })
  await form.getByRole('button', { name: 'Send offer' }).tap()
  await expect(offerCard(page)).toContainText('No cash difference')

  const seller = await openPhone('/seller/chats', asha)
  await seller.page.getByRole('link', { name: 'Ravi Kumar' }).tap()
  await offerCard(seller.page).getByRole('button', { name: 'Counteroffer' }).tap()
  const counter = seller.page.getByRole('dialog', { name: 'Make a counteroffer' })
  await counter.getByLabel('Who pays it').selectOption('Ravi Kumar')
  await typeInto(counter.getByLabel('Cash difference (₹)'), '30')
  await counter.getByRole('button', { name: 'Send offer' }).tap()
  await expect(offerCard(page)).toContainText('You pay ₹30 on top')
  await offerCard(page).getByRole('button', { name: 'Accept' }).tap()
  await offerCard(page).getByRole('link', { name: 'Open the swap' }).tap()
  await page.getByRole('button', { name: 'Cancel the swap' }).tap()
  await page.getByRole('button', { name: 'Yes, cancel it' }).tap()
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('Cancelled')
  await checkPhone(page, 'a cancelled exchange')
  await expect(seller.page.getByRole('log')).toContainText('is now Cancelled')
})
