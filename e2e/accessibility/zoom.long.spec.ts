// At 200 % zoom a window of 1280 × 800 px shows 640 × 400: what is in a modal or a chat can be
// reached there. `checkScreen` checks the width of most screens.

import type { Locator } from '@playwright/test'
import { showMore } from '#e2e/orders/order-number.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, test } from '#e2e/support/fixtures.ts'
import { checkWidth, testWithLongTexts, zoomed as viewport } from './check-screen.ts'

const zoomed = { viewport, deviceScaleFactor: 2 }

async function open(page: Page, path: string): Promise<void> {
  await visit(page, path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await checkWidth(page, path)
}

/** Checks that the modal fits the window and that each control can be scrolled into view. */
async function reach(page: Page, dialog: Locator, name: string): Promise<void> {
  await expect(dialog).toBeVisible()
  await checkWidth(page, name)
  const box = await dialog.boundingBox()
  expect.soft(box?.y, `${name} leaves the screen at the top`).toBeGreaterThanOrEqual(0)
  expect
    .soft((box?.y ?? 0) + (box?.height ?? 0), `${name} leaves the screen at the bottom`)
    .toBeLessThanOrEqual(zoomed.viewport.height)
  const controls = dialog.locator(
    'button:visible, input:not([type=file]):visible, select:visible, textarea:visible',
  )
  for (const control of await controls.all()) {
    await control.scrollIntoViewIfNeeded()
    await expect.soft(control, name).toBeInViewport({ ratio: 0.9 })
  }
}

test('the sign-up at 200 % zoom', async ({ openPage }) => {
  const page = await openPage(undefined, zoomed)
  const dialog = page.getByRole('dialog')
  await visit(page, '/about?login=seller&signup=1')
  await dialog.getByLabel('Seller type').selectOption('Shop owner')
  await dialog.getByRole('button', { name: 'Signup', exact: true }).click()
  await expect(dialog.getByText('Shop name is required.', { exact: true }).first()).toBeVisible()
  await reach(page, dialog, 'seller signup')
})

testWithLongTexts(
  'a buyer’s pages at 200 % zoom',
  async ({ openPage, longTexts: { buyer, chatId } }) => {
    const page = await openPage(buyer, zoomed)
    for (const path of ['dashboard?branch=Law', 'chats']) await open(page, `/buyer/${path}`)
    await open(page, `/buyer/chats?chat=${chatId}`)
    await expect(page.getByLabel('Message', { exact: true })).toBeInViewport({ ratio: 0.9 })
    await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 0.9 })
    await open(page, '/buyer/orders')
    await showMore(page)
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await reach(page, page.getByRole('alertdialog'), 'cancelling an order')
  },
)

testWithLongTexts(
  'a seller’s pages at 200 % zoom',
  async ({ openPage, longTexts: { seller, title } }) => {
    const page = await openPage(seller, zoomed)
    await open(page, '/seller/manage-books')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Add Book' }).click()
    await reach(page, dialog, 'add book: the choice')
    await dialog.getByRole('button', { name: /Old Book/ }).click()
    await dialog.getByRole('button', { name: 'Predict Price' }).click()
    await reach(page, dialog, 'add book: the price of an old one')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Edit/ }).first().click()
    await reach(page, dialog, 'update book')
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click()
    await reach(page, page.getByRole('alertdialog'), 'deleting a book')
    await open(page, '/seller/chats')
    await page
      .getByRole('list', { name: 'Chats' })
      .getByRole('link')
      .filter({ hasText: `${title.slice(0, 40)}` })
      .filter({ hasText: 'And this one?' })
      .click()
    await expect(dialog.getByLabel('Message', { exact: true })).toBeInViewport({ ratio: 0.9 })
    await expect(dialog.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 0.9 })
    await page.getByRole('button', { name: 'Create Order' }).click()
    await reach(page, page.getByRole('dialog', { name: 'Create Order' }), 'create order')
  },
)

test('an admin’s pages at 200 % zoom', async ({ openPage, admin }) => {
  const page = await openPage(admin, zoomed)
  for (const path of ['reviews', 'books']) await open(page, `/admin/${path}`)
  await page.getByRole('button', { name: 'Delete' }).first().click()
  await reach(page, page.getByRole('dialog'), 'deleting a book')
})
