// A seller's orders, and the modal that makes them out of a chat.
import type { Order } from '#contract/orders.ts'
import { loadingStatus, rowOf, visit } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { failRequests, holdResponses, recordCalls } from '#e2e/support/network.ts'

/** The last six characters of its id, in capitals. */
const shown = ({ _id }: Order) => _id.slice(-6).toUpperCase()

const orders = { path: /^\/api\/orders\/seller\// }
const update = { path: /^\/api\/orders\/update\// }
const create = { path: /^\/api\/orders\/create$/ }

test('the table: loading, error, empty, and its rows', async ({
  openPage,
  createAccount,
  createBook,
  createChat,
  createOrder,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const buyer = await createAccount('buyer', 'Asha Patil')
  const page = await openPage(seller)
  const release = await holdResponses(page, orders)
  const restore = await failRequests(page, orders)
  await visit(page, '/seller/orders')
  await expect(loadingStatus(page)).toBeAttached()
  release()
  await expect(page.getByText('Could not load.')).toBeVisible()
  await expect(page.getByText('No orders found.')).toBeVisible()
  restore()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No orders found.')).toBeVisible()

  const [bought, rented] = [unique('Quantum Physics'), unique('Soil Mechanics')]
  const purchase = await createOrder(
    seller,
    await createChat(buyer, await createBook(seller, { title: bought, price: 1450 })),
  )
  const chatId = await createChat(buyer, await createBook(seller, { title: rented, rentPrice: 20 }))
  const rent = await createOrder(seller, chatId, 3)
  const calls = recordCalls(page)
  await visit(page, '/seller/orders')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Order ID',
    'Book',
    'Book Type',
    'Order Type',
    'Buyer',
    'Price',
    'Rent Period',
    'Delivery Address',
    'Phone Number',
    'Status',
    'Ordered On',
  ])
  const rows = page.getByRole('row')
  await expect(rows.nth(1)).toContainText(rented)
  await expect(rows.nth(2)).toContainText(bought)
  await page.waitForLoadState('networkidle')
  expect(calls.length, calls.join(', ')).toBeLessThanOrEqual(3)
  const cells = (row: number) => rows.nth(row).getByRole('cell')
  for (const [row, texts] of [
    [
      1,
      [
        shown(rent),
        rented,
        'New',
        'Rent',
        'Asha Patil',
        '₹60',
        /\d{4} - .*\d{4} \(3 days\)/,
        'Hostel 4, Room 12, Pune',
        '9876543210',
      ],
    ],
    [
      2,
      [
        shown(purchase),
        bought,
        'New',
        'Purchase',
        'Asha Patil',
        '₹1,450',
        'N/A',
        'Hostel 4, Room 12, Pune',
        '9876543210',
      ],
    ],
  ] as const)
    for (const [place, text] of texts.entries())
      await expect(cells(row).nth(place)).toHaveText(text)
  await expect(cells(1).nth(9).getByRole('option')).toHaveText([
    'Pending',
    'Shipped',
    'Delivered',
    'Cancelled',
  ])
  await expect(cells(1).nth(10)).toHaveText(/^\d+ \w+ \d{4}$/)
  await page.getByRole('link', { name: shown(rent) }).click()
  await expect(page).toHaveURL(`/seller/chats?chat=${chatId}`)
})

test('a status changes once the server has confirmed it; an error leaves it unchanged', async ({
  openPage,
  createAccount,
  createBook,
  createChat,
  createOrder,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const title = unique('Real Analysis')
  const chatId = await createChat(
    await createAccount('buyer', 'Asha Patil'),
    await createBook(seller, { title, rentPrice: 5 }),
  )
  const order: Order = await createOrder(seller, chatId, 10)
  const page = await openPage(seller)
  await visit(page, '/seller/orders')
  const status = page.getByLabel(`Status of order ${shown(order)}`)
  await expect(status).toHaveValue('Pending')
  const restore = await failRequests(page, update)
  await status.selectOption('Shipped')
  await expect(page.getByText('Failed to update order status.')).toBeVisible()
  await expect(status).toHaveValue('Pending')
  restore()
  await page.context().setOffline(true)
  await status.selectOption('Cancelled')
  await expect(status).toHaveValue('Pending')
  await expect(status).toBeEnabled()
  await page.context().setOffline(false)
  const release = await holdResponses(page, update)
  await status.selectOption('Delivered')
  await expect(status).toBeDisabled()
  release()
  await expect(status).toBeEnabled()
  await expect(status).toHaveValue('Delivered')
  const back = page.getByRole('button', { name: 'Mark returned' })
  await back.click()
  await expect(page.getByText(/^Returned \d/)).toBeVisible()
  await expect(back).toBeHidden()
  await page.reload()
  await expect(rowOf(page, title)).toContainText(/Returned \d/)
  await expect(status).toHaveValue('Delivered')
})

test('required fields, the total of a rent, and one order for a double click', async ({
  openPage,
  createAccount,
  createBook,
  createChat,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const title = unique('Electromagnetics')
  const chatId = await createChat(
    await createAccount('buyer', 'Asha Patil'),
    await createBook(seller, { title, price: 500, rentPrice: 12.5 }),
    'For a week?',
  )
  const page = await openPage(seller)
  await visit(page, `/seller/chats?chat=${chatId}`)
  const open = page
    .getByRole('dialog', { name: 'Chat' })
    .getByRole('button', { name: 'Create Order' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Create Order' })
  const submit = dialog.getByRole('button', { name: 'Create Order' })
  await expect(dialog.getByLabel('Price (₹)')).toHaveValue('500')
  await submit.click()
  await expect(dialog.getByText('Delivery address is required.')).toBeVisible()
  await expect(dialog.getByText('Phone number is required.')).toBeVisible()
  await dialog.getByLabel('Delivery address').fill('Hostel 4, Room 12, COEP, Pune')
  await dialog.getByLabel('Phone number').fill('12345')
  await submit.click()
  await expect(dialog.getByText(/^Enter a 10-digit mobile number/)).toBeVisible()
  await dialog.getByLabel('Phone number').fill('+91 98765-43210')
  await dialog.getByLabel('Order type').selectOption('Rent')
  await expect(dialog.getByLabel('Price (₹)')).toBeHidden()
  await expect(dialog.getByLabel('Rent price per day')).toHaveValue('₹12.50')
  await expect(dialog.getByLabel('Rent price per day')).not.toBeEditable()
  await submit.click()
  await expect(dialog.getByText('The number of days is required.')).toBeVisible()
  await dialog.getByLabel('Number of days').fill('7')
  await expect(dialog.getByText('Total: ₹87.50')).toBeVisible()
  const promised = dialog.getByText(/^Rent period: \d+ \w+ \d{4} - \d+ \w+ \d{4} \(7 days\)$/)
  const period = ((await promised.textContent()) ?? '').replace('Rent period: ', '')
  await dialog.getByLabel('Number of days').fill('366')
  await expect(dialog.getByText('Rent period: —')).toBeVisible()
  await dialog.getByLabel('Number of days').fill('7')
  const restore = await failRequests(page, create)
  await submit.click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to place order.')
  await expect(dialog.getByLabel('Number of days')).toHaveValue('7')
  restore()
  const calls = recordCalls(page, create)
  const release = await holdResponses(page, create)
  await submit.dblclick()
  release()
  await expect(dialog).toBeHidden()
  expect(calls).toHaveLength(1)
  // The market's own word stands in the chat, the only copy is taken.
  await expect(page.getByRole('log')).toContainText('Hostel 4, Room 12, COEP, Pune')
  await expect(open).toBeDisabled()
  await visit(page, '/seller/orders')
  await expect(rowOf(page, title)).toHaveCount(1)
  await expect(rowOf(page, title)).toContainText('₹87.50')
  // As it was promised before it was sent.
  await expect(rowOf(page, title)).toContainText(period)
})

test('no rent for a book that is only for sale; a copy that was sold meanwhile', async ({
  openPage,
  createAccount,
  createBook,
  createChat,
  createOrder,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const bookId = await createBook(seller, { title: unique('Linear Algebra') })
  const chatId = await createChat(await createAccount('buyer', 'Asha Patil'), bookId, 'Mine?')
  const rival = await createChat(await createAccount('buyer', 'Kiran Rao'), bookId, 'Or mine?')
  const page = await openPage(seller)
  await visit(page, `/seller/chats?chat=${chatId}`)
  await page
    .getByRole('dialog', { name: 'Chat' })
    .getByRole('button', { name: 'Create Order' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Create Order' })
  await expect(dialog.getByLabel('Order type').getByRole('option')).toHaveText(['Purchase'])
  await dialog.getByLabel('Delivery address').fill('Hostel 4, Room 12, COEP, Pune')
  await dialog.getByLabel('Phone number').fill('9876543210')
  await dialog.getByLabel('Price (₹)').fill('450')
  await createOrder(seller, rival)
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('No copy of this book is available any more.')
  await expect(dialog.getByLabel('Delivery address')).toHaveValue('Hostel 4, Room 12, COEP, Pune')
})
