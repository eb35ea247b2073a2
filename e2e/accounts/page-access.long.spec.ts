// Tests which pages each account can open, and sessions across tabs.
import { acceptDialogs, readLocalStorage, submitLogin, visit } from '#e2e/support/browser-page.ts'
import { expect, password, test } from '#e2e/support/fixtures.ts'
import { recordCalls } from '#e2e/support/network.ts'

const guarded = {
  buyer: ['/buyer/orders', '/buyer/chats?chat=x'],
  seller: ['/seller/orders', '/seller/chats?chat=x'],
}
for (const side of ['buyer', 'seller'] as const)
  test(`the pages of a ${side} ask for a login and return to themselves after it`, async ({
    openPage,
    sharedAccounts,
  }) => {
    const account = sharedAccounts[side]
    const page = await openPage()
    acceptDialogs(page)
    for (const path of guarded[side]) {
      await page.goto(path)
      await expect(
        page.getByRole('dialog', { name: `Login as ${side === 'buyer' ? 'Buyer' : 'Seller'}` }),
      ).toBeVisible()
      expect(new URL(page.url()).searchParams.get('next')).toBe(path)
    }
    const dialog = page.getByRole('dialog')
    await submitLogin(dialog, account.email, password)
    await expect(page).toHaveURL(guarded[side].at(-1) ?? '')
    await expect(
      page
        .getByRole('heading', { name: 'Chats', exact: true })
        .or(page.getByRole('dialog', { name: 'Chat' }))
        .first(),
    ).toBeVisible()
  })

test('a page of another role says that it isn’t for this account', async ({ openPage, buyer }) => {
  const page = await openPage(buyer)
  const calls = recordCalls(page)
  await visit(page, '/seller/orders')
  await expect(
    page.getByRole('heading', { level: 1, name: 'This page is not for this account' }),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'To my pages' })).toBeVisible()
  expect(calls).toEqual([])
  await page.getByRole('button', { name: 'Switch to my seller account' }).click()
  const signup = page.getByRole('dialog', { name: 'Signup as Seller' })
  await expect(signup.getByLabel('Name', { exact: true })).toHaveValue('Asha Patil')
})

test('a logout elsewhere ends the session', async ({ openAt, openTab, request, buyer }) => {
  const first = await openAt('/buyer/orders', buyer)
  const second = await openTab(first)
  await visit(second, '/buyer/chats')
  await expect(second.getByText('No active chats.')).toBeVisible()
  await first.getByRole('button', { name: 'Logout' }).click()
  await first.getByRole('button', { name: 'Yes, Logout' }).click()
  await expect(first).toHaveURL('/')
  await expect(second.getByRole('dialog', { name: 'Login as Buyer' })).toBeVisible()
  await expect(second.getByText('No active chats.')).toBeHidden()

  await submitLogin(second.getByRole('dialog'), buyer.email, password)
  await expect(second).toHaveURL('/buyer/chats')
  const { token } = await readLocalStorage(second)
  const headers = { authorization: `Bearer ${token}` }
  expect((await request.post('/api/auth/logout', { headers, data: {} })).status()).toBe(200)
  await expect(second.getByRole('dialog', { name: 'Login as Buyer' })).toBeVisible()
  expect(await readLocalStorage(second)).not.toHaveProperty('token')
})

test('a buyer opens the other side, and switches with one press', async ({ openPage, buyer }) => {
  const page = await openPage(buyer)
  acceptDialogs(page)
  await visit(page, '/')
  // The header of logged-in people shows the bell and the chats on public pages, too.
  const bar = page.getByRole('banner')
  for (const name of ['Chats', 'My Orders'])
    await expect(bar.getByRole('link', { name, exact: true })).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Notifications' })).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Log in' })).toBeHidden()
  await bar.getByRole('button', { name: 'Sell Books' }).click()
  const signup = page.getByRole('dialog', { name: 'Signup as Seller' })
  await expect(signup.getByLabel('Name', { exact: true })).toHaveValue('Asha Patil')
  await expect(signup.getByLabel('Password')).toHaveCount(0)
  await signup.getByRole('button', { name: 'Signup', exact: true }).click()
  // New sellers go straight to Add Book.
  await expect(page).toHaveURL('/seller/dashboard?add=book')
  await page
    .getByRole('dialog', { name: 'Add Book' })
    .getByRole('button', { name: 'Close' })
    .click()
  await expect(page).toHaveURL('/seller/dashboard')
  await page.getByRole('button', { name: 'Switch to buying' }).click()
  await expect(page).toHaveURL('/buyer/dashboard')
  await page.getByRole('button', { name: 'Switch to selling' }).click()
  await expect(page).toHaveURL('/seller/dashboard')
})
