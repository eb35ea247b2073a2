import { orderNumber } from '#e2e/orders/order-number.ts'
import { readLocalStorage } from '#e2e/support/browser-page.ts'
import { expect, password, test, unique } from '#e2e/support/fixtures.ts'
import { recordCalls, stubResponse } from '#e2e/support/network.ts'
import { openProfile } from './profile-page.ts'

const deleting = { path: /\/delete-account$/ }

test('a seller deletes the account with the password', async ({ openPage, createAccount }) => {
  const page = await openPage(await createAccount('seller', 'Asha Patil'))
  await openProfile(page, 'seller')
  // The response is stubbed, because the server asks for the password only a day after the login.
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
  await dialog.getByLabel('Password').fill('not the one')
  await dialog.getByLabel('Password').press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('The current password is not right.')
  await expect(dialog.getByLabel('Password')).toBeFocused()
  await expect(dialog.getByLabel('Password')).toHaveAccessibleDescription(
    'The current password is not right.',
  )
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Account deleted!')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(dialog).toBeHidden()
  expect(await readLocalStorage(page)).not.toHaveProperty('token')
})

test('a buyer deletes the account', async ({ openPage, orderBook, putOrder, seller, buyer }) => {
  const order = await orderBook(seller, buyer, { title: unique('Optics') })
  // Only orders that the buyer has confirmed prevent deleting the account.
  await putOrder(buyer, order, 'confirm')
  const page = await openPage(buyer)
  await openProfile(page, 'buyer')
  const dialog = page.getByRole('alertdialog', {
    name: /^Are you sure you want to delete your account\?/,
  })
  const askToDelete = () => page.getByRole('button', { name: 'Delete Account' }).click()
  const calls = recordCalls(page, deleting)
  await askToDelete()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(calls).toEqual([])
  const alert = page.getByRole('main').getByRole('alert')
  await askToDelete()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(alert).toHaveText(
    `Order ${orderNumber(order)} is still open. Finish or cancel it first.`,
  )
  const orders = page.getByRole('region', { name: 'Danger Zone' }).getByRole('link')
  await expect(orders).toHaveAttribute('href', '/buyer/orders')
  await putOrder(buyer, order, 'cancel')
  calls.length = 0
  await askToDelete()
  await dialog.getByRole('button', { name: 'Delete' }).dblclick()
  const done = 'Account deleted successfully!'
  await expect(page.getByRole('alert').filter({ hasText: done })).toHaveCount(1)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(calls).toHaveLength(1)
  expect(await readLocalStorage(page)).not.toHaveProperty('token')
})
