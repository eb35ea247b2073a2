// One's account as a whole: other devices, one's data, the other account, and leaving.
import { readFile } from 'node:fs/promises'
import type { Side } from '#contract/common/endpoint.ts'
import { acceptDialogs, readLocalStorage, visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, password, test, unique } from '#e2e/support/fixtures.ts'
import { failRequests, recordCalls, stubResponse } from '#e2e/support/network.ts'

const deleting = { path: /\/delete-account$/ }
const sides = ['buyer', 'seller'] as const

const open = async (page: Page, side: Side) => {
  await visit(page, `/${side}/profile`)
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
}

test('logging out all other devices', async ({ openPage, createAccount, post }) => {
  const buyer = await createAccount('buyer', 'Asha Patil')
  const other = {
    ...buyer,
    ...((await post('/buyer/login', { email: buyer.email, password })) as { token: string }),
  }
  const page = await openPage(buyer)
  const elsewhere = await openPage(other)
  await visit(elsewhere, '/buyer/orders')
  await expect(elsewhere.getByText('No orders found.')).toBeVisible()
  await open(page, 'buyer')
  await expect(page.getByText('This device')).toHaveCount(1)
  await page.getByRole('button', { name: 'Log out everywhere else' }).click()
  await expect(page.getByText('You are logged out everywhere else.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log out everywhere else' })).toBeHidden()
  await expect(elsewhere.getByText('You were logged out from another device.')).toBeVisible()
  await expect(elsewhere.getByRole('dialog', { name: 'Login as Buyer' })).toBeVisible()
})

test('downloading one’s data as a file', async ({
  openPage,
  createAccount,
  createBook,
  createChat,
}) => {
  const buyer = await createAccount('buyer', 'Asha Patil')
  await createChat(
    buyer,
    await createBook(await createAccount('seller', 'Ravi Kumar'), { title: unique('Optics') }),
    'Is it still there?',
  )
  const page = await openPage(buyer)
  await open(page, 'buyer')
  const restore = await failRequests(page, { path: /\/account\/export$/ })
  await page.getByRole('button', { name: 'Download my data' }).click()
  await expect(page.getByRole('alert')).toHaveText('Could not prepare your data. Please try again.')
  restore()
  // An answer that breaks off is no file.
  const saved: unknown[] = []
  page.on('download', (file) => saved.push(file))
  const cut = {
    contentType: 'application/json',
    body: `{"exportedAt":"${new Date().toISOString()}","profile":{"name":"Asha`,
  }
  await page.route('**/api/account/export', (route) => route.fulfill(cut), { times: 1 })
  await page.getByRole('button', { name: 'Download my data' }).click()
  await expect(page.getByRole('alert')).toHaveText('Could not prepare your data. Please try again.')
  await expect(page.getByRole('button', { name: 'Download my data' })).toBeEnabled()
  expect(saved).toEqual([])
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^dobara-\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(data.profile.email).toBe(buyer.email)
  expect(data.chats[0].messages[0].message).toBe('Is it still there?')
})

test('opening the other account, then switching between the two', async ({
  openPage,
  createAccount,
}) => {
  const buyer = await createAccount('buyer', 'Asha Patil')
  const page = await openPage(buyer)
  const said = acceptDialogs(page)
  await open(page, 'buyer')
  await page.getByRole('button', { name: 'Open a seller account' }).click()
  const signup = page.getByRole('dialog', { name: 'Signup as Seller' })
  await expect(signup.getByLabel('Name')).toHaveValue('Asha Patil')
  await expect(signup.getByLabel('Email')).toHaveValue(buyer.email)
  await expect(signup.getByLabel('Email')).not.toBeEditable()
  // The password is the one that there is: a second one would be a second way in.
  await expect(signup.getByLabel('Password')).toHaveCount(0)
  await signup.getByRole('button', { name: 'Signup', exact: true }).click()
  await page.getByRole('button', { name: 'Switch to my seller account' }).click()
  await expect(page).toHaveURL('/seller/dashboard')
  expect(said).toEqual(['alert: Signup successful! Please log in.'])
  expect(await readLocalStorage(page)).toMatchObject({ userRole: 'seller' })
  await open(page, 'seller')
  await page.getByRole('button', { name: 'Switch to my buyer account' }).click()
  await expect(page).toHaveURL('/buyer/dashboard')
})

test('an email that has a buyer account opens a seller account with the same password only', async ({
  openPage,
  createAccount,
}) => {
  const buyer = await createAccount('buyer', 'Asha Patil')
  const page = await openPage()
  const said = acceptDialogs(page)
  await visit(page, '/?login=seller&signup=1')
  const signup = page.getByRole('dialog', { name: 'Signup as Seller' })
  await signup.getByLabel('Name').fill('Asha Patil')
  await signup.getByLabel('Email').fill(buyer.email)
  await signup.getByLabel('Password').fill('a password of its own')
  await signup.getByRole('button', { name: 'Signup', exact: true }).click()
  await expect(signup.getByRole('alert')).toHaveText('An account with this email already exists.')
  await expect(signup.getByLabel('Password')).toHaveAccessibleDescription(
    /If it is yours, log in, or use the password that you have there\./,
  )
  await signup.getByLabel('Password').fill(password)
  await signup.getByRole('button', { name: 'Signup', exact: true }).click()
  await expect(signup).toBeHidden()
  expect(said).toEqual(['alert: Signup successful! Please log in.'])
})

