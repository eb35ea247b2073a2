import { acceptDialogs, readLocalStorage, submitLogin, visit } from '#e2e/support/browser-page.ts'
import { expect, password, test, unique } from '#e2e/support/fixtures.ts'

const newEmail = () => `${unique('mail').replace(' ', '-')}@example.com`

test('the buyer modal: titles, switching to signup, fields, reset on closing', async ({
  openPage,
}) => {
  const page = await openPage()
  await visit(page, '/about')
  const open = () => page.getByRole('banner').getByRole('button', { name: 'Buy Books' }).click()
  await open()
  const login = page.getByRole('dialog', { name: 'Login as Buyer' })
  await expect(login.getByRole('textbox')).toHaveCount(2)
  await login.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(login.getByText('Email is required.')).toBeVisible()
  await expect(login.getByText('Password is required.')).toBeVisible()
  await expect(login.getByLabel('Email')).toBeFocused()
  await submitLogin(login, 'not an address', password)
  await expect(login.getByText('Enter a valid email address.')).toBeVisible()
  await expect(login.getByLabel('Email')).toHaveAttribute('type', 'email')
  await expect(login.getByLabel('Password')).toHaveAttribute('type', 'password')
  const email = newEmail()
  await login.getByLabel('Email').fill(email)
  await login.getByLabel('Password').press('Enter')
  await expect(login.getByRole('alert')).toHaveText('Invalid email or password.')
  await expect(login.getByLabel('Password')).toHaveValue(password)

  await login.getByRole('button', { name: "Don't have an account? Signup" }).click()
  const signup = page.getByRole('dialog', { name: 'Signup as Buyer' })
  await expect(signup.getByRole('alert')).toBeHidden()
  await expect(signup.getByRole('textbox')).toHaveCount(4)
  await signup.getByRole('button', { name: 'Signup', exact: true }).click()
  for (const field of ['Name', 'Address', 'Password'])
    await expect(signup.getByText(`${field} is required.`).first()).toBeVisible()
  await expect(signup.getByLabel('Name', { exact: true })).toBeFocused()
  await signup.getByLabel('Name', { exact: true }).fill('Half a form')
  // Switching keeps what was typed, except the password.
  await expect(signup.getByLabel('Email')).toHaveValue(email)
  await signup.getByRole('button', { name: 'Already have an account? Login' }).click()
  await expect(login.getByLabel('Email')).toHaveValue(email)
  await expect(login.getByLabel('Password')).toHaveValue('')
  await login.getByRole('button', { name: "Don't have an account? Signup" }).click()

  await signup.getByRole('button', { name: 'Close' }).click()
  await expect(signup).toBeHidden()
  await expect(page).toHaveURL('/about')
  await open()
  await expect(login).toBeVisible()
  await expect(login.getByRole('alert')).toBeHidden()
  await expect(login.getByLabel('Email')).toHaveValue('')
  await page.goBack()
  await expect(login).toBeHidden()
  await page.goForward()
  await expect(login).toBeVisible()
})

test('a seller’s right password in the buyer’s form opens the seller’s dashboard', async ({
  openPage,
  seller,
}) => {
  const page = await openPage()
  acceptDialogs(page)
  await visit(page, '/')
  await page.getByRole('button', { name: 'Log in' }).click()
  await submitLogin(page.getByRole('dialog', { name: 'Login as Buyer' }), seller.email, password)
  await expect(page).toHaveURL('/seller/dashboard')
  expect(await readLocalStorage(page)).toMatchObject({ userRole: 'seller' })
})

test('a seller logs in; a logout asks in a browser dialog', async ({ openPage, seller }) => {
  const page = await openPage()
  const answers = [true, false, true]
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(`${dialog.type()}: ${dialog.message()}`)
    void (answers.shift() ? dialog.accept() : dialog.dismiss())
  })
  await visit(page, '/?login=seller')
  const login = page.getByRole('dialog', { name: 'Login as Seller' })
  await submitLogin(login, seller.email, password)
  await expect(page).toHaveURL('/seller/dashboard')
  await visit(page, '/seller/orders')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.poll(() => dialogs.length).toBe(2)
  await expect(page).toHaveURL('/seller/orders')
  expect(await readLocalStorage(page)).toHaveProperty('token')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  expect(dialogs).toEqual([
    'alert: Login successful!',
    'confirm: Are you sure you want to logout?',
    'confirm: Are you sure you want to logout?',
  ])
  expect(await readLocalStorage(page)).not.toHaveProperty('token')
})
