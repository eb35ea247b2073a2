// A rental with a deposit: agreed on, paid, handed over, extended, returned, and the deposit given
// back.
import { addDays, indianDate } from '#contract/common/dates.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, unique } from '#e2e/support/fixtures.ts'
import { loseResponse } from '#e2e/support/network.ts'
import { acceptOffer, lastOffer, meeting, offers, type Phone, test, type } from './phone.ts'

const payments = ({ page }: Phone) => page.getByRole('dialog', { name: /^Payment of order/ })

async function agreeOnRent(buyer: Phone, seller: Phone): Promise<void> {
  await buyer.page.getByRole('button', { name: 'Rent', exact: true }).tap()
  const form = buyer.page.getByRole('dialog', { name: 'Make an offer' })
  await form.getByLabel('First day').fill(addDays(indianDate(new Date()), 2))
  const terms = 'Deposit ₹200 · late fee ₹5 a day · a lost copy costs ₹400'
  await expect(form).toContainText(terms)
  await type(form.getByLabel('Number of days'), '10')
  await expect(form).toContainText('₹100 in all')
  await expect(form).toContainText('Plus ₹200 deposit')
  await form.getByRole('button', { name: 'Send offer' }).tap()
  await expect(lastOffer(buyer.page)).toContainText(terms)
  expect(await buyer.spent()).toEqual({ taps: 6, characters: 2 })
  await acceptOffer(seller, 'Asha Patil')
  await expect(lastOffer(buyer.page)).toContainText('Accepted')
  expect(await seller.spent()).toEqual({ taps: 2, characters: 0 })

  await meeting(seller.page).getByRole('button', { name: 'Propose a time' }).tap()
  await type(seller.page.getByLabel('Meeting point'), 'Library')
  await seller.page.getByRole('button', { name: 'Propose', exact: true }).tap()
  await meeting(buyer.page)
    .getByRole('button', { name: /, 5 pm$/ })
    .tap()
  await expect(meeting(seller.page)).toContainText('Agreed')
  expect(await seller.spent()).toEqual({ taps: 2, characters: 7 })
  expect(await buyer.spent()).toEqual({ taps: 1, characters: 0 })
}

/**
 * Reports the payment as the buyer. The response is lost but the payment is saved, and the page
 * doesn't claim otherwise.
 */
async function pay(buyer: Phone, seller: Phone): Promise<void> {
  await lastOffer(buyer.page).getByRole('link', { name: 'Open the order' }).tap()
  await buyer.page.getByRole('button', { name: /^Payment/ }).tap()
  const link = payments(buyer).getByRole('link', { name: 'Pay ₹300 with a UPI app' })
  await expect(link).toHaveAttribute('href', /^upi:\/\/pay\?pa=ravi@okaxis&.*am=300\.00/)
  const code = payments(buyer).getByRole('img', { name: /^QR code: pay ₹300/ })
  const modulePx = await code.evaluate(
    (svg: SVGSVGElement) => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width,
  )
  expect(modulePx).toBeGreaterThanOrEqual(3)
  await expect(payments(buyer)).toContainText('Nothing is due before.')
  await loseResponse(buyer.page, { path: /\/payments\/all\/paid$/ })
  await payments(buyer).getByRole('button', { name: 'I have paid ₹300' }).tap()
  await expect(payments(buyer).getByText(/^You marked ₹\d+ as paid on /)).toHaveCount(2)
  await expect(payments(buyer).getByRole('alert')).toHaveCount(0)
  await buyer.page.getByRole('button', { name: 'Close' }).tap()
  expect(await buyer.spent()).toEqual({ taps: 4, characters: 0 })

  await lastOffer(seller.page).getByRole('link', { name: 'Open the order' }).tap()
  await seller.page.getByRole('button', { name: /^Payment/ }).tap()
  await expect(payments(seller).getByText(/^The buyer marked ₹\d+ as paid on /)).toHaveCount(2)
  await payments(seller).getByRole('button', { name: 'I have received ₹300' }).tap()
  await expect(payments(seller).getByText(/^Received on/)).toHaveCount(2)
  await seller.page.getByRole('button', { name: 'Close' }).tap()
  expect(await seller.spent()).toEqual({ taps: 4, characters: 0 })
}

