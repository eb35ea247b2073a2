// The way in and the way out: both modals, the guards, and what two tabs share.
import type { Page } from '@playwright/test'
import { bearer, expect, password, test, unique, visit } from './fixtures.ts'
import { breakCalls, countCalls, hold } from './network.ts'

/** Answers every browser dialog with yes and keeps what they said. */
function accept(page: Page): string[] {
  const said: string[] = []
  page.on('dialog', (dialog) => {
    said.push(`${dialog.type()}: ${dialog.message()}`)
    void dialog.accept()
  })
  return said
}

const freshMail = () => `${unique('mail').replace(' ', '-')}@example.com`
const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }) as Record<string, string>)

test('the buyer modal: titles, toggle, fields, reset on closing', async ({ openAs }) => {
  const page = await openAs()
  await visit(page, '/about')
  const open = () => page.getByRole('banner').getByRole('button', { name: 'Buy Books' }).click()
  await open()
  const login = page.getByRole('dialog', { name: 'Login as Buyer' })
  await expect(login.getByRole('textbox')).toHaveCount(2)
  await login.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(login.getByText('Email is required.')).toBeVisible()
  await expect(login.getByText('Password is required.')).toBeVisible()
  await expect(login.getByLabel('Email')).toBeFocused()
  await login.getByLabel('Email').fill('not an address')
  await login.getByLabel('Password').fill(password)
  await login.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(login.getByText('Enter a valid email address.')).toBeVisible()
  await expect(login.getByLabel('Email')).toHaveAttribute('type', 'email')
  await expect(login.getByLabel('Password')).toHaveAttribute('type', 'password')
  await login.getByLabel('Email').fill(freshMail())
  await login.getByLabel('Password').press('Enter')
  await expect(login.getByRole('alert')).toHaveText('Invalid email or password.')
  await expect(login.getByLabel('Password')).toHaveValue(password)

  // Switching clears the message.
  await login.getByRole('button', { name: "Don't have an account? Signup" }).click()
  const signup = page.getByRole('dialog', { name: 'Signup as Buyer' })
  await expect(signup.getByRole('alert')).toBeHidden()
  await expect(signup.getByRole('textbox')).toHaveCount(4)
  await signup.getByRole('button', { name: 'Signup', exact: true }).click()
  for (const field of ['Name', 'Address', 'Email', 'Password']) await expect(signup.getByText(`${field} is required.`)).toBeVisible()
  await expect(signup.getByLabel('Name', { exact: true })).toBeFocused()
  await signup.getByLabel('Name', { exact: true }).fill('Half a form')

  // Closing resets the form and returns to login.
  await signup.getByRole('button', { name: 'Close' }).click()
  await expect(signup).toBeHidden()
  await expect(page).toHaveURL('/about')
  await open()
  await expect(login).toBeVisible()
  await expect(login.getByRole('alert')).toBeHidden()
  await expect(login.getByLabel('Email')).toHaveValue('')
  await login.getByRole('button', { name: "Don't have an account? Signup" }).click()
  await expect(signup.getByLabel('Name', { exact: true })).toHaveValue('')
  await signup.getByRole('button', { name: 'Already have an account? Login' }).click()
  await expect(login).toBeVisible()
  // The back button closes it, and forward opens it again.
  await page.goBack()
  await expect(login).toBeHidden()
  await page.goForward()
  await expect(login).toBeVisible()
})

test('the seller modal: what a shop owner fills in and a student does not', async ({ openAs }) => {
  const page = await openAs()
  await visit(page, '/?login=seller')
  const login = page.getByRole('dialog', { name: 'Login as Seller' })
  await expect(login.getByRole('textbox')).toHaveCount(2)
  await login.getByRole('button', { name: "Don't have an account? Signup" }).click()
  const signup = page.getByRole('dialog', { name: 'Signup as Seller' })
  await expect(signup.getByLabel('Seller type').getByRole('option')).toHaveText(['Shop owner', 'Student'])
  await signup.getByLabel('Seller type').selectOption('Shop owner')
  await signup.getByRole('button', { name: 'Signup', exact: true }).click()
  for (const field of ['Name', 'Shop name', 'Shop address', 'Email', 'Password'])
    await expect(signup.getByText(`${field} is required.`, { exact: true })).toBeVisible()
  await signup.getByLabel('Shop name').fill('Lotus Books')
  await signup.getByLabel('Seller type').selectOption('Student')
  await expect(signup.getByLabel('Shop name')).toBeHidden()
  await expect(signup.getByLabel('Shop address')).toBeHidden()

  const said = accept(page)
  const mail = freshMail()
  await signup.getByLabel('Name', { exact: true }).fill('Ravi Kumar')
  await signup.getByLabel('Email').fill(mail)
  await signup.getByLabel('Password').fill(password)
  await signup.getByRole('button', { name: 'Signup', exact: true }).click()
  await expect(signup).toBeHidden()
  expect(said).toEqual(['alert: Signup successful! Please log in.'])
  // No automatic login.
  expect(await stored(page)).not.toHaveProperty('token')
})

