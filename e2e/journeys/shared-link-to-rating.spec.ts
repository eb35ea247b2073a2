// From a shared link to the rating: a buyer and a seller who have never met, and another person who
// comes too late.
import { acceptDialogs, visit, waitForServiceWorker } from '#e2e/support/browser-page.ts'
import { expect, password, unique } from '#e2e/support/fixtures.ts'
import { failRequests, loseResponse } from '#e2e/support/network.ts'
import {
  acceptOffer,
  lastOffer,
  meeting,
  offers,
  type Phone,
  tapRadio,
  test,
  type,
} from './phone.ts'

const rating = { path: /\/rating$/ }

/**
 * Signs up in the form that a button on a book's page has opened. The login follows automatically.
 */
async function signUp({ page }: Phone, name: string): Promise<void> {
  await page.getByRole('button', { name: "Don't have an account? Signup" }).tap()
  const signup = page.getByRole('dialog', { name: 'Signup as Buyer' })
  await expect(signup.getByLabel('Name', { exact: true })).toBeFocused()
  await type(signup.getByLabel('Name', { exact: true }), name)
  await type(signup.getByLabel('Address'), 'Kothrud, Pune')
  await type(signup.getByLabel('Email'), `${unique('asha').replace(' ', '.')}@gmail.com`)
  await type(signup.getByLabel('Password'), password)
  await signup.getByRole('button', { name: 'Signup', exact: true }).tap()
  const login = page.getByRole('dialog', { name: 'Login as Buyer' })
  await expect(login.getByRole('button', { name: 'Login', exact: true })).toBeFocused()
  await login.getByRole('button', { name: 'Login', exact: true }).tap()
  await expect(page).toHaveURL(/\/buyer\/chats\?chat=/)
}

/** Hands over the book where neither phone has a network. */
async function handOver(buyer: Phone, seller: Phone): Promise<void> {
  const code =
    (await meeting(buyer.page)
      .getByText(/^\d{4}$/)
      .textContent()) ?? ''
  await visit(buyer.page, '/buyer/orders')
  const shown = buyer.page.getByText(code, { exact: true })
  await expect(shown).toBeVisible()
  await waitForServiceWorker(buyer.page, '/buyer/orders')
  await buyer.page.context().setOffline(true)
  await buyer.page.reload()
  await expect(shown).toBeVisible()

  await waitForServiceWorker(seller.page, '/seller/chats')
  await seller.page.context().setOffline(true)
  await meeting(seller.page)
    .getByRole('button', { name: /^Enter code of order/ })
    .tap()
  await type(seller.page.getByLabel('Code of the buyer'), code)
  const check = seller.page.getByRole('button', { name: 'Check code' })
  await check.tap()
  await expect(seller.page.getByText('The code could not be checked. You’re offline')).toBeVisible()
  await seller.page.context().setOffline(false)
  await check.dblclick()
  await expect(meeting(seller.page)).toContainText('Handed over')
  const notice = seller.page.getByRole('log').getByText('handed over with the buyer’s code')
  await expect(notice).toHaveCount(1)
  await buyer.page.context().setOffline(false)
}

/**
 * Saves a rating. The first response is lost, and the second press doesn't save the rating twice.
 */
