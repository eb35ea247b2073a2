import { rowOf, visit } from '#e2e/support/browser-page.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { checkPhone, checkScreen, onDesktop, phone, testWithLongTexts } from './check-screen.ts'

test('login, dashboard, menu, profile', async ({ openAt, admin }) => {
  const visitor = await openAt('/admin/login', undefined, onDesktop)
  await visitor.getByRole('button', { name: 'Login' }).click()
  await expect(visitor.getByText('Email is required.')).toBeVisible()
  await checkScreen(visitor, 'admin login')

  const page = await openAt('/admin/profile', admin, onDesktop)
  // The button moves when the profile has loaded.
  await expect(page.getByText(admin.email)).toBeVisible()
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText('New password is required.')).toBeVisible()
  await checkScreen(page, 'profile')
  await visit(page, '/admin/dashboard')
  await expect(page.getByRole('figure', { name: 'Overview Chart' })).toBeVisible()
  await checkScreen(page, 'dashboard')
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await checkPhone(page, 'the menu')
})

testWithLongTexts(
  'the lists, and a page for admins only',
  async ({ openPage, openAt, admin, longTexts: { seller, buyer, title } }) => {
    const page = await openPage(admin, onDesktop)
    for (const [list, search] of Object.entries({
      buyers: buyer.email,
      sellers: seller.email,
      books: title,
      orders: title,
    })) {
      await visit(page, `/admin/${list}?search=${encodeURIComponent(search.slice(0, 90))}`)
      await expect(page.getByRole('row').nth(1)).toBeVisible()
      await checkScreen(page, list)
    }
    await visit(page, '/admin/prices')
    await expect(page.getByText(/^Median error of predictions/)).toBeVisible()
    await checkScreen(page, 'prices')
    await visit(page, '/admin/books?search=nothing-is-called-that')
    await expect(page.getByText('No books found.')).toBeVisible()
    await checkScreen(page, 'no books')
    const other = await openAt('/admin/books', buyer, onDesktop)
    await checkScreen(other, 'not for this account')
  },
)

testWithLongTexts(
  'blocking, password links, audit log, deleting',
  async ({ openAt, admin, requestPasswordReset, longTexts: { seller, buyer, title } }) => {
    const page = await openAt(`/admin/sellers?search=${seller.email}`, admin, onDesktop)
    await page.getByRole('button', { name: 'Block', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await checkScreen(page, 'blocking')
    await page.getByRole('button', { name: 'Yes, Block' }).click()
    await expect(page.getByText('Blocked', { exact: true })).toBeVisible()
    await checkScreen(page, 'a blocked seller')
    await visit(page, `/admin/blocked-orders?search=${encodeURIComponent(title.slice(0, 90))}`)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await checkScreen(page, 'open orders of blocked people')
    await requestPasswordReset(buyer)
    await visit(page, '/admin/password-requests')
    const request = rowOf(page, buyer.email)
    await expect(request).toBeVisible()
    await checkScreen(page, 'password requests')
    await request.getByRole('button', { name: 'Create link' }).click()
    await expect(page.getByRole('dialog').getByLabel('Link')).toBeVisible()
    await checkScreen(page, 'a link to a new password')
    await visit(page, '/admin/audit')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await checkScreen(page, 'audit log')
    await visit(page, `/admin/books?search=${encodeURIComponent(title.slice(0, 90))}`)
    await page.getByRole('button', { name: 'Delete' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Reason is required.')).toBeVisible()
    await checkScreen(page, 'deleting a book')
  },
)
