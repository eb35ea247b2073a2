// From a shared link to the first message, by somebody without an account: what it costs.
import { acceptDialogs, visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, password, test, unique } from '#e2e/support/fixtures.ts'

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true }
const newEmail = () => `${unique('a.patil').replace(' ', '')}@gmail.com`

/** Counts what a person does: taps, and characters that they type. */
function countEffort(page: Page) {
  const effort = { taps: 0, characters: 0 }
  return {
    effort,
    tap: async (...[role, options]: Parameters<Page['getByRole']>) => {
      effort.taps++
      await page.getByRole(role, options).tap()
    },
    tapField: async (label: string) => {
      effort.taps++
      await page.getByLabel(label, { exact: true }).tap()
    },
    type: async (text: string) => {
      effort.characters += text.length
      await page.keyboard.type(text)
    },
  }
}

test('a shared link leads to a first message in 9 taps and 75 characters', async ({
  openPage,
  createAccount,
  createBook,
}) => {
  const id = await createBook(await createAccount('seller', 'Ravi Kumar'), {
    title: unique('Thermodynamics'),
  })
  const page = await openPage(undefined, phone)
  const dialogs = acceptDialogs(page)
  const { effort, tap, tapField, type } = countEffort(page)
  const email = newEmail()
  await visit(page, `/buyer/book/${id}`)
  await tap('button', { name: 'Chat with Seller' })
  await tap('button', { name: "Don't have an account? Signup" })
  const signup = page.getByRole('dialog', { name: 'Signup as Buyer' })
  await expect(signup.getByLabel('Name', { exact: true })).toBeFocused()
  await type('Asha Patil')
  await tapField('Address')
  await type('Kothrud, Pune')
  await tapField('Email')
  await type(email)
  await tapField('Password')
  await type(password)
  await tap('button', { name: 'Signup', exact: true })

  // The login opens by itself, filled in.
  const login = page.getByRole('dialog', { name: 'Login as Buyer' })
  await expect(login.getByLabel('Email')).toHaveValue(email)
  await expect(login.getByRole('button', { name: 'Login', exact: true })).toBeFocused()
  await tap('button', { name: 'Login', exact: true })
  await expect(page).toHaveURL(/\/buyer\/chats\?chat=/)
  await tap('button', { name: 'Is this still available?' })
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(log.getByText('Is this still available?')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Suggested messages' })).toBeHidden()

  expect(dialogs).toEqual(['alert: Signup successful! Please log in.', 'alert: Login successful!'])
  expect(effort.taps).toBeLessThanOrEqual(9)
  expect(effort.characters).toBeLessThanOrEqual(75)
  // The password was in memory only, and the wish is carried out once.
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  )
  expect(stored).not.toContain(password)
  expect(stored).not.toContain('dobara.wish')
  await page.goBack()
  await expect(page).toHaveURL(`/buyer/book/${id}`)
  await expect(page.getByRole('button', { name: 'Chat with Seller' })).toBeEnabled()
  await expect(page).toHaveURL(`/buyer/book/${id}`)
})

test('a wish survives a reload, is forgotten on closing, and a guarded page is one too', async ({
  openPage,
  createAccount,
  createBook,
}) => {
  const id = await createBook(await createAccount('seller', 'Ravi Kumar'), {
    title: unique('Optics'),
  })
  const page = await openPage(undefined, phone)
  acceptDialogs(page)
  const { tap } = countEffort(page)
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
