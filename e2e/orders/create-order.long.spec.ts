import { addDays, indianDate } from '#contract/common/dates.ts'
import { checkScreen } from '#e2e/accessibility/check-screen.ts'
import { rowOf, visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, test, unique } from '#e2e/support/fixtures.ts'
import { holdResponses, recordCalls } from '#e2e/support/network.ts'
import { appendPhotos } from '#e2e/support/photos.ts'

const create = { path: /^\/api\/orders\/create$/ }

async function openCreateOrder(page: Page, chatId: string) {
  await visit(page, `/seller/chats?chat=${chatId}`)
  const opener = page
    .getByRole('dialog', { name: 'Chat' })
    .getByRole('button', { name: 'Create Order' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Create Order' })
  return { opener, dialog, submit: dialog.getByRole('button', { name: 'Create Order' }) }
}

test('required fields and a rental', async ({
  openPage,
  createBook,
  createChat,
  seller,
  buyer,
}) => {
  const title = unique('Electromagnetics')
  const chatId = await createChat(
    buyer,
    await createBook(seller, { title, price: 500, rentPrice: 12.5 }),
    'For a week?',
  )
  const page = await openPage(seller)
  const { opener, dialog, submit } = await openCreateOrder(page, chatId)
  await expect(dialog.getByLabel('Price (₹)')).toHaveValue('500')
  await submit.click()
  await expect(dialog.getByText('Delivery address is required.')).toBeVisible()
  await expect(dialog.getByText('Phone number is required.')).toBeVisible()
  await dialog.getByLabel('Delivery address').fill('Hostel 4, Room 12, COEP, Pune')
  await dialog.getByLabel('Phone number').fill('+91 98765-43210')
  await dialog.getByLabel('Order type').selectOption('Rent')
  await expect(dialog.getByLabel('Price (₹)')).toBeHidden()
  await expect(dialog.getByLabel('Rent price per day')).toHaveValue('₹12.50')
  await expect(dialog.getByLabel('Rent price per day')).not.toBeEditable()
  await submit.click()
  await expect(dialog.getByText('The number of days is required.')).toBeVisible()
  await dialog.getByLabel('Number of days').fill('7')
  await expect(dialog.getByText('Total: ₹87.50')).toBeVisible()
  const shownPeriod = dialog.getByText(/^Rent period: \d+ \w+ \d{4} - \d+ \w+ \d{4} \(7 days\)$/)
  const period = ((await shownPeriod.textContent()) ?? '').replace('Rent period: ', '')
  const calls = recordCalls(page, create)
  const release = await holdResponses(page, create)
  const sent = page.waitForRequest('**/api/orders/create')
  await submit.dblclick()
  release()
  // The request has the terms that the dialog shows, because the server refuses other terms.
  const rentStartDate = indianDate(new Date())
  expect((await sent).postDataJSON()).toMatchObject({
    orderType: 'rent',
    price: 87.5,
    rentDays: 7,
    rentStartDate,
    rentEndDate: addDays(rentStartDate, 7),
  })
  await expect(dialog).toBeHidden()
  expect(calls).toHaveLength(1)
  // The message from System is in the chat, and the only copy is taken.
  await expect(page.getByRole('log')).toContainText('Hostel 4, Room 12, COEP, Pune')
  await expect(opener).toBeDisabled()
  await visit(page, '/seller/orders')
  await expect(rowOf(page, title)).toHaveCount(1)
  await expect(rowOf(page, title)).toContainText('₹87.50')
  // The period is the same as in the modal.
  await expect(rowOf(page, title)).toContainText(period)
})

test('a book that is only for sale can’t be rented; a copy may be sold in the meantime', async ({
  openPage,
  createAccount,
  createBook,
  createChat,
  createOrder,
  seller,
  buyer,
}) => {
  const bookId = await createBook(seller, { title: unique('Linear Algebra') })
  const chatId = await createChat(buyer, bookId, 'Mine?')
  const rival = await createChat(await createAccount('buyer', 'Kiran Rao'), bookId, 'Or mine?')
  const page = await openPage(seller)
  const { dialog, submit } = await openCreateOrder(page, chatId)
  await expect(dialog.getByLabel('Order type').getByRole('option')).toHaveText(['Purchase'])
  await dialog.getByLabel('Delivery address').fill('Hostel 4, Room 12, COEP, Pune')
  await dialog.getByLabel('Phone number').fill('9876543210')
  await dialog.getByLabel('Price (₹)').fill('450')
  await createOrder(seller, rival)
  // The dialog shows this at once, without a press.
  await expect(dialog.getByRole('alert')).toContainText('Something has changed in the meantime')
  await expect(submit).toBeHidden()
  await expect(dialog.getByLabel('Delivery address')).toHaveValue('Hostel 4, Room 12, COEP, Pune')
})

test('a buyer shares the address, and the seller orders three copies with it', async ({
  openAt,
  post,
  createChat,
  seller,
  buyer,
}) => {
  const title = unique('Topology')
  const form = new FormData()
  const book = { bookType: 'old', title, author: 'A. Writer', branch: 'Science', copies: '3' }
  const price = { original_price: '400', customPrice: '120', condition: 'good' }
  for (const [name, value] of Object.entries({ ...book, ...price })) form.append(name, value)
  await appendPhotos(form, [120, 200])
  const listed = (await post('/books/seller/books', form, seller)) as { book: { _id: string } }
  const chatId = await createChat(buyer, listed.book._id, 'All three, please.')

  const buyerPage = await openAt('/buyer/profile', buyer)
  await buyerPage.getByRole('button', { name: 'Edit Profile' }).click()
  await buyerPage.getByLabel('Let sellers in my chats use it for my orders').check()
  await checkScreen(buyerPage, 'sharing the address')
  await buyerPage.getByRole('button', { name: 'Update Profile' }).click()
  await expect(buyerPage.getByText('Sellers in your chats can use it')).toBeVisible()

  const page = await openAt('/seller/dashboard', seller)
  const { dialog, submit } = await openCreateOrder(page, chatId)
  await expect(dialog.getByLabel('Delivery address')).toHaveValue('12 Lake Road, Pune')
  await expect(dialog.getByText('3 copies are free.')).toBeVisible()
  await checkScreen(page, 'ordering several copies')
  await dialog.getByLabel('Phone number').fill('98765 43210')
  await dialog.getByLabel('Quantity').fill('4')
  await submit.click()
  await expect(dialog.getByText('Only 3 copies are available.').first()).toBeVisible()
  await dialog.getByLabel('Quantity').fill('3')
  await dialog.getByLabel('Price of each (₹)').fill('130')
  await submit.click()
  await expect(page.getByText('3 orders were created.')).toBeVisible()
  await expect(page.getByRole('log')).toContainText('Purchase for ₹130 each, ₹390 in all')

  await visit(buyerPage, `/buyer/chats?chat=${chatId}`)
  await expect(buyerPage.getByText('₹10 more than the asking price (₹120).')).toBeVisible()
  await checkScreen(buyerPage, 'a deal to confirm')
  await buyerPage.getByRole('button', { name: 'Confirm all 3' }).click()
  await expect(buyerPage.getByRole('log')).toContainText('You have confirmed 3 books')
  await visit(page, '/seller/orders?tab=to-pack')
  await expect(page.getByText('1 parcel to pack')).toBeVisible()
  await expect(rowOf(page, title)).toHaveCount(3)
})
