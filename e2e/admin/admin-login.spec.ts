// The way into the admin's area, around in it, and out again.
import { calls, login } from './admin-pages.ts'
import { expect, type Page, stored, test, visit } from '#e2e/support/fixtures.ts'
import { breakCalls, countCalls, hold } from '#e2e/support/network.ts'

async function logIn(page: Page, word = login.password) {
  await page.getByLabel('Email').fill(login.email)
  await page.getByLabel('Password').fill(word)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('the login: what is required, what is wrong, and what is kept', async ({ openAs }) => {
  const page = await openAs()
  await visit(page, '/admin/login')
  await expect(page).toHaveTitle('Admin login · Dobara')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Email is required.')).toBeVisible()
  await expect(page.getByText('Password is required.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await logIn(page, 'a wrong password')
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password.')
  const mend = await breakCalls(page, calls('login'))
  await logIn(page)
  await expect(page.getByRole('alert')).toHaveText('Login failed')
  mend()
  const sent = countCalls(page, calls('login'))
  const release = await hold(page, calls('login'))
  await page.getByRole('button', { name: 'Login' }).dblclick()
  release()
  await expect(page).toHaveURL('/admin/dashboard')
  expect(sent).toHaveLength(1)
  expect(Object.keys(await stored(page))).toEqual(['adminToken'])
  // Who is in already is not asked again.
  await page.goto('/admin/login')
  await expect(page).toHaveURL('/admin/dashboard')
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/dashboard')
})

test('every page asks for the login and brings one back; a buyer is told that it is not for them', async ({
  openAs,
  makePerson,
}) => {
  const page = await openAs()
  const asked = countCalls(page)
  for (const path of [
    'dashboard',
    'profile',
    'buyers',
    'sellers',
    'books',
    'orders',
    'reviews',
    'password-requests',
    'audit',
    'buyers?search=asha',
  ].map((one) => `/admin/${one}`)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Admin login' })).toBeVisible()
    expect(new URL(page.url()).searchParams.get('next')).toBe(path)
  }
  expect(asked).toEqual([])
  await visit(page, page.url())
  await logIn(page)
  await expect(page).toHaveURL('/admin/buyers?search=asha')
  await expect(page.getByRole('searchbox')).toHaveValue('asha')

  const buyer = await openAs(await makePerson('buyer', 'Asha Patil'))
  await visit(buyer, '/admin/orders')
  await expect(
    buyer.getByRole('heading', { level: 1, name: 'This page is not for this account' }),
  ).toBeVisible()
  await buyer.getByRole('link', { name: 'Log in as an admin' }).click()
  await logIn(buyer)
  await expect(buyer).toHaveURL('/admin/orders')
  // The admin's session stands beside the buyer's; the logout ends the admin's alone.
  await buyer.getByRole('button', { name: 'Logout' }).click()
  const question = buyer.getByRole('alertdialog', { name: 'Confirm Logout' })
  await expect(question).toContainText('Are you sure you want to log out?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(buyer).toHaveURL('/admin/orders')
  await buyer.getByRole('button', { name: 'Logout' }).click()
  const token = (await stored(buyer)).adminToken ?? ''
  await question.getByRole('button', { name: 'Yes, Logout' }).click()
  await expect(buyer).toHaveURL('/admin/login')
  await expect
    .poll(async () => Object.keys(await stored(buyer)).sort())
    .toEqual(['token', 'userId', 'userName', 'userRole'])
  const dead = await buyer.request.get('/api/admin/stats', {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(dead.status()).toBe(401)
  await visit(buyer, '/buyer/orders')
  await expect(buyer.getByText('No orders found.')).toBeVisible()
})

test('an admin’s session that died beside a live buyer’s asks for the login, and leaves the buyer’s alone', async ({
  openAs,
  makePerson,
}) => {
  const page = await openAs(await makePerson('buyer', 'Asha Patil'))
  await visit(page, '/about')
  await page.evaluate(() => localStorage.setItem('adminToken', 'a-token-that-is-dead'))
  await page.goto('/admin/buyers')
  await expect(page.getByRole('link', { name: 'Log in as an admin' })).toBeVisible()
  expect(Object.keys(await stored(page)).sort()).toEqual([
    'token',
    'userId',
    'userName',
    'userRole',
  ])
})

test('on a low screen the sidebar scrolls', async ({ openAs, admin }) => {
  const page = await openAs(admin, { viewport: { width: 1024, height: 360 } })
  await visit(page, '/admin/profile')
  const nav = page.getByRole('navigation', { name: 'Admin' })
  const [link, logout] = [
    nav.getByRole('link', { name: 'Audit log' }),
    nav.getByRole('button', { name: 'Logout' }),
  ]
  await logout.scrollIntoViewIfNeeded()
  await expect(logout).toBeInViewport({ ratio: 1 })
  for (const one of [link, logout]) {
    const box = await one.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(208)
  }
})

test('on a phone the sidebar folds behind a button', async ({ openAs, admin }) => {
  const page = await openAs(admin, { viewport: { width: 360, height: 740 } })
  await visit(page, '/admin/dashboard')
  const nav = page.getByRole('navigation', { name: 'Admin' })
  await expect(nav.getByRole('link', { name: 'Buyers' })).toBeHidden()
  await nav.getByRole('button', { name: 'Open menu' }).click()
  await expect(nav.getByRole('list').getByRole('link')).toHaveText([
    'Dashboard',
    'Profile',
    'Buyers',
    'Sellers',
    'Books',
    'Orders',
    'Reviews',
    // With how many wait.
    /^Passwords/,
    'Prices',
    'Audit log',
  ])
  await nav.getByRole('link', { name: 'Buyers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Buyers' })).toBeVisible()
  await expect(nav.getByRole('link', { name: 'Sellers' })).toBeHidden()
})
