// From a seller's sign-up to the delivery.
import { fillTitleAndAuthor } from '#e2e/pricing/old-book-form.ts'
import { submitLogin, visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, password, test, unique } from '#e2e/support/fixtures.ts'
import { makePhotos } from '#e2e/support/photos.ts'

type Flow = {
  seller: Page
  buyer: Page
  title: string
  email: string
  /** The texts of the seller's browser dialogs. */
  alerts: string[]
}

async function signUpSeller({ seller, email, alerts }: Flow): Promise<void> {
  await seller.goto('/')
  await seller.getByRole('banner').getByRole('button', { name: 'Sell Books' }).click()
  const dialog = seller.getByRole('dialog', { name: 'Login as Seller' })
  await dialog.getByRole('button', { name: "Don't have an account? Signup" }).click()
  const signup = seller.getByRole('dialog', { name: 'Signup as Seller' })
  await signup.getByLabel('Name', { exact: true }).fill('Ravi Kumar')
  await signup.getByLabel('Seller type').selectOption('student')
  await expect(signup.getByLabel('Shop name')).toBeHidden()
  await signup.getByLabel('Email').fill(email)
  await signup.getByLabel('Password').fill(password)
  await signup.getByRole('button', { name: 'Signup', exact: true }).click()
  await expect(signup).toBeHidden()
  expect(alerts.at(-1)).toBe('Signup successful! Please log in.')
  // The login follows automatically, and leads to Add Book.
  await submitLogin(dialog, email, password)
  await expect(seller.getByRole('dialog', { name: 'Add Book' })).toBeVisible()
}

async function listBook({ seller, title }: Flow): Promise<void> {
  await seller.goto('/seller/manage-books')
  await seller.getByRole('button', { name: 'Add Book' }).click()
  const dialog = seller.getByRole('dialog')
  await dialog.getByRole('button', { name: /Old Book/ }).click()
  await expect(dialog.getByLabel(/^ISBN/)).toBeFocused()
  await dialog.getByLabel('Condition').selectOption('good')
  await dialog.getByLabel('Publication year').fill('2021')
  await dialog.getByLabel('Pages').fill('640')
  await dialog.getByLabel('Original price').fill('650')
  await dialog.getByLabel('Images (2-5)').setInputFiles(await makePhotos(180, 60))
  await dialog.getByRole('button', { name: 'Predict Price' }).click()
  await expect(dialog.getByLabel('Predicted price', { exact: true })).toHaveValue(/^₹\d+\.\d\d$/)
  await expect(dialog.getByLabel('Accept Predicted Price')).toBeChecked()
  await dialog.getByRole('button', { name: 'Next' }).click()
  await fillTitleAndAuthor(dialog, title, 'P. K. Nag')
  await dialog.getByLabel('Branch').selectOption('Mechanical')
  await expect(dialog.getByRole('region', { name: /^Your price/ })).toHaveAttribute(
    'aria-busy',
    'false',
  )
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(seller.getByText('✅ Book Added Successfully!')).toBeVisible()
  await expect(seller.getByRole('row').filter({ hasText: title })).toBeVisible()
}

async function find({ buyer, title }: Flow): Promise<void> {
  await visit(buyer, '/buyer/dashboard')
  await expect(buyer.getByRole('banner').getByRole('link', { name: 'My Orders' })).toBeVisible()
  await buyer.getByPlaceholder('Search by title or author...').fill(title.toUpperCase())
  await expect(buyer).toHaveURL(/search=ENGINEERING/)
  // Finds the book by its whole title, because another book may be shown until the results arrive.
  await buyer.getByRole('main').getByTitle(title).first().click()
  await expect(buyer.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

async function chat({ seller, buyer, title }: Flow): Promise<void> {
  await buyer.getByRole('button', { name: 'Chat with Seller' }).click()
  await expect(buyer).toHaveURL(/\/buyer\/chats\?chat=/)
  await buyer.getByLabel('Message', { exact: true }).fill('Is it still available?')
  await buyer.getByRole('button', { name: 'Send' }).click()
  await expect(buyer.getByRole('log').getByText('Is it still available?')).toBeVisible()
  await expect(seller.getByRole('link', { name: /Chats 1 unread message/ })).toBeVisible()
  await seller.getByRole('link', { name: /^Chats/ }).click()
  const row = seller
    .getByRole('list', { name: 'Chats' })
    .getByRole('link')
    .filter({ hasText: title })
  await expect(row).toContainText('1 unread message')
  await row.click()
  await expect(seller.getByRole('log').getByText('Is it still available?')).toBeVisible()
  await expect(buyer.getByRole('img', { name: 'Read' })).toBeVisible()
  await buyer.getByRole('link', { name: 'My Orders' }).click()
  await expect(buyer.getByText('No orders found.')).toBeVisible()
  await seller.getByLabel('Message', { exact: true }).fill('Yes, meet me at the college gate.')
  await seller.getByRole('button', { name: 'Send' }).click()
  await expect(buyer.getByRole('link', { name: /Chats 1 unread message/ })).toBeVisible()
}

async function createOrder({ seller, buyer, title }: Flow): Promise<void> {
  await seller.getByRole('button', { name: 'Create Order' }).click()
  const dialog = seller.getByRole('dialog', { name: 'Create Order' })
  await dialog.getByLabel('Delivery address').fill('Hostel 4, Room 12, COEP, Pune')
  await dialog.getByLabel('Phone number').fill('98765 43210')
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expect(dialog).toBeHidden()
  const card = buyer.getByRole('article').filter({ hasText: title })
  await expect(card).toContainText('Pending')
  await expect(card).toContainText('Hostel 4, Room 12, COEP, Pune')
  await expect(card).toContainText('Purchase')
}

async function deliver({ seller, buyer, title }: Flow): Promise<void> {
  await seller.goto('/seller/orders')
  await seller
    .getByRole('row')
    .filter({ hasText: title })
    .getByRole('combobox')
    .selectOption('Delivered')
  await expect(buyer.getByRole('article').filter({ hasText: title })).toContainText('Delivered')
  await buyer.getByRole('link', { name: 'Check Order Chat' }).click()
  await expect(buyer.getByRole('log')).toContainText('Delivered')
}

async function expectNotListed({ buyer, title }: Flow): Promise<void> {
  await buyer.goto(`/buyer/dashboard?search=${encodeURIComponent(title)}`)
  await expect(buyer.getByText('No books found.')).toBeVisible()
}

test('a book is listed, found, talked about and delivered', async ({ openPage, buyer }) => {
  const flow: Flow = {
    seller: await openPage(),
    buyer: await openPage(buyer),
    title: unique('Engineering Thermodynamics'),
    email: `${unique('ravi').replace(' ', '.')}@example.com`,
    alerts: [],
  }
  flow.seller.on('dialog', (dialog) => {
    flow.alerts.push(dialog.message())
    void dialog.accept()
  })
  await test.step('the seller signs up and logs in', () => signUpSeller(flow))
  await test.step('lists an old book with two photos and the predicted price', () => listBook(flow))
  await test.step('a buyer searches and opens it', () => find(flow))
  await test.step('they chat live, with unread counts', () => chat(flow))
  await test.step('the seller creates the order, and the buyer sees it without reloading', () =>
    createOrder(flow))
  await test.step('the seller delivers, and the buyer sees that live', () => deliver(flow))
  await test.step('the sold book is no longer listed', () => expectNotListed(flow))
})
