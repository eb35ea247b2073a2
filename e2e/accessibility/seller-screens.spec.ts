import { visit } from '#e2e/support/browser-page.ts'
import { expect } from '#e2e/support/fixtures.ts'
import { makePhotos } from '#e2e/support/photos.ts'
import { checkScreen, onDesktop, testWithLongTexts } from './check-screen.ts'
import { checkProfile } from './profile-screens.ts'

testWithLongTexts('adding a book', async ({ openAt, longTexts: { seller } }) => {
  const page = await openAt('/seller/manage-books', seller, onDesktop)
  await page.getByRole('button', { name: 'Add Book' }).click()
  const dialog = page.getByRole('dialog')
  await checkScreen(page, 'add book: the choice')
  await dialog.getByRole('button', { name: /New Book/ }).click()
  await dialog.getByLabel('Rentable').check()
  await dialog.getByLabel('Images (2-5)').setInputFiles(await makePhotos(180, 60))
  await expect(dialog.getByRole('img')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await checkScreen(page, 'add book: a new one')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: /Old Book/ }).click()
  await dialog.getByLabel('Accept Predicted Price').uncheck()
  await checkScreen(page, 'add book: the price of an old one')
  await dialog.getByLabel('Publication year').fill('2020')
  await dialog.getByLabel('Pages').fill('300')
  await dialog.getByLabel('Original price').fill('500')
  await dialog.getByLabel('Custom price').fill('200')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByLabel('Title')).toBeVisible()
  await checkScreen(page, 'add book: the facts of an old one')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Add Book' }).click()
  await expect(dialog.getByText('Your draft is back.')).toBeVisible()
  await checkScreen(page, 'add book: the draft is back')
})

testWithLongTexts('managing books', async ({ openAt, longTexts: { seller } }) => {
  const page = await openAt('/seller/manage-books', seller, onDesktop)
  await expect(page.getByRole('row')).toHaveCount(3)
  await checkScreen(page, 'manage books')
  await page.getByRole('button', { name: /^Edit/ }).first().click()
  await expect(page.getByRole('dialog', { name: 'Update Book' })).toBeVisible()
  await checkScreen(page, 'update book')
  await page.keyboard.press('Escape')
  const deleteButtons = page.getByRole('button', { name: /^Delete/ })
  await deleteButtons.first().click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await checkScreen(page, 'delete book')
})

testWithLongTexts('importing books', async ({ openAt, longTexts: { seller } }) => {
  const page = await openAt('/seller/manage-books', seller, onDesktop)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import books' })
  await checkScreen(page, 'import: the files')
  const csv = `Title,Condition,Binding\n${'Unbroken'.repeat(20)},torn,Hardcover`
  const file = { name: 'books.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await dialog.getByLabel('Choose CSV file').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Check file' }).click()
  await expect(dialog.getByText('0 ready, 1 with errors')).toBeVisible()
  await checkScreen(page, 'import: the rows')
})

testWithLongTexts('orders, dashboard, reports', async ({ openAt, longTexts: { seller } }) => {
  const page = await openAt('/seller/orders', seller, onDesktop)
  await expect(page.getByRole('row')).toHaveCount(2)
  await checkScreen(page, 'orders')
  await visit(page, '/seller/dashboard')
  await expect(page.getByRole('figure', { name: 'Sales Performance' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Pending' })).toBeVisible()
  await checkScreen(page, 'dashboard')
  await visit(page, '/seller/reports')
  for (const chart of ['Sales', 'Orders'])
    await expect(page.getByRole('table', { name: chart })).toBeAttached()
  await expect(page.getByRole('table', { name: 'Best sellers' })).toBeVisible()
  await checkScreen(page, 'reports')
})

testWithLongTexts('profile', async ({ openPage, longTexts: { seller } }) => {
  await checkProfile(await openPage(seller, onDesktop), 'seller')
})

testWithLongTexts('chats and orders', async ({ openAt, longTexts: { seller, chatId } }) => {
  const page = await openAt('/seller/chats', seller, onDesktop)
  const chats = page.getByRole('list', { name: 'Chats' }).getByRole('listitem')
  await expect(chats).toHaveCount(2)
  await checkScreen(page, 'chats')
  await visit(page, `/seller/chats?chat=${chatId}`)
  await expect(page.getByRole('log')).toContainText('Yes, it is free.')
  await checkScreen(page, 'a chat')
  await visit(page, '/seller/chats')
  await chats.filter({ hasText: 'And this one?' }).getByRole('link').click()
  await page.getByRole('button', { name: 'Create Order' }).click()
  const order = page.getByRole('dialog', { name: 'Create Order' })
  await order.getByLabel('Order type').selectOption('Rent')
  await order.getByRole('button', { name: 'Create Order' }).click()
  await expect(order.getByLabel('Delivery address')).toHaveAccessibleDescription(
    'Delivery address is required.',
  )
  await checkScreen(page, 'create order')
})
