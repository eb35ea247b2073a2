// An admin blocks a person: what the other side of open orders sees, and the admin's list of these
// orders.
import { checkWidth } from '#e2e/accessibility/check-screen.ts'
import { rowOf, visit } from '#e2e/support/browser-page.ts'
import { expect, onPhone, type Page, test, unique } from '#e2e/support/fixtures.ts'

async function blockSeller(page: Page, name: string) {
  await visit(page, `/admin/sellers?search=${encodeURIComponent(name)}`)
  await rowOf(page, name).getByRole('button', { name: 'Block', exact: true }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('1 open order. The other side is notified in the chat')
  await question.getByRole('button', { name: 'Yes, Block' }).click()
  await expect(rowOf(page, name)).toContainText('Blocked')
}

test('what happens to the orders of a blocked person', async ({
  openPage,
  openAt,
  admin,
  createAccount,
  orderBook,
}) => {
  const [sellerName, buyerName] = [unique('Ravi'), unique('Asha')]
  const title = unique('Statics')
  const seller = await createAccount('seller', sellerName)
  const buyer = await createAccount('buyer', buyerName)
  await orderBook(seller, buyer, { title })
  const page = await openPage(admin, onPhone)
  await blockSeller(page, sellerName)

  const buyersPage = await openAt('/buyer/chats', buyer, onPhone)
  await expect(buyersPage.getByText(title).first()).toBeVisible()
  await buyersPage.getByText(title).first().click()
  await expect(buyersPage.getByRole('log')).toContainText(
    'You can still finish or cancel this order by yourself.',
  )
  await visit(buyersPage, '/buyer/orders')
  const order = buyersPage.getByRole('article')
  await expect(order).toContainText(
    'If you have the book, say that you have received it; if not, cancel the order, and pay nothing more.',
  )
  await checkWidth(buyersPage, 'an order of a blocked person')

  await visit(page, '/admin/orders')
  await page.getByRole('link', { name: 'Open orders with blocked users' }).click()
  await expect(page.getByRole('heading', { name: 'Open orders with blocked users' })).toBeVisible()
  await page.getByRole('searchbox').fill(title)
  await expect(page).toHaveURL(/search=/)
  // Waits until the other rows are gone, because a row that moves can't be clicked.
  await expect(page.getByRole('row')).toHaveCount(2)
  const row = rowOf(page, title)
  await expect(row).toContainText(`${sellerName}Blocked`)
  await checkWidth(page, 'orders of blocked people')
  await row.getByRole('link').click()
  await expect(page).toHaveURL(/\/admin\/orders\/[0-9a-f-]{36}$/)

  await order.getByRole('button', { name: 'Cancel order' }).click()
  await buyersPage.getByRole('alertdialog').getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(order).not.toContainText('was blocked by Dobara')
  await visit(page, `/admin/blocked-orders?search=${encodeURIComponent(title)}`)
  const none = page.getByText('No open orders with blocked users.')
  await expect(none).toBeVisible()
})
