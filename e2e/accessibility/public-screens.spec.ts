import { visit } from '#e2e/support/browser-page.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { checkPhone, checkScreen, onDesktop, phone, testWithLongTexts } from './check-screen.ts'

testWithLongTexts('public pages', async ({ openPage, longTexts: { bookId } }) => {
  const page = await openPage(undefined, onDesktop)
  for (const path of [
    '/',
    '/books?branch=Law',
    '/books?sort=newest&branch=Law',
    '/about',
    `/buyer/book/${bookId}`,
    '/no/such/page',
  ]) {
    await visit(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await checkScreen(page, path)
  }
  await visit(page, '/books?search=nothing-is-called-that')
  await expect(page.getByText('No books found.')).toBeVisible()
  await checkScreen(page, 'no books')
  await visit(page, '/buyer/book/019a0000-0000-7000-8000-000000000000')
  await checkScreen(page, 'book not found')
  await page.setViewportSize(phone)
  await visit(page, '/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await checkPhone(page, 'the menu')
})

test('login and signup', async ({ openPage }) => {
  const page = await openPage(undefined, onDesktop)
  for (const side of ['buyer', 'seller'] as const) {
    await visit(page, `/about?login=${side}`)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(dialog.getByText('Email is required.')).toBeVisible()
    await checkScreen(page, `${side} login`)
    await dialog.getByRole('button', { name: "Don't have an account? Signup" }).click()
    if (side === 'seller') await dialog.getByLabel('Seller type').selectOption('Shop owner')
    await dialog.getByRole('button', { name: 'Signup', exact: true }).click()
    await expect(dialog.getByText('Name is required.', { exact: true }).first()).toBeVisible()
    await checkScreen(page, `${side} signup`)
  }
})

test('a forgotten password', async ({ openAt }) => {
  const page = await openAt('/?login=seller&forgot=1', undefined, onDesktop)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(dialog.getByText('Email is required.')).toBeVisible()
  await checkScreen(page, 'forgot password')
  await dialog.getByLabel('Email').fill('nobody@example.com')
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(dialog.getByRole('status')).toBeVisible()
  await checkScreen(page, 'forgot password, sent')
  await visit(page, '/reset-password')
  await expect(page.getByRole('link', { name: 'My buyer account' })).toBeVisible()
  await checkScreen(page, 'an expired link')
  await visit(page, '/reset-password#a-token')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText('Password is required.')).toBeVisible()
  await checkScreen(page, 'choosing a new password')
})
