// Signing up for what was pressed without an account, also where many have signed up lately.
import { acceptDialogs, visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, password, test, unique } from '#e2e/support/fixtures.ts'

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true }
const newEmail = () => `${unique('a.patil').replace(' ', '')}@gmail.com`

test('a pending action survives a reload, is forgotten on closing, and a guarded page is one too', async ({
  openPage,
  createAccount,
  createBook,
}) => {
  const id = await createBook(await createAccount('seller', 'Ravi Kumar'), {
    title: unique('Optics'),
  })
  const page = await openPage(undefined, phone)
  acceptDialogs(page)
  const tap = (...[role, options]: Parameters<Page['getByRole']>) =>
    page.getByRole(role, options).tap()
  const login = page.getByRole('dialog', { name: 'Login as Buyer' })
  const fillSignup = async (email: string) => {
    const signup = page.getByRole('dialog', { name: 'Signup as Buyer' })
    await signup.getByLabel('Name', { exact: true }).fill('Asha Patil')
    await signup.getByLabel('Address').fill('Pune')
    await signup.getByLabel('Email').fill(email)
    await signup.getByLabel('Password').fill(password)
    await tap('button', { name: 'Signup', exact: true })
  }

  await visit(page, '/buyer/orders')
  await tap('button', { name: "Don't have an account? Signup" })
  const email = newEmail()
  await fillSignup(email)
  await expect(login.getByLabel('Email')).toHaveValue(email)
  // After a reload the password is typed again.
  await page.reload()
  await expect(login.getByLabel('Password')).toHaveValue('')
  await login.getByLabel('Email').fill(email)
  await login.getByLabel('Password').fill(password)
  await tap('button', { name: 'Login', exact: true })
  await expect(page).toHaveURL('/buyer/orders')
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await tap('button', { name: 'Logout' })
  await tap('button', { name: 'Yes, Logout' })

  const logIn = async () => {
    await login.getByLabel('Email').fill(email)
    await login.getByLabel('Password').fill(password)
    await tap('button', { name: 'Login', exact: true })
  }
  await visit(page, `/buyer/book/${id}`)
  await tap('button', { name: 'Chat with Seller' })
  await expect(login).toBeVisible()
  await tap('button', { name: 'Close' })
  await tap('button', { name: 'Log in' })
  await logIn()
  await expect(page).toHaveURL('/buyer/dashboard')
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await tap('button', { name: 'Logout' })
  await tap('button', { name: 'Yes, Logout' })

  await visit(page, `/buyer/book/${id}`)
  await tap('button', { name: 'Chat with Seller' })
  await expect(login).toBeVisible()
  await page.reload()
  await logIn()
  await expect(page).toHaveURL(/\/buyer\/chats\?chat=/)
})

test('beyond the first sign-ups of an address the browser proves that it took some work', async ({
  openPage,
}) => {
  const page = await openPage(undefined, phone)
  const dialogs = acceptDialogs(page)
  // The server of these tests has no limits, so its refusal is played.
  let refusals = 0
  await page.route('**/api/buyer/signup', (route) => {
    if ('proof' in route.request().postDataJSON()) return route.continue()
    refusals++
    return route.fulfill({
      status: 429,
      headers: { 'retry-after': '2072' },
      json: {
        code: 'too_many_signups',
        message: 'Many accounts were opened from here lately. Please try again later.',
      },
    })
  })
  await visit(page, '/?login=buyer&signup=1')
  const signup = page.getByRole('dialog', { name: 'Signup as Buyer' })
  await signup.getByLabel('Name', { exact: true }).fill('Asha Patil')
  await signup.getByLabel('Address').fill('Hostel 4, Pune')
  await signup.getByLabel('Email').fill(newEmail())
  await signup.getByLabel('Password').fill(password)
  await page.route('**/api/auth/signup-challenge', (route) => route.abort())
  await signup.getByRole('button', { name: 'Signup', exact: true }).tap()
  await expect(signup.getByRole('alert')).toHaveText(/^No connection to Dobara/)
  await page.unroute('**/api/auth/signup-challenge')
  await signup.getByRole('button', { name: 'Signup', exact: true }).tap()
  await expect(signup.getByRole('button', { name: 'Just a moment…' })).toBeVisible()
  await expect(signup).toBeHidden()
  expect(dialogs).toEqual(['alert: Signup successful! Please log in.'])
  expect(refusals).toBe(2)
})
