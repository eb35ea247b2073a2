import type { Side } from '#contract/common/endpoint.ts'
import { orderNumber } from '#e2e/orders/order-number.ts'
import { readLocalStorage, visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, password, test, unique } from '#e2e/support/fixtures.ts'
import { failRequests, recordCalls, stubResponse } from '#e2e/support/network.ts'
import { openProfile } from './profile-page.ts'

const deleting = { path: /\/delete-account$/ }
const sides = ['buyer', 'seller'] as const

/** The other side keeps its chat with a deleted account. */
async function expectChatWithDeleted(page: Page, deleted: Side): Promise<void> {
  await visit(page, deleted === 'buyer' ? '/seller/chats' : '/buyer/chats')
  const name = deleted === 'buyer' ? 'Unknown Buyer' : 'Unknown'
  await expect(page.getByRole('list', { name: 'Chats' }).getByText(name)).toBeVisible()
}

for (const side of sides)
  test(`a ${side} with an old login deletes the account by entering the password`, async ({
    openPage,
    createAccount,
  }) => {
    const page = await openPage(await createAccount(side, 'Asha Patil'))
    await openProfile(page, side)
    // Stubbed, because the server's clock can't be advanced: it asks a day after the login.
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
    orderBook,
    putOrder,
    post,
  }) => {
    const buyer = await createAccount('buyer', 'Asha Patil')
    const seller = await createAccount('seller', 'Ravi Kumar')
    const [account, other] = side === 'buyer' ? [buyer, seller] : [seller, buyer]
    const order = await orderBook(seller, buyer, { title: unique('Optics') })
    // Before the buyer confirms it, an order doesn't keep the account.
    await putOrder(buyer, order, 'confirm')
    const page = await openPage(account)
    await openProfile(page, side)
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
    const restore = await failRequests(page, deleting)
    await askToDelete()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(alert).toHaveText('Failed to delete account.')
    restore()
    await askToDelete()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(alert).toHaveText(
      `Order ${orderNumber(order)} is still open. Finish or cancel it first.`,
    )
    const orders = page.getByRole('region', { name: 'Danger Zone' }).getByRole('link')
    await expect(orders).toHaveAttribute('href', `/${side}/orders`)
    await putOrder(buyer, order, 'cancel')
    calls.length = 0
    await askToDelete()
    await dialog.getByRole('button', { name: 'Delete' }).dblclick()
    // Beside it, a seller may still see the toast of the order that was cancelled just now.
    const done = side === 'buyer' ? 'Account deleted successfully!' : 'Account deleted!'
    await expect(page.getByRole('alert').filter({ hasText: done })).toHaveCount(1)
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(calls).toHaveLength(1)
    expect(await readLocalStorage(page)).not.toHaveProperty('token')
    await page.reload()
    await expect(page).toHaveURL('/')
    const details = side === 'buyer' ? { address: 'Pune' } : { sellerType: 'student' }
    const signup = { name: 'Somebody New', email: account.email, password, ...details }
    await post(`/${side}/signup`, signup)
    await expectChatWithDeleted(await openPage(other), side)
  })