async function rate({ page, spent }: Phone): Promise<void> {
  await page.getByRole('button', { name: 'Rate book and seller' }).tap()
  const dialog = page.getByRole('dialog', { name: 'How was it?' })
  const save = dialog.getByRole('button', { name: 'Save rating' })
  await save.tap()
  await expect(dialog.getByText('The rating of the book is required.')).toBeVisible()
  await expect(dialog.getByText('The rating of the seller is required.')).toBeVisible()
  await tapRadio(dialog.getByRole('group', { name: 'The book' }), '5 of 5')
  await tapRadio(dialog.getByRole('group', { name: 'The seller' }), '4 of 5')
  await type(dialog.getByLabel('Review'), 'Clean copy, late by a day.')
  // If the order were read again, it would show the rating, and the form would close.
  const restore = await failRequests(page, { path: /^\/api\/orders\/buyer\// }, 'connection')
  await loseResponse(page, rating)
  await save.tap()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to save your rating.')
  await expect(dialog.getByLabel('Review')).toHaveValue('Clean copy, late by a day.')
  await save.tap()
  restore()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('You rated the book 5 of 5 and the seller 4 of 5.')).toBeVisible()
  expect(await spent()).toEqual({ taps: 7, characters: 26 })
}

test('from a shared link to the rating', async ({ openPhone, createAccount, createBook }) => {
  const shop = await createAccount('seller', 'Ravi Kumar')
  const bookPath = `/buyer/book/${await createBook(shop, { title: unique('Heat Transfer') })}`
  const allowed = { serviceWorkers: 'allow' } as const

  const asker = await openPhone(bookPath)
  const alerts = acceptDialogs(asker.page)
  await asker.page.getByRole('button', { name: 'Chat with Seller' }).tap()
  await signUp(asker, 'Kiran Rao')
  await asker.page.getByRole('button', { name: 'Is this still available?' }).tap()
  await expect(asker.page.getByRole('log')).toContainText('Is this still available?')
  // The target is at most 9 taps and 75 characters, not counting the alerts.
  expect(await asker.spent()).toEqual({ taps: 8, characters: 63 })
  expect(alerts).toEqual(['alert: Signup successful! Please log in.', 'alert: Login successful!'])
  // Neither the password nor the pending action was stored in the browser.
  const stored = await asker.page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  )
  expect(stored).not.toContain(password)
  expect(stored).not.toContain('dobara.pending-action')
  await asker.page.goBack()
  await expect(asker.page.getByRole('button', { name: 'Chat with Seller' })).toBeEnabled()
  await expect(asker.page).toHaveURL(bookPath)

  const buyer = await openPhone(bookPath, undefined, allowed)
  acceptDialogs(buyer.page)
  await buyer.page.getByRole('button', { name: 'Make an offer' }).tap()
  await signUp(buyer, 'Asha Patil')
  const form = buyer.page.getByRole('dialog', { name: 'Make an offer' })
  await type(form.getByLabel('Where to meet'), 'College gate')
  await form.getByRole('button', { name: 'Send offer' }).tap()
  await expect(lastOffer(buyer.page)).toContainText('Open until')
  expect(await buyer.spent()).toEqual({ taps: 9, characters: 76 })
  await buyer.page.reload()
  await expect(offers(buyer.page)).toHaveCount(1)

  const seller = await openPhone('/seller/chats', shop, allowed)
  await acceptOffer(seller, 'Asha Patil')
  await expect(lastOffer(buyer.page)).toContainText('Accepted')
  // The target is at most 3 taps and 0 characters.
  expect(await seller.spent()).toEqual({ taps: 2, characters: 0 })
  await asker.page.reload()
  await expect(asker.page.getByText('Sold', { exact: true })).toBeVisible()

  await meeting(buyer.page).getByRole('button', { name: 'Propose a time' }).tap()
  await buyer.page.getByRole('button', { name: 'Propose', exact: true }).tap()
  await meeting(seller.page)
    .getByRole('button', { name: /, 5 pm$/ })
    .tap()
  await expect(meeting(buyer.page)).toContainText(/Agreed.*, 5 pm.*College gate/)
  expect(await buyer.spent()).toEqual({ taps: 2, characters: 0 })
  expect(await seller.spent()).toEqual({ taps: 1, characters: 0 })

  await handOver(buyer, seller)
  // One tap is made without a connection, and one is the second press of a double click.
  expect(await seller.spent()).toEqual({ taps: 4, characters: 4 })
  await visit(seller.page, '/seller/orders')
  await buyer.page.getByRole('button', { name: 'I have received it' }).tap()
  await buyer.page.getByRole('button', { name: 'Yes, I have it' }).tap()
  await expect(buyer.page.getByText('You received it')).toBeVisible()
  await expect(seller.page.getByText(/^Received \d/)).toBeVisible()
  expect(await buyer.spent()).toEqual({ taps: 2, characters: 0 })

  await rate(buyer)
  await asker.page.reload()
  const reviews = asker.page.getByRole('region', { name: 'Reviews' })
  await expect(reviews).toContainText('Asha')
  await expect(reviews).toContainText('Clean copy,')
})