for (const side of sides)
  test(`a ${side} with an old login deletes the account by entering the password`, async ({
    openPage,
    createAccount,
  }) => {
    const page = await openPage(await createAccount(side, 'Asha Patil'))
    await open(page, side)
    // The server's clock can't be put on from here: its answer to the first call is what it would be a day later.
    const refusal = {
      message: 'Please enter your password to delete your account.',
      code: 'password_needed',
    }
    await stubResponse(page, deleting, { status: 403, json: refusal }, 1)
    await page.getByRole('button', { name: 'Delete Account' }).click()
    const question = page.getByRole('alertdialog', {
      name: /^Are you sure you want to delete your account\?/,
    })
    await question.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', {
      name: /^Are you sure you want to delete your account\?/,
    })
    await expect(dialog).toContainText(refusal.message)
    await expect(dialog.getByLabel('Password')).toBeFocused()
    const calls = recordCalls(page, deleting)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog.getByText('Password is required.')).toBeVisible()
    expect(calls).toEqual([])
    await dialog.getByLabel('Password').fill('not the one')
    await dialog.getByLabel('Password').press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText('The current password is not right.')
    await expect(dialog.getByLabel('Password')).toBeFocused()
    await expect(dialog.getByLabel('Password')).toHaveAccessibleDescription(
      'The current password is not right.',
    )
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await stubResponse(page, deleting, { status: 403, json: refusal }, 1)
    await page.getByRole('button', { name: 'Delete Account' }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByLabel('Password').fill(password)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page).toHaveURL('/')
    await expect(dialog).toBeHidden()
    expect(await readLocalStorage(page)).not.toHaveProperty('token')
  })

for (const side of sides)
  test(`a ${side} deletes the account after a confirmation, unless orders are open`, async ({
    openPage,
    createAccount,
    createBook,
    createChat,
    createOrder,
    post,
    baseURL,
  }) => {
    const people = {
      buyer: await createAccount('buyer', 'Asha Patil'),
      seller: await createAccount('seller', 'Ravi Kumar'),
    }
    const person = people[side]
    const chatId = await createChat(
      people.buyer,
      await createBook(people.seller, { title: unique('Optics') }),
    )
    const order = await createOrder(people.seller, chatId)
    /** What the buyer says of the order: one that they never agreed to would keep them from nothing. */
    const say = async (word: 'confirm' | 'cancel') => {
      const headers = {
        authorization: `Bearer ${people.buyer.token}`,
        'content-type': 'application/json',
      }
      const said = await fetch(`${baseURL}/api/orders/${order._id}/${word}`, {
        method: 'PUT',
        headers,
        body: '{}',
      })
      expect(said.status).toBe(200)
    }
    await say('confirm')
    const page = await openPage(person)
    await open(page, side)
    const dialog = page.getByRole('alertdialog', {
      name: /^Are you sure you want to delete your account\?/,
    })
    const ask = () => page.getByRole('button', { name: 'Delete Account' }).click()
    const calls = recordCalls(page, deleting)
    await ask()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    expect(calls).toEqual([])
    const alert = page.getByRole('main').getByRole('alert')
    const restore = await failRequests(page, deleting)
    await ask()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(alert).toHaveText('Failed to delete account.')
    restore()
    await ask()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(alert).toHaveText(
      `Order ${order._id.slice(-6).toUpperCase()} is still open. Finish or cancel it first.`,
    )
    await say('cancel')
    calls.length = 0
    await ask()
    await dialog.getByRole('button', { name: 'Delete' }).dblclick()
    await expect(page.getByRole('alert')).toHaveText([
      side === 'buyer' ? 'Account deleted successfully!' : 'Account deleted!',
    ])
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(calls).toHaveLength(1)
    expect(await readLocalStorage(page)).not.toHaveProperty('token')
    await page.reload()
    await expect(page).toHaveURL('/')
    // The email is free, and the other side still has the chat.
    const more = side === 'buyer' ? { address: 'Pune' } : { sellerType: 'student' }
    await post(`/${side}/signup`, { name: 'Somebody New', email: person.email, password, ...more })
    const other = await openPage(people[side === 'buyer' ? 'seller' : 'buyer'])
    await visit(other, `/${side === 'buyer' ? 'seller' : 'buyer'}/chats`)
    await expect(
      other
        .getByRole('list', { name: 'Chats' })
        .getByText(side === 'buyer' ? 'Unknown Buyer' : 'Unknown'),
    ).toBeVisible()
  })
