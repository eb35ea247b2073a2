// A phone's Back button closes modals, and asks first if unsaved input would be lost.
import { visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, test, unique } from '#e2e/support/fixtures.ts'

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true }
const question = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Discard what you entered?' })

async function openNew(page: Page) {
  await page.getByRole('button', { name: 'Add Book' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^New Book/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Add a new book' })
  // Waits for the focus, because text that is filled in before the focus moves would be lost.
  await expect(dialog.getByLabel(/^ISBN/)).toBeFocused()
  return dialog
}

test('Back closes Add Book and keeps its draft', async ({ openPage, seller }) => {
  const page = await openPage(seller, phone)
  // This page is outside the app, like a page of another site.
  await page.goto('/manifest.webmanifest')
  await visit(page, '/seller/manage-books')
  const dialog = await openNew(page)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/seller/manage-books')
  await expect(page.getByRole('button', { name: 'Add Book' })).toBeFocused()
  await openNew(page)
  await dialog.getByLabel('Title').fill('Half a title')
  await page.goBack()
  await expect(page.getByText('Draft saved.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Add Book' }).click()
  await expect(dialog.getByLabel('Title')).toHaveValue('Half a title')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/seller/manage-books')
  // If no modal is open, Back leaves the page.
  await page.goBack()
  await expect(page).toHaveURL('/manifest.webmanifest')
  await page.goForward()
  await expect(page).toHaveURL('/seller/manage-books')
  await expect(page.getByRole('heading', { name: 'Manage Books' })).toBeVisible()
})

test('Back closes the topmost modal', async ({ openAt, createBook, createChat, seller, buyer }) => {
  const bookId = await createBook(seller, { title: unique('Thermodynamics'), rentPrice: 10 })
  await createChat(buyer, bookId, 'Is it free?')
  const page = await openAt('/seller/chats', seller, phone)
  await page.getByRole('list', { name: 'Chats' }).getByRole('link').click()
  await page.getByRole('button', { name: 'Create Order' }).click()
  const order = page.getByRole('dialog', { name: 'Create Order' })
  await order.getByLabel('Order type').selectOption('Rent')
  await page.goBack()
  await expect(question(page)).toBeVisible()
  // Pressing Back again closes the question and keeps the input.
  await page.goBack()
  await expect(question(page)).toBeHidden()
  await expect(order.getByLabel('Order type')).toHaveValue('rent')
  await page.goBack()
  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  await page.goBack()
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(order).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'Chat', exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/seller/chats')
  await page.goForward()
  await expect(page.getByRole('dialog', { name: 'Chat', exact: true })).toBeVisible()
})
