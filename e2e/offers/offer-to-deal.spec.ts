// Offers between two phones, from the first amount to the received books.
import { checkPhone } from '#e2e/accessibility/check-screen.ts'
import { testWithChat } from '#e2e/chats/chat-page.ts'
import { definitionOf, visit } from '#e2e/support/browser-page.ts'
import { countInput } from '#e2e/support/count-input.ts'
import { expect, type Page, unique } from '#e2e/support/fixtures.ts'
import { failRequests, loseResponse } from '#e2e/support/network.ts'

const phone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  // Axe would measure colours of a dialog that is still fading in.
  reducedMotion: 'reduce' as const,
}
const offerCard = (page: Page) =>
  page
    .getByRole('log')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
const sending = { path: /\/offers$/, method: 'POST' } as const

testWithChat(
  'several books in one offer become one deal, without a character typed by the seller',
  async ({ chat, openPage, createBook }) => {
    const second = unique('Fluid Mechanics')
    await createBook(chat.seller, { title: second, price: 300 })
    const buyer = await openPage(chat.buyer, phone)
    await visit(buyer, `/buyer/chats?chat=${chat.chatId}`)
    await buyer.getByRole('button', { name: 'Make an offer' }).click()
    const dialog = buyer.getByRole('dialog', { name: 'Make an offer' })
    await expect(dialog.getByLabel('Amount (₹)')).toHaveValue('400')
    await dialog.getByRole('button', { name: 'Add another book of this seller' }).click()
    await dialog.getByLabel('Search the seller’s books').fill('fluid')
    await dialog.getByRole('button', { name: second }).click()
    await expect(dialog.getByLabel('Amount (₹)')).toHaveValue('700')
    await dialog.getByLabel('By post').check()
    await expect(dialog.getByLabel('Delivery address')).toHaveValue('12 Lake Road, Pune')
    await checkPhone(buyer, 'an offer')

    await dialog.getByLabel('Amount (₹)').fill('')
    await dialog.getByRole('button', { name: 'Send offer' }).click()
    await expect(dialog.getByLabel('Amount (₹)')).toHaveAccessibleDescription(
      /Amount is required\./,
    )
    await dialog.getByLabel('Amount (₹)').fill('650')
    await dialog.getByRole('button', { name: 'Send offer' }).click()
    await expect(dialog.getByLabel('Phone number')).toHaveAccessibleDescription(
      'Phone number is required.',
    )
    await dialog.getByLabel('Phone number').fill('98765 43210')
    const restore = await failRequests(buyer, sending, 'connection')
    await dialog.getByRole('button', { name: 'Send offer' }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    restore()
    // The response is lost too; the offer is made once.
    await loseResponse(buyer, sending)
    await dialog.getByRole('button', { name: 'Send offer' }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await dialog.getByRole('button', { name: 'Send offer' }).click()
    await expect(dialog).toBeHidden()
    await expect(offerCard(buyer)).toHaveCount(1)
    await expect(offerCard(buyer)).toContainText('₹50 less than the asking price (₹700)')

    const seller = await openPage(chat.seller, phone)
    const input = await countInput(seller)
    await visit(seller, '/seller/chats')
    await seller.getByRole('link', { name: chat.title }).click()
    await expect(offerCard(seller)).toContainText('Phone: 9876543210')
    await checkPhone(seller, 'an offer')
    await offerCard(seller).getByRole('button', { name: 'Accept' }).click()
    await expect(offerCard(seller)).toContainText('Accepted')
    await expect(offerCard(buyer)).toContainText('Accepted')
    expect(input).toEqual({ taps: 2, characters: 0 })
    await expect(seller.getByRole('log')).toContainText(/Offer accepted: 2 books .* for ₹650/)

    await visit(seller, '/seller/orders')
    await expect(seller.getByText('Deal of 2 · ₹650 · by post')).toBeVisible()
    await seller.getByRole('button', { name: 'Mark 2 as shipped' }).click()
    const statuses = seller.getByLabel(/^Status of order/)
    await seller.getByRole('button', { name: 'Undo the change of 2 orders' }).click()
    for (const status of [statuses.first(), statuses.last()])
      await expect(status).toHaveValue('Pending')
    await checkPhone(seller, 'a deal')
    await seller.getByRole('button', { name: 'Mark 2 as shipped' }).click()
    await expect(statuses.nth(1)).toHaveValue('Shipped')
    await offerCard(buyer).getByRole('link', { name: 'Open the 2 orders' }).click()
    const deal = buyer.getByRole('article', { name: '2 books from Ravi Kumar' })
    await expect(deal).toContainText('₹650 in all · by post')
    await expect(deal).toContainText(/Not here by \d+ \w+ \d{4}\? You can report it from then on\./)
    await deal.getByRole('button', { name: second }).click()
    const order = deal.getByRole('article')
    await expect(definitionOf(order, 'Delivery Address')).toHaveText('12 Lake Road, Pune')
    await checkPhone(buyer, 'a deal')
    await deal.getByRole('button', { name: 'I have received them all' }).click()
    await checkPhone(buyer, 'an offer')
    await buyer.getByRole('button', { name: 'Yes, I have them' }).click()
    await expect(order).toContainText('You received it')
    await expect(order.getByRole('button', { name: 'Rate book and seller' })).toBeVisible()
    await deal.getByRole('button', { name: chat.title }).click()
    await expect(deal.getByText('You received it')).toHaveCount(2)
    await deal.getByRole('link', { name: 'Check Order Chat' }).last().click()
    await expect(buyer.getByRole('region', { name: /^Chat about/ })).toContainText('Yours2 books')
  },
)

testWithChat(
  'a seller’s offer is answered with another; a proposal is confirmed in the chat',
  async ({ chat, openPage, createOrder, createBook, createChat }) => {
    const [buyer, seller] = [await openPage(chat.buyer, phone), await openPage(chat.seller, phone)]
    await visit(buyer, `/buyer/chats?chat=${chat.chatId}`)
    await visit(seller, `/seller/chats?chat=${chat.chatId}`)
    await seller.getByRole('button', { name: 'Make an offer' }).click()
    const form = seller.getByRole('dialog', { name: 'Make an offer' })
    await form.getByLabel('Amount (₹)').fill('500')
    await form.getByLabel('By post').check()
    await expect(form).toContainText('The buyer gives the address when accepting.')
    await form.getByRole('button', { name: 'Send offer' }).click()
    await expect(offerCard(buyer)).toContainText('₹100 more than the asking price (₹400)')

    await offerCard(buyer).getByRole('button', { name: 'Counteroffer' }).click()
    const counter = buyer.getByRole('dialog', { name: 'Make a counteroffer' })
    await expect(counter.getByLabel('Amount (₹)')).toHaveValue('500')
    await counter.getByLabel('Amount (₹)').fill('380')
    await counter.getByLabel('In person').check()
    await counter.getByLabel('Where to meet').fill('College gate')
    await counter.getByRole('button', { name: 'Send offer' }).click()
    await expect(offerCard(seller).first()).toContainText('Answered with another offer')
    await offerCard(seller).last().getByRole('button', { name: 'Decline' }).click()
    await expect(offerCard(buyer).last()).toContainText('Declined')
    await expect(buyer.getByRole('log')).toContainText('The offer of ₹380 was declined.')

    await seller.getByRole('button', { name: 'Make an offer' }).click()
    await form.getByLabel('By post').check()
    await form.getByRole('button', { name: 'Send offer' }).click()
    await offerCard(buyer).last().getByRole('button', { name: 'Accept' }).click()
    const address = buyer.getByRole('dialog', { name: 'Accept for ₹400' })
    await address.getByRole('button', { name: 'Accept offer' }).click()
    await expect(address.getByLabel('Phone number')).toHaveAccessibleDescription(
      'Phone number is required.',
    )
    await address.getByLabel('Phone number').fill('9876543210')
    await address.getByRole('button', { name: 'Accept offer' }).click()
    await expect(offerCard(buyer).last()).toContainText('Accepted')

    // What the buyer has given fills the form of the next order, and the next offer.
    const bookId = await createBook(chat.seller, { title: unique('Heat and Mass') })
    const third = await createBook(chat.seller, { title: unique('Machine Design') })
    const next = await createChat(chat.buyer, bookId)
    await visit(buyer, `/buyer/chats?chat=${next}`)
    await createOrder(chat.seller, next)
    await buyer.getByRole('button', { name: 'Cancel order' }).click()
    await buyer.getByRole('button', { name: 'Keep the order' }).click()
    await buyer.getByRole('button', { name: 'Confirm order' }).click()
    await expect(buyer.getByRole('log')).toContainText('was confirmed by the buyer.')
    await expect(buyer.getByRole('button', { name: 'Confirm order' })).toBeHidden()
    await buyer.getByRole('button', { name: 'Make an offer' }).click()
    await buyer.getByRole('dialog').getByText('By post').click()
    await expect(buyer.getByLabel('Send to')).toContainText('12 Lake Road, Pune, 9876543210')
    await visit(seller, `/seller/chats?chat=${await createChat(chat.buyer, third)}`)
    await seller.getByRole('button', { name: 'Create Order' }).click()
    const order = seller.getByRole('dialog', { name: 'Create Order' })
    await expect(order.getByLabel('Delivery address')).toHaveValue('Hostel 4, Room 12, Pune')
    await expect(order.getByLabel('Phone number')).toHaveValue('9876543210')
    await order.getByRole('button', { name: 'Close' }).click()
    await visit(seller, '/seller/orders')
    // The order that the buyer confirmed doesn't count any more, what they accepted before does.
    await seller
      .getByLabel(/^Status of order/)
      .first()
      .selectOption('Cancelled')
    await expect(seller.getByRole('button', { name: /^Undo/ })).toBeVisible()
    await visit(seller, `/seller/chats?chat=${await createChat(chat.buyer, third)}`)
    await seller.getByRole('button', { name: 'Create Order' }).click()
    await expect(order.getByLabel('Delivery address')).toHaveValue('12 Lake Road, Pune')
  },
)