test('a shop owner signs up and a double click does it once', async ({ openAs }) => {
  const page = await openAs()
  const said = accept(page)
  await visit(page, '/?login=seller&signup=1')
  const signup = page.getByRole('dialog', { name: 'Signup as Seller' })
  await signup.getByLabel('Seller type').selectOption('Shop owner')
  await signup.getByLabel('Name', { exact: true }).fill('Meera Shah')
  await signup.getByLabel('Shop name').fill('Lotus Books')
  await signup.getByLabel('Shop address').fill('4 Station Road, Nashik')
  const mail = freshMail()
  await signup.getByLabel('Email').fill(mail)
  await signup.getByLabel('Password').fill(password)
  const calls = countCalls(page, { path: /signup$/ })
  const release = await hold(page, { path: /signup$/ })
  await signup.getByRole('button', { name: 'Signup', exact: true }).dblclick()
  await expect(signup.getByRole('button', { name: 'Signup', exact: true })).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(signup).toBeHidden()
  expect(calls).toEqual(['POST /seller/signup'])
  expect(said).toEqual(['alert: Signup successful! Please log in.'])

  // The same address again: the server's word stands in red under the form, and nothing is lost.
  await visit(page, '/?login=seller&signup=1')
  await signup.getByLabel('Name', { exact: true }).fill('Meera Shah')
  await signup.getByLabel('Email').fill(mail)
  await signup.getByLabel('Password').fill(password)
  await signup.getByRole('button', { name: 'Signup', exact: true }).click()
  await expect(signup.getByRole('alert')).toHaveText('An account with this email already exists.')
  await expect(signup.getByLabel('Name', { exact: true })).toHaveValue('Meera Shah')
})

test('failing calls are told under the form', async ({ openAs }) => {
  const page = await openAs()
  await visit(page, '/?login=buyer')
  const mend = await breakCalls(page, { path: /(login|signup)$/ })
  const login = page.getByRole('dialog', { name: 'Login as Buyer' })
  await login.getByLabel('Email').fill(freshMail())
  await login.getByLabel('Password').fill(password)
  await login.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(login.getByRole('alert')).toHaveText('Login failed.')
  await login.getByRole('button', { name: "Don't have an account? Signup" }).click()
  const signup = page.getByRole('dialog', { name: 'Signup as Buyer' })
  await signup.getByLabel('Name', { exact: true }).fill('Asha Patil')
  await signup.getByLabel('Address').fill('12 Lake Road, Pune')
  await signup.getByLabel('Email').fill(freshMail())
  await signup.getByLabel('Password').fill(password)
  await signup.getByRole('button', { name: 'Signup', exact: true }).click()
  await expect(signup.getByRole('alert')).toHaveText('Something went wrong')
  mend()
  const unplug = await breakCalls(page, { path: /signup$/ }, 'connection')
  await signup.getByRole('button', { name: 'Signup', exact: true }).click()
  // The error's own text where the server said nothing.
  await expect(signup.getByRole('alert')).toHaveText('No connection to Dobara. Please check your network and try again.')
  unplug()
  const said = accept(page)
  await signup.getByRole('button', { name: 'Signup', exact: true }).click()
  await expect(signup).toBeHidden()
  expect(said).toEqual(['alert: Signup successful! Please log in.'])
})

