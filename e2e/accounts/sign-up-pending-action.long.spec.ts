// Signing up after pressing something that requires an account, even if many people have just
// signed up.
import { acceptDialogs, visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, password, test, unique } from '#e2e/support/fixtures.ts'

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true }
const newEmail = () => `${unique('a.patil').replace(' ', '')}@gmail.com`

test('pending actions survive a reload and end on closing; so do requests for guarded pages', async ({
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
  // After a reload the password has to be typed again.
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
