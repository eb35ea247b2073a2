import { acceptDialogs, readLocalStorage, submitLogin, visit } from '#e2e/support/browser-page.ts'
import { expect, password, test, unique } from '#e2e/support/fixtures.ts'
import { holdResponses, recordCalls } from '#e2e/support/network.ts'

const newEmail = () => `${unique('mail').replace(' ', '-')}@example.com`

test('a shop owner signs up', async ({ openPage }) => {
  const page = await openPage()
  const dialogs = acceptDialogs(page)
  await visit(page, '/?login=seller&signup=1')
  const signup = page.getByRole('dialog', { name: 'Signup as Seller' })
  await signup.getByLabel('Seller type').selectOption('Shop owner')
  await signup.getByLabel('Name', { exact: true }).fill('Meera Shah')
  await signup.getByLabel('Shop name').fill('Lotus Books')
  await signup.getByLabel('Shop address').fill('4 Station Road, Nashik')
  const mail = newEmail()
  await signup.getByLabel('Email').fill(mail)
  await signup.getByLabel('Password').fill(password)
  const calls = recordCalls(page, { path: /signup$/ })
  const release = await holdResponses(page, { path: /signup$/ })
  await signup.getByRole('button', { name: 'Signup', exact: true }).dblclick()
  await expect(signup.getByRole('button', { name: 'Signup', exact: true })).toHaveAttribute(
    'aria-busy',
    'true',
  )
  release()
  await expect(signup).toBeHidden()
  expect(calls).toEqual(['POST /seller/signup'])
  expect(dialogs).toEqual(['alert: Signup successful! Please log in.'])

  // The login form opens automatically with the email filled in, and leads to Add Book.
  const login = page.getByRole('dialog', { name: 'Login as Seller' })
  await expect(login.getByLabel('Email')).toHaveValue(mail)
  await login.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/seller/dashboard?add=book')
  const addBook = page.getByRole('dialog', { name: 'Add Book' })
  await addBook.getByRole('button', { name: 'Cancel' }).click()
  await expect(addBook).toBeHidden()
  await expect(page).toHaveURL('/seller/dashboard')
  await page.evaluate(() => localStorage.clear())

  // Signs up with the same email again: the server's error is shown, and the form keeps its values.
  await visit(page, '/?login=seller&signup=1')
  await signup.getByLabel('Name', { exact: true }).fill('Meera Shah')
  await signup.getByLabel('Email').fill(mail)
  await signup.getByLabel('Password').fill(password)
  await signup.getByRole('button', { name: 'Signup', exact: true }).click()
  await expect(signup.getByRole('alert')).toHaveText('An account with this email already exists.')
  await expect(signup.getByLabel('Name', { exact: true })).toHaveValue('Meera Shah')
})

test('a login stores the session; a logout removes it', async ({ openPage, buyer }) => {
  const page = await openPage()
  const dialogs = acceptDialogs(page)
  await visit(page, '/?login=buyer')
  const login = page.getByRole('dialog', { name: 'Login as Buyer' })
  await submitLogin(login, buyer.email.toUpperCase(), password)
  await expect(page).toHaveURL('/buyer/dashboard')
  await expect(login).toBeHidden()
  expect(dialogs).toEqual(['alert: Login successful!'])
  const session = await readLocalStorage(page)
  expect(session).toMatchObject({ userId: buyer.userId, userRole: 'buyer', userName: 'Asha Patil' })
  expect(session.token).toMatch(/./)

  const bar = page.getByRole('banner')
  for (const name of ['Home', 'My Orders', 'Wishlist', 'Chats', 'Profile'])
    await expect(bar.getByRole('link', { name, exact: true })).toBeVisible()
  await bar.getByRole('button', { name: 'Logout' }).click()
  const question = page.getByRole('alertdialog', { name: 'Confirm Logout' })
  await expect(question).toContainText('Are you sure you want to log out?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect((await readLocalStorage(page)).token).toBe(session.token)
  await bar.getByRole('button', { name: 'Logout' }).click()
  await question.getByRole('button', { name: 'Yes, Logout' }).click()
  await expect(page).toHaveURL('/')
  const left = await readLocalStorage(page)
  for (const key of ['token', 'userId', 'userRole', 'userName'])
    expect(left).not.toHaveProperty(key)
  await expect
    .poll(async () =>
      (
        await page.request.get('/api/chats', {
          headers: { authorization: `Bearer ${session.token}` },
        })
      ).status(),
    )
    .toBe(401)
})
