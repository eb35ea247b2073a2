import type { Order } from '#contract/orders/orders.ts'
import { definitionOf, visit } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { recordCalls } from '#e2e/support/network.ts'
import { orderNumber } from './order-number.ts'

const dayAfter = ({ createdAt }: Order, days: number) =>
  new Date(Date.parse(createdAt) + days * 86_400_000).toLocaleDateString('en-IN', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'Asia/Kolkata',
  })

test('a card shows all details of its order', async ({ openAt, orderBook, seller, buyer }) => {
  const bought = unique('Fluid Mechanics')
  const rented = unique('Machine Design')
  const purchase = await orderBook(seller, buyer, { title: bought, price: 1450 })
  const rent = await orderBook(seller, buyer, { title: rented, rentPrice: 12.5 }, 7)
  const page = await openAt('/buyer/orders', buyer)
  await expect(page).toHaveTitle('My Orders · Dobara')
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards.getByRole('heading')).toHaveText([rented, bought])

  for (const [card, lines] of [
    [cards.nth(0), { 'Book Type': 'New', 'Order Type': 'Rent', Price: '₹87.50' }],
    [cards.nth(1), { 'Book Type': 'New', 'Order Type': 'Purchase', Price: '₹1,450' }],
  ] as const)
    for (const [name, value] of Object.entries({
      ...lines,
      'Delivery Address': 'Hostel 4, Room 12, Pune',
      Phone: '98765 43210',
      Seller: 'Ravi Kumar',
    }))
      await expect(definitionOf(card, name)).toHaveText(value)
  await expect(cards.nth(0)).toContainText(`Order ID: ${orderNumber(rent)}`)
  await expect(cards.nth(1)).toContainText(`Order ID: ${orderNumber(purchase)}`)
  await expect(cards.nth(0)).toContainText(
    `Rent Period${dayAfter(rent, 0)} - ${dayAfter(rent, 7)} (7 days)`,
  )
  await expect(cards.nth(1)).not.toContainText('Rent Period')
  await expect(cards.nth(0)).toContainText('Pending')
  await cards.nth(0).getByRole('link', { name: 'Check Order Chat' }).click()
  await expect(page).toHaveURL(`/buyer/chats?chat=${rent.chat._id}`)
  await expect(page.getByRole('log')).toContainText(orderNumber(rent))
  await page.goBack()
  await expect(page).toHaveURL('/buyer/orders')
})

test('a price above the asking price is shown before agreeing; receiving closes the order', async ({
  openAt,
  createBook,
  createChat,
  post,
  seller,
  buyer,
}) => {
  const title = unique('Signals and Systems')
  const bookId = await createBook(seller, { title, price: 450 })
  const delivery = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '+919876543210' }
  const chatId = await createChat(buyer, bookId)
  await post('/orders/create', { chatId, orderType: 'purchase', price: 999, ...delivery }, seller)
  const page = await openAt(`/buyer/book/${bookId}`, buyer)
  await expect(page.getByText(/^Reserved until \w+ \d+ \w+, \d+(:\d\d)? [ap]m$/)).toBeVisible()
  await visit(page, '/buyer/orders')
  const card = page.getByRole('article').filter({ hasText: title })
  await expect(card.getByText(/^Kept for you until /)).toBeVisible()
  await expect(card.getByText('₹549 more than the asking price (₹450).')).toBeVisible()
  await expect(card.getByRole('button', { name: 'I have received it' })).toBeHidden()
  await card.getByRole('button', { name: 'Confirm order' }).click()
  await expect(card).toContainText('Confirmed by you')
  await expect(card.getByText(/more than the asking price/)).toBeHidden()

  const shop = await openAt('/seller/orders', seller)
  const row = shop.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('Confirmed by buyer')
  await expect(row.getByRole('combobox')).toBeVisible()
  const receiving = { path: /\/receive$/ }
  const receive = card.getByRole('button', { name: 'I have received it' })
  const question = page.getByRole('alertdialog', { name: 'Do you have the book?' })
  const calls = recordCalls(page, receiving)
  await receive.click()
  await question.getByRole('button', { name: 'Yes, I have it' }).dblclick()
  await expect(card).toContainText('You received it')
  await expect(card).toContainText('Delivered')
  expect(calls).toHaveLength(1)
  await expect(card.getByRole('button', { name: 'Cancel order' })).toBeHidden()
  // The seller's page updates live, without a reload.
  await expect(row).toContainText('Received')
  await expect(row.getByRole('combobox')).toBeHidden()
})
