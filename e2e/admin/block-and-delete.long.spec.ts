import { readLocalStorage, rowOf, visit } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { recordCalls } from '#e2e/support/network.ts'
import { removeWithReason, unblockWithReason } from './admin-pages.ts'

test('blocking logs out at once, and can be undone', async ({ openAt, admin, createAccount }) => {
  const name = unique('Asha')
  const account = await createAccount('buyer', name)
  const buyer = await openAt('/buyer/orders', account)
  await expect(buyer.getByText('No orders found.')).toBeVisible()
  const page = await openAt(`/admin/buyers?search=${encodeURIComponent(name)}`, admin)
  const row = rowOf(page, name)
  await expect(row).toContainText('Active')
  await row.getByRole('button', { name: 'Block', exact: true }).click()
  const question = page.getByRole('dialog', { name: `Block ${name}?` })
  await expect(question).toContainText('They are logged out at once')

  const toggles = recordCalls(page, { path: /toggle-status$/ })
  await question.getByRole('button', { name: 'Yes, Block' }).dblclick()
  await expect(row).toContainText('Blocked')
  expect(toggles).toHaveLength(1)
  await expect(buyer.getByRole('dialog', { name: 'Login as Buyer' })).toBeVisible()
  await expect(
    buyer.getByText('Your account has been blocked. Please contact support.'),
  ).toBeVisible()
  expect(await readLocalStorage(buyer)).not.toHaveProperty('token')
  await row.getByRole('button', { name: 'Unblock' }).click()
  await unblockWithReason(page, name, 'It was a mix-up.')
  await expect(row).toContainText('Active')
  await visit(page, '/admin/audit')
  const log = rowOf(page, name)
  await expect(log.nth(0)).toContainText('Unblocked buyer')
  await expect(log.nth(0)).toContainText('It was a mix-up.')
  await expect(log.nth(1)).toContainText('Blocked buyer')
})

test('an admin releases hidden books', async ({ openAt, admin, createAccount, createBook }) => {
  const name = unique('Ravi')
  const title = unique('Fluids')
  await createBook(await createAccount('seller', name), { title })
  const page = await openAt(`/admin/sellers?search=${encodeURIComponent(name)}`, admin)
  const row = rowOf(page, name)
  await row.getByRole('button', { name: 'Block', exact: true }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Their books leave the market')
  await question.getByRole('button', { name: 'Yes, Block' }).click()
  await expect(row).toContainText('Blocked')
  const visitor = await openAt(`/books?search=${encodeURIComponent(title)}`)
  await expect(visitor.getByText('No books found.')).toBeVisible()
  await row.getByRole('button', { name: 'Unblock' }).click()
  await expect(page.getByRole('dialog')).toContainText('Their listings stay hidden')
  await unblockWithReason(page, name, 'It was a mix-up.')
  await expect(row).toContainText('Active')
  await row.getByRole('button', { name: 'Release 1 listing' }).click()
  await page.getByRole('button', { name: 'Release', exact: true }).click()
  // The open dialog hides the row from searches by role, so this waits until the dialog is closed.
  await expect(row).toBeVisible()
  await expect(row.getByRole('button', { name: 'Release 1 listing' })).toBeHidden()
  await visitor.reload()
  await expect(visitor.getByText(title).first()).toBeVisible()
})

test('a book is deleted with a reason, which is posted in its chats', async ({
  openAt,
  admin,
  orderBook,
  seller,
  buyer,
}) => {
  const title = unique('Photocopied Notes')
  const { chat } = await orderBook(seller, buyer, { title })
  const reader = await openAt(`/seller/chats?chat=${chat._id}`, seller)
  const page = await openAt(`/admin/books?search=${encodeURIComponent(title)}`, admin)
  await rowOf(page, title).getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this book?' })
  await expect(dialog).toContainText(`${title}, sold by Ravi Kumar`)
  await removeWithReason(page, dialog, {
    list: 'books',
    button: 'Delete',
    reason: 'A photocopy is not a book.',
    failure: 'Failed to delete book.',
    success: `'${title}' was deleted.`,
  })
  await expect(page.getByText('No books found.')).toBeVisible()
  await expect(reader.getByRole('log')).toContainText(
    'is now Cancelled. An admin took this book off the market. Reason: A photocopy is not a book.',
  )
  await visit(page, '/admin/audit')
  await expect(rowOf(page, title)).toContainText('Deleted book')
  await expect(rowOf(page, title)).toContainText('A photocopy is not a book.')
})
