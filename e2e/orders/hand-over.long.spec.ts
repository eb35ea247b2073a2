// What the server refuses when books are handed over by code, or sent by post.

import { checkPhone } from '#e2e/accessibility/check-screen.ts'
import { testWithChat } from '#e2e/chats/chat-page.ts'
import { showMore } from '#e2e/orders/order-number.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { type Account, expect, type Page, unique } from '#e2e/support/fixtures.ts'

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true }
const meetingCard = (page: Page) =>
  page
    .getByRole('log')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Meeting' }) })
const wrongCode = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0')

type Deal = { seller: Account; buyer: Account; chatId: string; bookIds: string[] }

const test = testWithChat.extend<{ makeDeal: (deal: Deal, handOver: object) => Promise<void> }>({
  /** Makes an offer as the buyer and accepts it as the seller. */
  makeDeal: async ({ post, put }, use) => {
    await use(async ({ seller, buyer, chatId, bookIds }, handOver) => {
      const items = bookIds.map((bookId) => ({ bookId, copies: 1 }))
      const terms = { chatId, orderType: 'purchase', amount: 600, items, ...handOver }
      const { _id } = (await post('/offers', terms, buyer)) as { _id: string }
      await put(`/offers/${_id}/accept`, {}, seller)
    })
  },
})

test('wrong codes are refused', async ({ chat, openPage, createBook, createChat, makeDeal }) => {
  const second = await createBook(chat.seller, { title: unique('Fluid Mechanics') })
  const inPerson = { handOver: 'meet', meetingPoint: 'College gate' }
  await makeDeal({ ...chat, bookIds: [chat.bookId, second] }, inPerson)
  const buyer = await openPage(chat.buyer, phone)
  await visit(buyer, `/buyer/chats?chat=${chat.chatId}`)
  await meetingCard(buyer).getByRole('button', { name: 'Propose a time' }).click()
  const dialog = buyer.getByRole('dialog', { name: 'Propose a meeting' })
  await expect(dialog.getByLabel('Meeting point')).toHaveValue('College gate')
  await dialog.getByRole('button', { name: 'Add another time' }).click()
  await checkPhone(buyer, 'a proposal')
  await dialog.getByLabel('Time 2', { exact: true }).fill('2020-01-01T10:00')
  await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
  await expect(dialog.getByLabel('Time 2', { exact: true })).toHaveAccessibleDescription(
    'This time has passed.',
  )
  await dialog.getByRole('button', { name: 'Remove time 2' }).click()
  await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
  await expect(meetingCard(buyer)).toContainText('Waiting for Ravi Kumar to choose.')
  const seller = await openPage(chat.seller, phone)
  await visit(seller, `/seller/chats?chat=${chat.chatId}`)
  await meetingCard(seller)
    .getByRole('button', { name: /, 5 pm$/ })
    .click()
  await expect(buyer.getByRole('log')).toContainText(/Meeting for orders .*5 pm, College gate\./)
  await checkPhone(seller, 'a meeting')

  await visit(buyer, '/buyer/orders')
  const code = (await buyer.getByText(/^\d{4}$/).textContent()) ?? ''
  await checkPhone(buyer, 'an order with a code')
  await visit(seller, '/seller/orders')
  await expect(seller.locator('main')).not.toContainText(code)
  await seller
    .getByRole('button', { name: /^Enter code of order/ })
    .first()
    .click()
  const entering = seller.getByRole('dialog', { name: /^Hand over order/ })
  await checkPhone(seller, 'a code')
  const enter = async (text: string) => {
    await entering.getByLabel('Code of the buyer').fill(text)
    await entering.getByRole('button', { name: 'Check code' }).click()
  }
  await enter('12')
  await expect(entering).toContainText('Enter the 4 digits of the code.')
  await enter(wrongCode(code))
  await expect(entering).toContainText('This code is wrong. 4 tries are left.')
  await seller.context().setOffline(true)
  await enter(wrongCode(wrongCode(code)))
  await expect(entering).toContainText('The code could not be checked. You’re offline')
  await seller.context().setOffline(false)
  await enter(wrongCode(wrongCode(code)))
  await expect(entering).toContainText('This code is wrong. 3 tries are left.')
  await enter(code)
  // One code hands over both books.
  for (const index of [0, 1])
    await expect(seller.getByLabel(/^Status of order/).nth(index)).toHaveValue('Delivered')
  await expect(buyer.getByRole('button', { name: 'I have received them all' })).toBeVisible()
  await expect(buyer.getByText(code, { exact: true })).toHaveCount(0)

  // The buyer takes back the report of a payment.
  await buyer
    .getByRole('button', { name: /^Payment for both books/ })
    .first()
    .click()
  const ledger = buyer.getByRole('dialog', { name: 'Payment for both books' })
  await expect(ledger).toContainText('The order was handed over: payment is due now.')
  await ledger.getByRole('button', { name: 'I have paid ₹600' }).click()
  await checkPhone(buyer, 'a payment that was said')
  await ledger.getByRole('button', { name: 'I haven’t paid ₹600 yet' }).click()
  await expect(ledger).toContainText('Not paid yet. You withdrew this')
  await buyer.keyboard.press('Escape')

  const bookId = await createBook(chat.seller, { title: unique('Heat Transfer') })
  const chatId = await createChat(chat.buyer, bookId)
  const contact = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '+919876543210' }
  await makeDeal({ ...chat, chatId, bookIds: [bookId] }, { handOver: 'post', ...contact })
  const status = seller.getByLabel(/^Status of order/).first()
  await expect(status).toHaveValue('Pending')
  await status.selectOption('Shipped')
  await seller
    .getByRole('button', { name: /^More about order/ })
    .first()
    .click()
  await seller.getByRole('menuitem', { name: 'Add tracking' }).click()
  const form = seller.getByRole('dialog', { name: /^How was order/ })
  await form.getByLabel('Courier').fill('India Post')
  await form.getByLabel('Tracking number').fill('EE 123!')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toContainText('A tracking number has only letters, digits and hyphens.')
  await form.getByLabel('Tracking number').fill('EE 123 456 789 IN')
  await form.getByRole('button', { name: 'Save' }).click()
  await showMore(buyer)
  await expect(buyer.getByRole('article').first()).toContainText(
    'Sent with India Post, tracking number EE123456789IN',
  )
  const link = buyer.getByRole('link', { name: 'Track it at India Post' })
  await expect(link).toHaveAttribute('href', /^https:\/\/www\.indiapost\.gov\.in\//)
  await checkPhone(buyer, 'an order by post')
})
