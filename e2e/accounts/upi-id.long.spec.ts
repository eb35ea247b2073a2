import { checkScreen, checkWidth } from '#e2e/accessibility/check-screen.ts'
import { showMore } from '#e2e/orders/order-number.ts'
import { expect, password, test, unique } from '#e2e/support/fixtures.ts'
import { stubResponse } from '#e2e/support/network.ts'
import { openProfile } from './profile-page.ts'

test('a seller needs the password to change their UPI ID, and the payer is warned', async ({
  openPage,
  openAt,
  orderBook,
  put,
  putOrder,
  seller,
  buyer,
}) => {
  await put('/seller/profile', { upiId: 'ravi@okaxis' }, seller)
  const order = await orderBook(seller, buyer, { title: unique('Optics'), price: 250 })
  await putOrder(buyer, order, 'confirm')
  const page = await openPage(seller, { viewport: { width: 360, height: 740 } })
  await openProfile(page, 'seller')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const upiId = page.getByLabel('UPI ID')
  await upiId.fill('ravi.k@okaxis')
  // This is the server's response if the login is more than ten minutes old.
  const text = 'Enter your password to change your UPI ID.'
  const json = { message: text, code: 'password_needed', fields: { password: text } }
  const update = { path: /^\/api\/seller\/profile$/, method: 'PUT' as const }
  await stubResponse(page, update, { status: 403, json }, 2)
  await page.getByRole('button', { name: 'Update Profile' }).click()
  const question = page.getByRole('dialog', { name: 'Your password' })
  await expect(question).toContainText(text)
  await checkWidth(page, 'password question')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(text)).toBeVisible()
  await expect(upiId).toHaveValue('ravi.k@okaxis')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await question.getByLabel('Password').fill(password)
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await question.getByRole('button', { name: 'Continue' }).click()
  expect((await sent).postData()).toContain(password)
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  const payer = await openAt('/buyer/orders', buyer, { viewport: { width: 360, height: 740 } })
  await showMore(payer)
  await payer.getByRole('button', { name: /^Payment/ }).click()
  await expect(payer.getByRole('dialog').getByRole('alert')).toHaveText(
    'This UPI ID is new. It was ravi@okaxis when you agreed. Ask in the chat before you pay.',
  )
  await checkScreen(payer, 'changed UPI ID')
})
