// Handing books over: a meeting with a code, also without a network, and parcels.
import { checkPhone } from '#e2e/accessibility/check-screen.ts'
import { testWithChat } from '#e2e/chats/chat-page.ts'
import { visit, waitForServiceWorker } from '#e2e/support/browser-page.ts'
import { countInput } from '#e2e/support/count-input.ts'
import { type Account, authHeader, expect, type Page, unique } from '#e2e/support/fixtures.ts'
import { recordCalls } from '#e2e/support/network.ts'

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true }
const meetingCard = (page: Page) =>
  page
    .getByRole('log')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Meeting' }) })
const wrongCode = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0')

type Deal = { seller: Account; buyer: Account; chatId: string; bookIds: string[] }

const test = testWithChat.extend<{ makeDeal: (deal: Deal, handOver: object) => Promise<void> }>({
  /** Makes an offer of the buyer and accepts it as the seller. */
  makeDeal: async ({ post, request }, use) => {
    await use(async ({ seller, buyer, chatId, bookIds }, handOver) => {
      const items = bookIds.map((bookId) => ({ bookId, copies: 1 }))
      const terms = { chatId, orderType: 'purchase', amount: 600, items, ...handOver }
      const { _id } = (await post('/offers', terms, buyer)) as { _id: string }
      const accept = { headers: authHeader(seller), data: {} }
      expect((await request.put(`/api/offers/${_id}/accept`, accept)).status()).toBe(200)
    })
  },
})

test('two meet: a time is proposed and chosen, the code is read and typed without a network', async ({
  chat,
  openPage,
  createBook,
  makeDeal,
}) => {
  const second = await createBook(chat.seller, { title: unique('Fluid Mechanics') })
  const inPerson = { handOver: 'meet', meetingPoint: 'College gate' }
  await makeDeal({ ...chat, bookIds: [chat.bookId, second] }, inPerson)

  const buyer = await openPage(chat.buyer, { ...phone, serviceWorkers: 'allow' })
  const input = await countInput(buyer)
  await visit(buyer, `/buyer/chats?chat=${chat.chatId}`)
  await expect(meetingCard(buyer)).toContainText('No time yet')
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
  expect(input.taps).toBe(5)

  const seller = await openPage(chat.seller, { ...phone, serviceWorkers: 'allow' })
  await visit(seller, `/seller/chats?chat=${chat.chatId}`)
  await expect(meetingCard(seller)).toHaveCount(1)
  await meetingCard(seller)
    .getByRole('button', { name: /, 5 pm$/ })
    .click()
  await expect(meetingCard(seller)).toContainText('Agreed')
  await expect(meetingCard(buyer)).toContainText(/\w{3} \d+ \w+, 5 pm/)
  await expect(buyer.getByRole('log')).toContainText(/Meeting for orders .*5 pm, College gate\./)
  await checkPhone(seller, 'a meeting')

  // The buyer's code is there without a network.
  await visit(buyer, '/buyer/orders')
  const shown = buyer.getByText(/^\d{4}$/).first()
  const code = (await shown.textContent()) ?? ''
  await checkPhone(buyer, 'an order with a code')
  await waitForServiceWorker(buyer, '/buyer/orders')
  await buyer.context().setOffline(true)
  await buyer.reload()
  await expect(shown).toHaveText(code)

  await visit(seller, '/seller/orders')
  await expect(seller.locator('main')).not.toContainText(code)
  const enter = seller.getByRole('button', { name: /^Enter code of order/ }).first()
  await enter.click()
  const form = seller.getByRole('dialog', { name: /^Hand over order/ })
  await checkPhone(seller, 'a code')
  await form.getByLabel('Code of the buyer').fill('12')
  await form.getByRole('button', { name: 'Check code' }).click()
  await expect(form).toContainText('Enter the 4 digits of the code.')
  await form.getByLabel('Code of the buyer').fill(wrongCode(code))
  await form.getByRole('button', { name: 'Check code' }).click()
  await expect(form).toContainText('This code is wrong. 4 tries are left.')

  await waitForServiceWorker(seller, '/seller/orders')
  await seller.context().setOffline(true)
  await form.getByLabel('Code of the buyer').fill(code)
  await form.getByRole('button', { name: 'Check code' }).dblclick()
  const waiting = seller.getByText(`Code ${code}: Will be checked once you are online.`)
  await expect(waiting.first()).toBeVisible()
  await seller.reload()
  await expect(waiting.first()).toBeVisible()
  const calls = recordCalls(seller, { path: /\/hand-over$/ })
  await seller.context().setOffline(false)
  const status = seller.getByLabel(/^Status of order/)
  await expect(status.first()).toHaveValue('Delivered')
  await expect(status.nth(1)).toHaveValue('Delivered')
  await expect(waiting).toHaveCount(0)
  expect(calls).toHaveLength(1)

  await buyer.context().setOffline(false)
  await buyer.reload()
  await expect(buyer.getByRole('button', { name: 'I have received them all' })).toBeVisible()
  await expect(buyer.getByText(code, { exact: true })).toHaveCount(0)

  // What was said to be paid is taken back, said again, and confirmed.
  const payment = (page: Page) =>
    page.getByRole('button', { name: /^Payment for all 2 books/ }).first()
  await expect(payment(buyer)).toContainText('₹600 to be paid')
  await payment(buyer).click()
  const ledger = buyer.getByRole('dialog', { name: 'Payment for all 2 books' })
  await expect(ledger).toContainText('You have the books: please pay now.')
  await ledger.getByRole('button', { name: 'I have paid ₹600' }).click()
  await checkPhone(buyer, 'a payment that was said')
  await ledger.getByRole('button', { name: 'I haven’t paid ₹600 yet' }).click()
  await expect(ledger).toContainText('Not paid yet. You took back')
  await ledger.getByRole('button', { name: 'I have paid ₹600' }).click()
  await expect(payment(seller)).toContainText('₹600 not confirmed')
  await payment(seller).click()
  await checkPhone(seller, 'a payment to confirm')
  await seller.getByRole('button', { name: 'I have received ₹600' }).click()
  await expect(ledger).toContainText('Received on')
  await buyer.keyboard.press('Escape')
  await expect(payment(buyer)).toContainText('₹600 received')
})

