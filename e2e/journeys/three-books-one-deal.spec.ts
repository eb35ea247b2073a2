// Three books of one shop in one offer, to one address, in one parcel. Another buyer wants one of
// them, too.
import { checkPhone } from '#e2e/accessibility/check-screen.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, unique } from '#e2e/support/fixtures.ts'
import { failRequests, loseResponse, recordCalls } from '#e2e/support/network.ts'
import { acceptOffer, lastOffer, offers, type Phone, tapRadio, test, type } from './phone.ts'

const sending = { path: /\/offers$/, method: 'POST' } as const

/** Sends the offer. The first request fails, and the response to the second is lost. */
async function offerThree({ page, spent }: Phone, titles: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Make an offer' }).tap()
  const form = page.getByRole('dialog', { name: 'Make an offer' })
  await form.getByRole('button', { name: 'Add another book of this seller' }).tap()
  for (const title of titles) await form.getByRole('button', { name: title }).tap()
  await expect(form.getByLabel('Amount (₹)')).toHaveValue('950')
  await tapRadio(form, 'By post')
  await expect(form.getByLabel('Delivery address')).toHaveValue('12 Lake Road, Pune')
  await type(form.getByLabel('Phone number'), '9876543210')
  expect(await spent()).toEqual({ taps: 6, characters: 10 })

  const send = form.getByRole('button', { name: 'Send offer' })
  const restore = await failRequests(page, sending, 'connection')
  await send.tap()
  await expect(form.getByRole('alert')).toBeVisible()
  restore()
  await loseResponse(page, sending)
  await send.tap()
  await expect(form.getByRole('alert')).toBeVisible()
  await send.tap()
  await expect(form).toBeHidden()
  await expect(offers(page)).toHaveCount(1)
  // It takes one tap if nothing fails.
  expect(await spent()).toEqual({ taps: 3, characters: 0 })
}

/** Accepts the offer and sends the books. The response to the acceptance is lost. */
async function acceptAndSend(seller: Phone, buyer: Phone): Promise<void> {
  await loseResponse(seller.page, { path: /\/accept$/ })
  await acceptOffer(seller, 'Asha Patil')
  await expect(lastOffer(buyer.page)).toContainText('Accepted')
  await expect(lastOffer(seller.page)).toContainText('Accepted')
  await expect(lastOffer(seller.page).getByRole('alert')).toHaveCount(0)
  await expect(seller.page.getByRole('log')).toContainText(/Offer accepted: 3 books .* for ₹950/)
  expect(await seller.spent()).toEqual({ taps: 2, characters: 0 })

  await lastOffer(seller.page).getByRole('link', { name: 'Open the 3 orders' }).tap()
  await expect(seller.page.getByText('Deal of 3 · ₹950 · by post')).toBeVisible()
  await seller.page.getByRole('button', { name: 'Mark 3 as shipped' }).tap()
  await expect(seller.page.getByLabel(/^Status of order/).nth(2)).toHaveValue('Shipped')
  await seller.page
    .getByRole('button', { name: /^Add tracking/ })
    .first()
    .tap()
  await type(seller.page.getByLabel('Courier'), 'India Post')
  await type(seller.page.getByLabel('Tracking number'), 'EE123456789IN')
  await seller.page.getByRole('button', { name: 'Save' }).tap()
  await expect(seller.page.getByText('India Post EE123456789IN')).toHaveCount(3)
  expect(await seller.spent()).toEqual({ taps: 5, characters: 23 })
}

/**
 * Confirms that all books were received. The first try is offline and fails, so the question is
 * answered a second time.
 */
async function receiveAll({ page, spent }: Phone): Promise<void> {
  await lastOffer(page).getByRole('link', { name: 'Open the 3 orders' }).tap()
  const deal = page.getByRole('article', { name: '3 books from Ravi Kumar' })
  await expect(deal).toContainText('₹950 in all · by post')
  await expect(deal).toContainText('tracking number EE123456789IN')
  await expect(deal).toContainText(/Not arrived by \d+ \w+\? Report it then\./)
  const calls = recordCalls(page, { path: /\/receive$/ })
  const receive = async () => {
    await page.getByRole('button', { name: 'I have received them all' }).tap()
    await page.getByRole('button', { name: 'Yes, I have them' }).tap()
  }
  await page.context().setOffline(true)
  await receive()
  await expect(page.getByRole('alert').filter({ hasText: 'update order status' })).toBeVisible()
  await page.context().setOffline(false)
  calls.length = 0
  await receive()
  await expect(deal).toContainText('You received them all')
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(calls).toHaveLength(1)
  // It takes three taps if the network works.
  expect(await spent()).toEqual({ taps: 5, characters: 0 })
  await deal.getByRole('heading', { name: /^Statics/ }).tap()
  const order = deal.getByRole('article')
  await expect(order).toContainText(/Order ID: \w{6}/)
  await expect(order.getByRole('button', { name: 'Rate book and seller' })).toBeVisible()
  await checkPhone(page, 'a deal with an open order')
}

test('three books in one deal', async ({ openPhone, createAccount, createBook }) => {
  const shop = await createAccount('seller', 'Ravi Kumar')
  const titles = [unique('Dynamics'), unique('Thermodynamics of Gases and Vapours, Part II')]
  const id = await createBook(shop, { title: unique('Statics'), price: 400 })
  const second = await createBook(shop, { title: titles[0] ?? '', price: 300 })
  await createBook(shop, { title: titles[1] ?? '', price: 250 })
  const other = await openPhone(`/buyer/book/${second}`, await createAccount('buyer', 'Kiran Rao'))
  await other.page.getByRole('button', { name: 'Make an offer' }).tap()
  await other.page.getByRole('button', { name: 'Send offer' }).tap()
  await expect(lastOffer(other.page)).toContainText('Open until')
  expect(await other.spent()).toEqual({ taps: 2, characters: 0 })

  const buyer = await openPhone(`/buyer/book/${id}`, await createAccount('buyer', 'Asha Patil'))
  await test.step('one offer for three books', () => offerThree(buyer, titles))
  const seller = await openPhone('/seller/chats', shop)
  await test.step('accepted and sent as one', () => acceptAndSend(seller, buyer))
  await test.step('received as one', () => receiveAll(buyer))
  await expect(seller.page.getByText(/^Received \d/)).toHaveCount(3)

  await expect(lastOffer(other.page)).toContainText('No copy is left.')
  await visit(seller.page, '/seller/chats')
  await seller.page.getByRole('link', { name: 'Kiran Rao' }).tap()
  await expect(lastOffer(seller.page)).toContainText('No copy is left.')
  await expect(lastOffer(seller.page).getByRole('button', { name: 'Accept' })).toBeHidden()
})