test('login keeps the credentials and leads to the role’s own page, logout removes them', async ({ openAs, makePerson }) => {
  const buyer = await makePerson('buyer', 'Asha Patil')
  const page = await openAs()
  const said = accept(page)
  await visit(page, '/?login=buyer')
  const login = page.getByRole('dialog', { name: 'Login as Buyer' })
  await login.getByLabel('Email').fill(buyer.email.toUpperCase())
  await login.getByLabel('Password').fill(password)
  await login.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/buyer/dashboard')
  await expect(login).toBeHidden()
  expect(said).toEqual(['alert: Login successful!'])
  const kept = await stored(page)
  expect(kept).toMatchObject({ userId: buyer.userId, userRole: 'buyer', userName: 'Asha Patil' })
  expect(kept.token).toMatch(/./)

  const bar = page.getByRole('banner')
  for (const name of ['Home', 'My Orders', 'Chats']) await expect(bar.getByRole('link', { name, exact: true })).toBeVisible()
  await bar.getByRole('button', { name: 'Logout' }).click()
  const question = page.getByRole('alertdialog', { name: 'Confirm Logout' })
  await expect(question).toContainText('Are you sure you want to log out?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect((await stored(page)).token).toBe(kept.token)
  await bar.getByRole('button', { name: 'Logout' }).click()
  await question.getByRole('button', { name: 'Yes, Logout' }).click()
  await expect(page).toHaveURL('/')
  const left = await stored(page)
  for (const key of ['token', 'userId', 'userRole', 'userName']) expect(left).not.toHaveProperty(key)
  // The server has forgotten it as well.
  await expect
    .poll(async () => (await page.request.get('/api/chats', { headers: { authorization: `Bearer ${kept.token}` } })).status())
    .toBe(401)
})

test('a seller logs in, and the browser asks before logging out', async ({ openAs, makePerson }) => {
  const seller = await makePerson('seller', 'Ravi Kumar')
  const page = await openAs()
  const answers = [true, false, true]
  const said: string[] = []
  page.on('dialog', (dialog) => {
    said.push(`${dialog.type()}: ${dialog.message()}`)
    void (answers.shift() ? dialog.accept() : dialog.dismiss())
  })
  await visit(page, '/?login=seller')
  const login = page.getByRole('dialog', { name: 'Login as Seller' })
  await login.getByLabel('Email').fill(seller.email)
  await login.getByLabel('Password').fill(password)
  await login.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/seller/dashboard')
  await visit(page, '/seller/orders')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.poll(() => said.length).toBe(2)
  await expect(page).toHaveURL('/seller/orders')
  expect(await stored(page)).toHaveProperty('token')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  expect(said).toEqual([
    'alert: Login successful!',
    'confirm: Are you sure you want to logout?',
    'confirm: Are you sure you want to logout?',
  ])
  expect(await stored(page)).not.toHaveProperty('token')
})

const guarded = {
  buyer: ['/buyer/orders', '/buyer/chats?chat=x'],
  seller: ['/seller/manage-books', '/seller/orders', '/seller/chats?chat=x'],
}
for (const side of ['buyer', 'seller'] as const)
  test(`a ${side}'s pages ask for the login and bring one back after it`, async ({ openAs, makePerson }) => {
    const person = await makePerson(side, 'Kiran Rao')
    const page = await openAs()
    accept(page)
    for (const path of guarded[side]) {
      await page.goto(path)
      await expect(page.getByRole('dialog', { name: `Login as ${side === 'buyer' ? 'Buyer' : 'Seller'}` })).toBeVisible()
      expect(new URL(page.url()).searchParams.get('next')).toBe(path)
    }
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email').fill(person.email)
    await dialog.getByLabel('Password').fill(password)
    await dialog.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(guarded[side].at(-1) ?? '')
    await expect(
      page
        .getByRole('heading', { name: 'Chats', exact: true })
        .or(page.getByRole('dialog', { name: 'Chat' }))
        .first(),
    ).toBeVisible()
  })

test('a way back that leaves this site is not followed', async ({ openAs, makePerson }) => {
  const buyer = await makePerson('buyer', 'Asha Patil')
  const page = await openAs()
  accept(page)
  await visit(page, '/?login=buyer&next=https://example.com/')
  const login = page.getByRole('dialog', { name: 'Login as Buyer' })
  await login.getByLabel('Email').fill(buyer.email)
  await login.getByLabel('Password').fill(password)
  await login.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/buyer/dashboard')
})

test('the other role sees that a page is not for it', async ({ openAs, makePerson }) => {
  const buyer = await openAs(await makePerson('buyer', 'Asha Patil'))
  const seller = await openAs(await makePerson('seller', 'Ravi Kumar'))
  for (const [page, path] of [
    [buyer, '/seller/manage-books'],
    [seller, '/buyer/orders'],
  ] as const) {
    const calls = countCalls(page)
    await visit(page, path)
    await expect(page.getByRole('heading', { level: 1, name: 'This page is not for this account' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'To my pages' })).toBeVisible()
    expect(calls).toEqual([])
  }
  // Who is a buyer already goes to the books instead of the login.
  await visit(buyer, '/')
  await buyer.getByRole('banner').getByRole('button', { name: 'Buy Books' }).click()
  await expect(buyer).toHaveURL('/buyer/dashboard')
})

test('logging out in one tab signs the other out', async ({ openAs, makePerson }) => {
  const first = await openAs(await makePerson('buyer', 'Asha Patil'))
  await visit(first, '/buyer/orders')
  const second = await first.context().newPage()
  await visit(second, '/buyer/chats')
  await expect(second.getByText('No active chats.')).toBeVisible()
  await first.getByRole('button', { name: 'Logout' }).click()
  await first.getByRole('button', { name: 'Yes, Logout' }).click()
  await expect(first).toHaveURL('/')
  await expect(second.getByRole('dialog', { name: 'Login as Buyer' })).toBeVisible()
  await expect(second.getByText('No active chats.')).toBeHidden()
})

test('a session that ends elsewhere ends here at once', async ({ openAs, makePerson, request }) => {
  const buyer = await makePerson('buyer', 'Asha Patil')
  const page = await openAs(buyer)
  await visit(page, '/buyer/orders')
  await expect(page.getByText('No orders found.')).toBeVisible()
  await expect((await request.post('/api/auth/logout', { headers: bearer(buyer), data: {} })).status()).toBe(200)
  await expect(page.getByRole('dialog', { name: 'Login as Buyer' })).toBeVisible()
  expect(await stored(page)).not.toHaveProperty('token')
})