test('a wrong code that waited is refused with a sentence; a parcel has a courier and a number', async ({
  chat,
  openPage,
  createBook,
  createChat,
  makeDeal,
}) => {
  await makeDeal({ ...chat, bookIds: [chat.bookId] }, { handOver: 'meet' })
  const bookId = await createBook(chat.seller, { title: unique('Heat Transfer') })
  const chatId = await createChat(chat.buyer, bookId)
  const contact = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '9876543210' }
  await makeDeal({ ...chat, chatId, bookIds: [bookId] }, { handOver: 'post', ...contact })

  const buyer = await openPage(chat.buyer, phone)
  await visit(buyer, '/buyer/orders')
  const code = (await buyer.getByText(/^\d{4}$/).textContent()) ?? ''
  const seller = await openPage(chat.seller, phone)
  await visit(seller, '/seller/orders')
  await seller.getByRole('button', { name: /^Enter code of order/ }).click()
  await seller.context().setOffline(true)
  await seller.getByLabel('Code of the buyer').fill(wrongCode(code))
  await seller.getByRole('button', { name: 'Check code' }).click()
  await expect(seller.getByText('Will be checked once you are online.')).toBeVisible()
  await seller.context().setOffline(false)
  await expect(seller.getByText('This code is wrong. 4 tries are left.')).toBeVisible()
  await seller.getByRole('button', { name: /^Hide the answer/ }).click()

  await seller
    .getByLabel(/^Status of order/)
    .first()
    .selectOption('Shipped')
  await seller.getByRole('button', { name: /^Add tracking/ }).click()
  const form = seller.getByRole('dialog', { name: /^How was order/ })
  await form.getByLabel('Courier').fill('India Post')
  await form.getByLabel('Tracking number').fill('EE 123!')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toContainText('A tracking number has only letters, digits and hyphens.')
  await form.getByLabel('Tracking number').fill('EE 123 456 789 IN')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(seller.getByRole('button', { name: /^Edit tracking/ })).toBeVisible()
  await buyer
    .getByRole('button', { name: /^Payment of order/ })
    .first()
    .click()
  await expect(buyer.getByRole('dialog')).toContainText('Pay when the book has arrived, unless')
  await buyer.keyboard.press('Escape')
  await expect(buyer.getByRole('article').first()).toContainText(
    'Sent with India Post, tracking number EE123456789IN',
  )
  const link = buyer.getByRole('link', { name: 'Track it at India Post' })
  await expect(link).toHaveAttribute('href', /^https:\/\/www\.indiapost\.gov\.in\//)
  await checkPhone(buyer, 'an order by post')
})
