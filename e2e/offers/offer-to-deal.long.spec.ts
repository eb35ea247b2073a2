// Offers that are answered with other offers. What the buyer entered earlier fills in the next
// forms.
import { checkPhone } from '#e2e/accessibility/check-screen.ts'
import { addToChat, testWithChat } from '#e2e/chats/chat-page.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, unique } from '#e2e/support/fixtures.ts'

const phone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
}
const offerCard = (page: Page) =>
  page
    .getByRole('log')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })

testWithChat(
  'a seller’s offer is answered with another; a proposal is confirmed in the chat',
  async ({ chat, openPage, createOrder, createBook, createChat }) => {
    const [buyer, seller] = [await openPage(chat.buyer, phone), await openPage(chat.seller, phone)]
    await visit(buyer, `/buyer/chats?chat=${chat.chatId}`)
    await visit(seller, `/seller/chats?chat=${chat.chatId}`)
    await addToChat(seller, 'Make an offer')
    const form = seller.getByRole('dialog', { name: 'Make an offer' })
    await form.getByLabel('Amount (₹)').fill('500')
    await form.getByLabel('By post').check()
    await expect(form).toContainText('The buyer gives the address when accepting.')
    await form.getByRole('button', { name: 'Send offer' }).click()
    await expect(offerCard(buyer)).toContainText('₹100 more than the asking price (₹400)')
    await checkPhone(buyer, 'an offer')

    await offerCard(buyer).getByRole('button', { name: 'Counteroffer' }).click()
    const counter = buyer.getByRole('dialog', { name: 'Make a counteroffer' })
    await expect(counter.getByLabel('Amount (₹)')).toHaveValue('500')
    await checkPhone(buyer, 'a counteroffer')
    await counter.getByLabel('Amount (₹)').fill('')
    await counter.getByRole('button', { name: 'Send offer' }).click()
    await expect(counter.getByLabel('Amount (₹)')).toHaveAccessibleDescription(
      /Amount is required\./,
    )
    await counter.getByLabel('Amount (₹)').fill('380')
    await counter.getByLabel('In person').check()
    await counter.getByLabel('Where to meet').fill('College gate')
    await counter.getByRole('button', { name: 'Send offer' }).click()
    await expect(offerCard(seller).first()).toContainText('Countered')
    await offerCard(seller).last().getByRole('button', { name: 'Decline' }).click()
    await expect(offerCard(buyer).last()).toContainText('Declined')
    await expect(buyer.getByRole('log')).toContainText('The offer of ₹380 was declined.')

    await addToChat(seller, 'Make an offer')
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

    // What the buyer entered earlier fills in the form of the next order and of the next offer.
    const bookId = await createBook(chat.seller, { title: unique('Heat and Mass') })
    const next = await createChat(chat.buyer, bookId)
    await visit(buyer, `/buyer/chats?chat=${next}`)
    await createOrder(chat.seller, next)
    await buyer.getByRole('button', { name: 'Cancel order' }).click()
    await buyer.getByRole('button', { name: 'Keep the order' }).click()
    await buyer.getByRole('button', { name: 'Confirm order' }).click()
    await expect(buyer.getByRole('log')).toContainText('was confirmed by you.')
    await expect(buyer.getByRole('button', { name: 'Confirm order' })).toBeHidden()
    await buyer.getByRole('button', { name: 'Add to chat' }).click()
    await expect(buyer.getByRole('menuitem')).toHaveText(['Propose a meeting'])
    const third = await createBook(chat.seller, { title: unique('Acoustics') })
    const thirdChat = await createChat(chat.buyer, third)
    await visit(buyer, `/buyer/chats?chat=${thirdChat}`)
    await addToChat(buyer, 'Make an offer')
    await buyer.getByRole('dialog').getByText('By post').click()
    await expect(buyer.getByLabel('Send to')).toContainText('12 Lake Road, Pune, 98765 43210')
    await visit(seller, `/seller/chats?chat=${thirdChat}`)
    await seller.getByRole('button', { name: 'Create Order' }).click()
    const order = seller.getByRole('dialog', { name: 'Create Order' })
    await expect(order.getByLabel('Delivery address')).toHaveValue('Hostel 4, Room 12, Pune')
    await expect(order.getByLabel('Phone number')).toHaveValue('98765 43210')
    await order.getByRole('button', { name: 'Close' }).click()
    await visit(seller, '/seller/orders')
    // After the confirmed order is cancelled, the form has the address of the offer that was
    // accepted earlier.
    await seller
      .getByLabel(/^Status of order/)
      .first()
      .selectOption('Cancelled')
    await seller.getByRole('button', { name: 'Yes, cancel it' }).click()
    await expect(seller.getByRole('button', { name: /^Undo/ })).toBeVisible()
    await visit(seller, `/seller/chats?chat=${thirdChat}`)
    await seller.getByRole('button', { name: 'Create Order' }).click()
    await expect(order.getByLabel('Delivery address')).toHaveValue('12 Lake Road, Pune')
  },
)
