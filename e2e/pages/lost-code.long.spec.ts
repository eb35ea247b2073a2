// If a code file doesn't load, the page continues without the part that needs it.
import { visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, test, unique } from '#e2e/support/fixtures.ts'

const loseFiles = (page: Page, name: string) =>
  page.route(`**/assets/${name}-*.js`, (route) => route.abort('connectionfailed'))
const advice = 'Check your connection, then reload the page.'

test('a book’s page stays when its photos or the login can’t be opened', async ({
  openPage,
  createAccount,
  createBook,
}) => {
  const title = unique('Optics')
  const id = await createBook(await createAccount('seller', 'Ravi Kumar'), {
    title,
    photos: [80, 120],
  })
  const page = await openPage()
  await loseFiles(page, 'photo-viewer')
  await loseFiles(page, 'auth-forms')
  await visit(page, `/buyer/book/${id}`)
  await page.getByRole('button', { name: /enlarge$/ }).click()
  await expect(page.getByText(`This could not be loaded. ${advice}`)).toBeVisible()
  await page.getByRole('button', { name: 'Chat with Seller' }).click()
  await expect(page).not.toHaveURL(/login=/)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
})

test('orders stay when a payment can’t be opened; a dashboard stays without its chart', async ({
  openPage,
  createAccount,
  orderBook,
  putOrder,
}) => {
  const [seller, buyer] = [
    await createAccount('seller', 'Ravi Kumar'),
    await createAccount('buyer', 'Asha Patil'),
  ]
  const order = await orderBook(seller, buyer, { title: unique('Optics') })
  await putOrder(buyer, order, 'confirm')
  const orders = await openPage(buyer)
  await loseFiles(orders, 'payments-dialog')
  await visit(orders, '/buyer/orders')
  await orders.getByRole('button', { name: /^Payment/ }).click()
  await expect(orders.getByText(`This could not be loaded. ${advice}`)).toBeVisible()
  await expect(orders.getByRole('button', { name: /^Payment/ })).toBeVisible()

  const dashboard = await openPage(seller)
  await loseFiles(dashboard, 'sales-bars')
  await visit(dashboard, '/seller/dashboard')
  await expect(dashboard.getByText(`Could not load. ${advice}`)).toBeVisible()
  await expect(dashboard.getByRole('heading', { level: 1 })).toBeVisible()
})
