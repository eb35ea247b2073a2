// A swap of two books with a cash difference, on two phones: from a book's page to handing over
// both books.
import { checkPhone, checkScreen } from '#e2e/accessibility/check-screen.ts'
import { type Phone, test, type as typeInto } from '#e2e/journeys/phone.ts'
import { definitionOf, visit } from '#e2e/support/browser-page.ts'
import { type Account, expect, type Page, password, unique } from '#e2e/support/fixtures.ts'
import { failRequests } from '#e2e/support/network.ts'
import { handOver } from './hand-over.ts'

/** The latest offer of an exchange in the open chat. */
const offerCard = (page: Page) =>
  page
    .getByRole('log')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /swap/i }) })
    .last()

async function offer({ page, spent }: Phone, mine: string): Promise<void> {
  await page.getByRole('button', { name: 'Swap', exact: true }).tap()
  const form = page.getByRole('dialog', { name: 'Offer a swap' })
  // His only book is already chosen, and ₹100 makes the swap even.
  await expect(form.getByRole('list', { name: 'You give' })).toContainText(mine)
  await expect(form.getByLabel('Cash difference (₹)')).toHaveValue('100')
  await expect(form).toContainText('Makes it even.')
  await checkPhone(page, 'the form of an exchange')
  await typeInto(form.getByLabel('Cash difference (₹)'), '80')
  await form.getByRole('button', { name: 'Make it even: You pay ₹100 on top' }).tap()
  await typeInto(form.getByLabel('Cash difference (₹)'), '80')
  await typeInto(form.getByLabel('Where to meet'), 'College gate')
  await form.getByRole('button', { name: 'Send offer' }).tap()
  await expect(offerCard(page)).toContainText('You pay ₹80 on top')
  // If he leaves the cash difference as it is, it takes 3 taps and 12 characters.
  expect(await spent()).toEqual({ taps: 6, characters: 16 })
}

async function agreeOnTime(buyer: Phone, seller: Phone): Promise<void> {
  await offerCard(buyer.page).getByRole('link', { name: 'Open the swap' }).tap()
  await expect(
    buyer.page.getByText('Agree with Asha Patil in the chat when you meet.'),
  ).toBeVisible()
  await checkPhone(buyer.page, 'an exchange that was agreed on')
  await buyer.page.getByRole('link', { name: 'Chat with Asha Patil' }).tap()
  await buyer.page.getByRole('button', { name: 'Propose a time' }).tap()
  await buyer.page
    .getByRole('button', { name: /^Propose/ })
    .last()
    .tap()
  await seller.page.getByRole('button', { name: /^Choose / }).tap()
  await expect(buyer.page.getByRole('log')).toContainText('College gate')
}

test('from the offer to both hand-overs', async ({
  openPhone,
  createAccount,
  createBook,
  post,
}) => {
  const asha = await createAccount('seller', 'Asha Patil')
  const ravi = await createAccount('buyer', 'Ravi Kumar')
  const [hers, his] = [unique('Optics'), unique('Waves')]
  const bookId = await createBook(asha, { title: hers, price: 300, openToExchange: true })
  await post('/account/seller', { name: ravi.name, sellerType: 'student' }, ravi)
  const session = await post('/seller/login', { email: ravi.email, password })
  await createBook(session as Account, { title: his, price: 200 })

  const buyer = await openPhone(`/buyer/book/${bookId}`, ravi)
  await test.step('offered from the page of her book', () => offer(buyer, his))

  const seller = await openPhone('/seller/chats', asha)
  await test.step('accepted, as all or nothing', async () => {
    await seller.page.getByRole('link', { name: 'Ravi Kumar' }).tap()
    await expect(offerCard(seller.page)).toContainText('Ravi Kumar pays ₹80 on top')
    await checkPhone(seller.page, 'an offered exchange')
    await offerCard(seller.page).getByRole('button', { name: 'Accept' }).tap()
    await expect(offerCard(buyer.page)).toContainText('Accepted')
    expect(await seller.spent()).toEqual({ taps: 2, characters: 0 })
  })
  await test.step('they agree on when to meet', () => agreeOnTime(buyer, seller))

  await test.step('each types the other’s code', async () => {
    await offerCard(seller.page).getByRole('link', { name: 'Open the swap' }).tap()
    await buyer.page.goBack()
    await expect(buyer.page.getByText(/type the code that Asha Patil tells you/)).toBeVisible()
    await buyer.spent()
    await seller.spent()
    await handOver(seller, buyer, hers)
    await handOver(buyer, seller, his)
    expect(await seller.spent()).toEqual({ taps: 2, characters: 4 })
    expect(await buyer.spent()).toEqual({ taps: 2, characters: 4 })
    await checkScreen(buyer.page, 'an exchange that was handed over')
  })

  await test.step('paid and received, which completes it', async () => {
    const restore = await failRequests(buyer.page, { path: /\/paid$/, method: 'PUT' }, 'connection')
    await buyer.page.getByRole('button', { name: 'I have paid it' }).tap()
    await expect(buyer.page.getByRole('alert')).toBeVisible()
    restore()
    await buyer.page.getByRole('button', { name: 'I have paid it' }).tap()
    await expect(seller.page.getByText(/^Paid on .*, not confirmed yet$/)).toBeVisible()
    await seller.page.getByRole('button', { name: 'I have received ₹80' }).tap()
    for (const { page } of [buyer, seller]) {
      await page.getByRole('button', { name: 'I have received it' }).tap()
      await page.getByRole('button', { name: 'Yes, I have it' }).tap()
    }
    for (const { page } of [buyer, seller])
      await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('Complete')
  })

  await test.step('both orders are marked, and lead there', async () => {
    await visit(buyer.page, '/buyer/orders')
    const order = buyer.page.getByRole('article', { name: hers })
    await expect(order).toContainText('Swap')
    await order.getByRole('button', { name: /^More, order/ }).tap()
    await expect(definitionOf(order, 'Cash difference')).toHaveText('You pay ₹80')
    await order.getByRole('link', { name: 'Open the swap' }).tap()
    await expect(buyer.page.getByRole('heading', { level: 1 })).toContainText('Swap')
    await visit(seller.page, '/seller/orders')
    await seller.page.getByRole('link', { name: 'Swap', exact: true }).tap()
    await expect(seller.page.getByRole('heading', { level: 1 })).toContainText('Swap')
  })
})
