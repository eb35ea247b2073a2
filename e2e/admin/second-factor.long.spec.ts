// The screens of the second factor. All tests share one admin, whose login must not change. So the
// responses are stubbed, with values from the server's own tests.
import { adminLogin, expect, onPhone, test } from '#e2e/support/fixtures.ts'
import { stubResponse } from '#e2e/support/network.ts'
import { adminRequest } from './admin-pages.ts'

test('the second factor is set up by password, QR code and first code', async ({
  openAt,
  admin,
}) => {
  const page = await openAt('/admin/profile', admin, onPhone)
  await page.getByRole('button', { name: 'Set up' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Set up two-factor login' })
  await dialog.getByLabel('Current Password').fill('not the password')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByText('The current password is not right.').first()).toBeVisible()
  await dialog.getByLabel('Current Password').fill(adminLogin.password)
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(
    dialog.getByRole('img', { name: 'QR code for your authenticator app' }),
  ).toBeVisible()
  await expect(dialog.getByTestId('key')).toHaveText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  await expect(dialog.getByRole('link', { name: 'open the app on this device' })).toHaveAttribute(
    'href',
    /^otpauth:\/\/totp\/Dobara/,
  )
  await dialog.getByLabel('Code', { exact: true }).fill('abc')
  await dialog.getByRole('button', { name: 'Set up' }).click()
  await expect(dialog.getByLabel('Code', { exact: true })).toBeFocused()
  await expect(
    dialog.getByText('This code is wrong or has already been used.').first(),
  ).toBeVisible()

  const message = 'From now on each login asks for a code.'
  await stubResponse(page, adminRequest('second-factor/confirm'), { json: { message } })
  await stubResponse(page, adminRequest('profile'), {
    json: { secondFactorSince: '2026-11-20T10:00:00.000Z' },
  })
  await dialog.getByLabel('Code', { exact: true }).fill('123456')
  await dialog.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByText(message)).toBeVisible()
  await expect(page.getByText('the operator of this market can remove it')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('the login asks for the code when it is required', async ({ openAt }) => {
  const page = await openAt('/admin/login', undefined, onPhone)
  await expect(page.getByLabel('Code', { exact: true })).toBeHidden()
  const needed = {
    message: 'Enter the code from your authenticator app.',
    code: 'second_factor_needed',
  }
  await stubResponse(page, adminRequest('login'), { status: 401, json: needed }, 1)
  await page.getByLabel('Email').fill(adminLogin.email)
  await page.getByLabel('Password').fill(adminLogin.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await expect(page.getByRole('alert')).toBeHidden()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(
    /Code is required\./,
  )
  await page.getByLabel('Code', { exact: true }).fill('123456')
  const sent = page.waitForRequest((request) => request.url().endsWith('/admin/login'))
  await page.getByRole('button', { name: 'Login' }).click()
  expect((await sent).postDataJSON()).toEqual({ ...adminLogin, code: '123456' })
})
