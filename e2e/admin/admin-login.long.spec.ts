import { readLocalStorage, visit } from '#e2e/support/browser-page.ts'
import { adminLogin, expect, type Page, test } from '#e2e/support/fixtures.ts'
import { holdResponses, recordCalls } from '#e2e/support/network.ts'
import { adminRequest } from './admin-pages.ts'

async function logIn(page: Page, password = adminLogin.password) {
  await page.getByLabel('Email').fill(adminLogin.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('without scripts, the form keeps the password out of the URL', async ({ openPage }) => {
  const page = await openPage(undefined, { javaScriptEnabled: false })
  const query = '?next=%2Fadmin%2Fbuyers'
  await page.goto(`/admin/login${query}`)
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await logIn(page)
  expect(new URL((await sent).url()).search).toBe(query)
  await expect(page.getByLabel('Password')).toHaveValue('')
  await expect(page).toHaveURL(`/admin/login${query}`)
})

test('login: required fields, wrong password, and what is stored', async ({ openAt }) => {
  const page = await openAt('/admin/login')
  await expect(page).toHaveTitle('Admin login · Dobara')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Email is required.')).toBeVisible()
  await expect(page.getByText('Password is required.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await logIn(page, 'a wrong password')
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password.')
  await page.getByLabel('Password').fill(adminLogin.password)
  const requests = recordCalls(page, adminRequest('login'))
  const release = await holdResponses(page, adminRequest('login'))
  await page.getByRole('button', { name: 'Login' }).dblclick()
  release()
  await expect(page).toHaveURL('/admin/dashboard')
  expect(requests).toHaveLength(1)
  expect(Object.keys(await readLocalStorage(page))).toEqual(['adminToken'])
  await page.goto('/admin/login')
  await expect(page).toHaveURL('/admin/dashboard')
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/dashboard')
})

test('the pages ask for a login; a buyer is refused', async ({
  openPage,
  openAt,
  createAccount,
}) => {
  const page = await openPage()
  const requests = recordCalls(page)
  for (const path of ['/admin/dashboard', '/admin/audit', '/admin/buyers?search=asha']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Admin login' })).toBeVisible()
    expect(new URL(page.url()).searchParams.get('next')).toBe(path)
  }
  expect(requests).toEqual([])
  await visit(page, page.url())
  await logIn(page)
  await expect(page).toHaveURL('/admin/buyers?search=asha')
  await expect(page.getByRole('searchbox')).toHaveValue('asha')

  const buyer = await openAt('/admin/orders', await createAccount('buyer', 'Asha Patil'))
  await expect(
    buyer.getByRole('heading', { level: 1, name: 'This page is not for this account' }),
  ).toBeVisible()
  await buyer.getByRole('link', { name: 'Log in as an admin' }).click()
  await logIn(buyer)
  await expect(buyer).toHaveURL('/admin/orders')
  // A logout ends only the admin session; the buyer session continues.
  await buyer.getByRole('button', { name: 'Logout' }).click()
  const question = buyer.getByRole('alertdialog', { name: 'Confirm Logout' })
  await expect(question).toContainText('Are you sure you want to log out?')
  const token = (await readLocalStorage(buyer)).adminToken ?? ''
  await question.getByRole('button', { name: 'Yes, Logout' }).click()
  await expect(buyer).toHaveURL('/admin/login')
  await expect
    .poll(async () => Object.keys(await readLocalStorage(buyer)).sort())
    .toEqual(['token', 'userId', 'userName', 'userRole'])
  const response = await buyer.request.get('/api/admin/stats', {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.status()).toBe(401)
  await visit(buyer, '/buyer/orders')
  await expect(buyer.getByText('No orders found.')).toBeVisible()
})
