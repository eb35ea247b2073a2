import { readLocalStorage } from '#e2e/support/browser-page.ts'
import { expect, password, test } from '#e2e/support/fixtures.ts'
import { holdResponses, recordCalls } from '#e2e/support/network.ts'
import { makePhoto } from '#e2e/support/photos.ts'
import { openProfile } from './profile-page.ts'

const updating = { path: /^\/api\/(buyer|seller)\/profile$/, method: 'PUT' } as const
const changing = { path: /\/change-password$/ }
const newPassword = 'a quite different one'

const image = (red: number) =>
  makePhoto(red).then((buffer) => ({ name: 'me.jpg', mimeType: 'image/jpeg', buffer }))

test('editing the profile: the email is fixed, errors, a new name', async ({
  openPage,
  seller,
}) => {
  const page = await openPage(seller)
  await openProfile(page, 'seller')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(page.getByLabel('Email', { exact: true })).not.toBeEditable()
  await page.getByLabel('Name', { exact: true }).fill(' ')
  await page.getByLabel('Phone').fill('12345')
  const calls = recordCalls(page, updating)
  await page.getByLabel('Phone').press('Enter')
  await expect(page.getByText('Name is required.')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  expect(calls).toEqual([])
  await page.getByLabel('Name', { exact: true }).fill('Kitab Ghar')
  await page.getByLabel('Phone').fill('98765 43210')
  // The response is held, because the second click of a double click must not hit what replaces the
  // form.
  const release = await holdResponses(page, updating)
  await page.getByRole('button', { name: 'Update Profile' }).dblclick()
  release()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Profile updated successfully!' }),
  ).toBeVisible()
  expect(calls).toHaveLength(1)
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()
  await expect(page.getByRole('definition').filter({ hasText: '98765 43210' })).toBeVisible()
  expect(await readLocalStorage(page)).toMatchObject({
    userName: 'Kitab Ghar',
    token: seller.token,
  })
})

test('a buyer edits the address, adds and removes a picture', async ({ openPage, buyer }) => {
  const page = await openPage(buyer)
  await openProfile(page, 'buyer')
  await expect(page.getByRole('heading', { name: 'Buyer Information' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('12 Lake Road, Pune')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Address').fill('')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText('Address is required.')).toBeVisible()
  await page.getByLabel('Address').fill('8 Prabhat Road, Pune')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await expect(page.getByText('8 Prabhat Road, Pune')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  const mine = page.getByRole('img', { name: 'Your picture' })
  await page.getByLabel('Add picture').setInputFiles({
    name: 'me.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('no picture either'),
  })
  await expect(page.getByRole('alert')).toContainText('me.jpg: This picture can’t be read.')
  const release = await holdResponses(page, updating)
  await page.getByLabel('Add picture').setInputFiles(await image(40))
  await expect(page.getByRole('progressbar', { name: 'Uploading' })).toBeVisible()
  release()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await expect(mine).toHaveAttribute('src', /^\/photos\/[0-9a-f]{64}-480\.webp$/)
  await page.reload()
  await expect(mine).toBeVisible()
  expect(
    await mine.evaluate((picture: HTMLImageElement) =>
      picture.decode().then(() => picture.naturalWidth),
    ),
  ).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByRole('img', { name: 'No picture yet' })).toHaveAttribute(
    'src',
    '/default-profile.png',
  )
})

test('a changed password logs out other devices', async ({ openPage, post, seller }) => {
  const account = seller
  const other = {
    ...account,
    ...((await post('/seller/login', { email: account.email, password })) as { token: string }),
  }
  const page = await openPage(account)
  const elsewhere = await openPage(other)
  await openProfile(elsewhere, 'seller')
  await openProfile(page, 'seller')
  await expect(page.getByRole('listitem').filter({ hasText: 'Logged in on' })).toHaveCount(2)
  const press = () => page.getByRole('button', { name: 'Update Password' }).click()
  const alert = page.getByRole('main').getByRole('alert')
  await page.getByLabel('New Password', { exact: true }).fill(newPassword)
  await page.getByLabel('Confirm New Password').fill(newPassword)
  await page.getByLabel('Current Password').fill('not the old one')
  await press()
  await expect(alert).toHaveText('The current password is not right.')
  await expect(page.getByLabel('Current Password')).toHaveAccessibleDescription(
    'The current password is not right.',
  )
  await page.getByLabel('Current Password').fill(password)
  const calls = recordCalls(page, changing)
  await page.getByRole('button', { name: 'Update Password' }).dblclick()
  await expect(page.getByText('Password updated successfully!')).toBeVisible()
  expect(calls).toHaveLength(1)
  await expect(page.getByLabel('Current Password')).toHaveValue('')
  await expect(page.getByLabel('Confirm New Password')).toHaveValue('')
  await expect(elsewhere.getByRole('dialog', { name: /^Login as/ })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Logged in on' })).toHaveCount(1)
  await post('/seller/login', { email: account.email, password: newPassword })
})