/** The rental begins today, two days early, and is extended by five days. */
async function handOverAndExtend(buyer: Phone, seller: Phone): Promise<void> {
  const today = indianDate(new Date())
  const code = (await buyer.page.getByText(/^\d{4}$/).textContent()) ?? ''
  await seller.page.getByRole('button', { name: /^Enter code of order/ }).tap()
  await type(seller.page.getByLabel('Code of the buyer'), code)
  await seller.page.getByRole('button', { name: 'Check code' }).tap()
  await expect(buyer.page.getByText('Delivered', { exact: true })).toBeVisible()
  expect(await seller.spent()).toEqual({ taps: 2, characters: 4 })
  await buyer.page.getByRole('button', { name: /^Extend rent/ }).tap()
  const dialog = buyer.page.getByRole('dialog', { name: 'Extend the rent' })
  await type(dialog.getByLabel('More days'), '5')
  await expect(dialog).toContainText(`₹50 more, back by ${formatDate(addDays(today, 15))}`)
  await loseResponse(buyer.page, { path: /\/offers$/, method: 'POST' })
  await dialog.getByRole('button', { name: 'Send offer' }).tap()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send offer' }).tap()
  await expect(offers(buyer.page)).toHaveCount(2)
  await expect(lastOffer(buyer.page)).not.toContainText('No copy is left')
  expect(await buyer.spent()).toEqual({ taps: 3, characters: 1 })
  await visit(seller.page, '/seller/chats')
  await acceptOffer(seller, 'Asha Patil')
  await expect(lastOffer(buyer.page)).toContainText('Accepted')
  expect(await seller.spent()).toEqual({ taps: 2, characters: 0 })
}

async function giveBack(buyer: Phone, seller: Phone): Promise<void> {
  await lastOffer(buyer.page).getByRole('link', { name: 'Open the order' }).tap()
  await buyer.page.getByRole('button', { name: 'I’ve returned it' }).tap()
  await buyer.page.getByRole('button', { name: 'Yes, I returned it' }).tap()
  // Waits for this message, because the link moves when it arrives.
  await expect(seller.page.getByText(/was handed back\.$/)).toBeVisible()
  await lastOffer(seller.page).getByRole('link', { name: 'Open the order' }).tap()
  await expect(seller.page.getByText(/^The buyer says it was handed back on /)).toBeVisible()
  await seller.page.getByRole('button', { name: 'Mark returned' }).tap()
  await seller.page.getByRole('button', { name: 'Yes, it is back' }).tap()
  await seller.page.getByRole('button', { name: /^Payment/ }).tap()
  await payments(seller).getByRole('button', { name: 'I have received ₹50' }).tap()
  await payments(seller).getByRole('button', { name: 'I have given back ₹200' }).tap()
  await expect(payments(seller)).toContainText('You marked ₹200 as given back')
  expect(await seller.spent()).toEqual({ taps: 6, characters: 0 })
  await buyer.page.getByRole('button', { name: /^Payment/ }).tap()
  await payments(buyer).getByRole('button', { name: 'I got ₹200 back' }).tap()
  await expect(payments(buyer).getByText(/^Received on/)).toHaveCount(3)
  await expect(payments(seller).getByText(/^Received on/)).toHaveCount(3)
  expect(await buyer.spent()).toEqual({ taps: 5, characters: 0 })
}

const formatDate = (date: string) =>
  new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date))

test('from the offer to the return', async ({ openPhone, createAccount, createBook, put }) => {
  const owner = await createAccount('seller', 'Ravi Kumar')
  await put('/seller/profile', { name: 'Ravi Kumar', upiId: 'ravi@okaxis' }, owner)
  const rent = { rentPrice: 10, rentDeposit: 200, lateFee: 5 }
  const id = await createBook(owner, { title: unique('Fluid Mechanics'), price: 400, ...rent })
  const path = `/buyer/book/${id}`
  const buyer = await openPhone(path, await createAccount('buyer', 'Asha Patil'))
  const seller = await openPhone('/seller/chats', owner)
  await test.step('both agree on it and on a meeting', () => agreeOnRent(buyer, seller))
  await test.step('it is paid', () => pay(buyer, seller))
  const other = await openPhone(path, await createAccount('buyer', 'Kiran Rao'))
  await expect(other.page.getByText(/^Rented until/)).toBeVisible()
  await test.step('it is handed over and extended', () => handOverAndExtend(buyer, seller))
  await test.step('it is handed back, and the deposit too', () => giveBack(buyer, seller))
  await other.page.reload()
  await other.page.getByRole('button', { name: 'Make an offer' }).tap()
  await expect(other.page.getByRole('dialog', { name: 'Make an offer' })).toBeVisible()
})
