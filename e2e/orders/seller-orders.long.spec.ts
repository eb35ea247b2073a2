import { checkScreen, onDesktop } from '#e2e/accessibility/check-screen.ts'
import { rowOf, visit } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { recordCalls } from '#e2e/support/network.ts'
import { orderNumber } from './order-number.ts'

const update = { path: /^\/api\/orders\/update\// }

test('the table shows all details of orders', async ({ openAt, orderBook, seller, buyer }) => {
  const [bought, rented] = [unique('Quantum Physics'), unique('Soil Mechanics')]
  const purchase = await orderBook(seller, buyer, { title: bought, price: 1450 })
  const rent = await orderBook(seller, buyer, { title: rented, rentPrice: 20 }, 3)
  const page = await openAt('/seller/orders', seller)
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
  const cells = (row: number) => rows.nth(row).getByRole('cell')
  const expected = [
    [orderNumber(rent), rented, 'New', 'Rent', 'Asha Patil', '₹60', /\d{4} - .*\d{4} \(3 days\)/],
    [orderNumber(purchase), bought, 'New', 'Purchase', 'Asha Patil', '₹1,450', 'N/A'],
  ]
  for (const [index, texts] of expected.entries())
    for (const [column, text] of [...texts, 'Hostel 4, Room 12, Pune', '98765 43210'].entries())
      await expect(cells(index + 1).nth(column)).toHaveText(text)
  await expect(cells(1).nth(9).getByRole('option')).toHaveText([
    'Pending',
    'Shipped',
    'Delivered',
    'Cancelled',
  ])
  await expect(cells(1).nth(10)).toHaveText(/^\d+ \w+ \d{4}$/)
  await page.getByRole('link', { name: orderNumber(rent) }).click()
  await expect(page).toHaveURL(`/seller/chats?chat=${rent.chat._id}`)
})

test('“Returned” stays within its column', async ({
  openAt,
  orderBook,
  put,
  setOrderStatus,
  seller,
  buyer,
}) => {
  const rent = await orderBook(seller, buyer, { title: unique('Optics'), rentPrice: 20 }, 3)
  await setOrderStatus(seller, rent, 'Delivered')
  await put(`/orders/${rent._id}/return`, {}, seller)
  const page = await openAt('/seller/orders', seller, onDesktop)
  const period = page.getByRole('row').nth(1).getByRole('cell').nth(6)
  await expect(period).toContainText('Returned')
  expect(await period.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0)
})

test('a mistake is undone or explained, and the buyer reads why', async ({
  openPage,
  openAt,
  orderBook,
  putOrder,
  setOrderStatus,
  seller,
  buyer,
}) => {
  const title = unique('Fluid Power')
  const order = await orderBook(seller, buyer, { title })
  await putOrder(buyer, order, 'confirm')
  await setOrderStatus(seller, order, 'Delivered')
  const page = await openPage(seller, onDesktop)
  await page.clock.install()
  await visit(page, '/seller/orders')
  const row = rowOf(page, title)
  const status = row.getByRole('combobox')
  await status.selectOption('Cancelled')
  const cancelling = page.getByRole('alertdialog', { name: 'Cancel this order?' })
  await cancelling.getByRole('button', { name: 'Keep the order' }).click()
  await expect(status).toHaveValue('Delivered')
  await status.selectOption('Cancelled')
  await cancelling.getByRole('button', { name: 'Yes, cancel it' }).click()
  const undo = row.getByRole('button', { name: /^Undo the change of order/ })
  const undoing = { path: /\/undo$/ }
  const calls = recordCalls(page, undoing)
  await undo.dblclick()
  await expect(status).toHaveValue('Delivered')
  await expect(undo).toBeHidden()
  expect(calls).toHaveLength(1)

  await status.selectOption('Shipped')
  await expect(undo).toBeVisible()
  await checkScreen(page, 'an unusual change')
  await page.clock.fastForward(10_000)
  await expect(undo).toBeHidden()
  const buyerPage = await openAt('/buyer/orders', buyer)
  const card = buyerPage.getByRole('article').filter({ hasText: title })
  await expect(card).toContainText(
    'The seller changed it from Delivered to Shipped: no reason given',
  )
  await row.getByRole('button', { name: /^Add reason/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Why is order \w{6} Shipped now\?$/ })
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Reason is required.')).toBeVisible()
  await checkScreen(page, 'saying why')
  await dialog.getByLabel('Reason').fill('The courier brought it back.')
  await dialog.getByRole('button', { name: 'Send' }).dblclick()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('Your reason: The courier brought it back.')
  await expect(card).toContainText('from Delivered to Shipped: The courier brought it back.')
})

test('arrow keys save a status only on Enter', async ({ openAt, orderBook, seller, buyer }) => {
  const title = unique('Geodesy')
  await orderBook(seller, buyer, { title })
  const page = await openAt('/seller/orders', seller, onDesktop)
  const row = rowOf(page, title)
  const status = row.getByRole('combobox')
  const calls = recordCalls(page, update)
  await status.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(status).toHaveValue('Delivered')
  await expect(row).toContainText('Press Enter to save Delivered.')
  await page.keyboard.press('Escape')
  await expect(status).toHaveValue('Pending')
  expect(calls).toHaveLength(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(row.getByRole('button', { name: /^Undo the change of order/ })).toBeVisible()
  await expect(status).toHaveValue('Shipped')
  expect(calls).toHaveLength(1)
  // The tracking number can be added while Undo is still shown.
  await row.getByRole('button', { name: /^Add tracking of order/ }).click()
  await page
    .getByRole('dialog', { name: /^How was order/ })
    .getByLabel('Courier')
    .fill('DTDC')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('DTDC')
})
