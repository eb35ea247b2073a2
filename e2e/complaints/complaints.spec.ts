// From a report to the admin's decision, and blocking a person in a chat.
import { checkScreen, onDesktop } from '#e2e/accessibility/check-screen.ts'
import { rowOf, submitLogin, visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, password, test, unique } from '#e2e/support/fixtures.ts'
import { failRequests } from '#e2e/support/network.ts'

const sendReport = async (page: Page, name: string, reason: string, text?: string) => {
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByRole('radio', { name: reason }).check()
  if (text) await dialog.getByLabel('What happened?').fill(text)
  await dialog.getByRole('button', { name: 'Send report' }).click()
}
const thanks = 'Thank you. An admin will look into it.'

test('a guest reports a listing after logging in; an admin hides it, and its seller reads why', async ({
  openPage,
  createAccount,
  createBook,
  admin,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const buyer = await createAccount('buyer', 'Asha Patil')
  const title = unique('Photocopied Physics')
  const bookId = await createBook(seller, { title, price: 450 })
  const page = await openPage(undefined, onDesktop)
  page.on('dialog', (dialog) => void dialog.accept())
  await visit(page, `/buyer/book/${bookId}`)
  await page.getByRole('button', { name: 'Report this listing' }).click()
  await submitLogin(page.getByRole('dialog', { name: 'Login as Buyer' }), buyer.email, password)
  const dialog = page.getByRole('dialog', { name: 'Report this listing' })
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('Please choose what is wrong.')).toBeVisible()
  await checkScreen(page, 'reporting')
  const restore = await failRequests(page, { path: /^\/api\/complaints$/ })
  await sendReport(page, 'Report this listing', 'Fake or pirated copy', 'The pages are copies.')
  await expect(dialog.getByRole('alert')).toHaveText('Failed to send the report.')
  restore()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText(thanks)).toBeVisible()
  await expect(page).toHaveURL(`/buyer/book/${bookId}`)
  await expect(page.getByText('You reported this listing.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Report this listing' })).toBeHidden()
  await page.reload()
  await page.getByRole('button', { name: 'Report this listing' }).click()
  await sendReport(page, 'Report this listing', 'Something else')
  await expect(dialog.getByRole('alert')).toHaveText(
    'You have already reported this. An admin will look into it.',
  )

  const desk = await openPage(admin, onDesktop)
  await visit(desk, '/admin/complaints')
  await expect(desk.getByRole('link', { name: /Complaints.* open cases?/ })).toBeVisible()
  await expect(rowOf(desk, title)).toContainText('Fake or pirated copy')
  await checkScreen(desk, 'complaints')
  await rowOf(desk, title).getByRole('link', { name: title }).click()
  await expect(desk.getByRole('heading', { name: title })).toBeVisible()
  await expect(desk.getByText('The pages are copies.')).toBeVisible()
  await expect(desk.getByText('₹450', { exact: true })).toBeVisible()
  await checkScreen(desk, 'a complaint')
  await desk.getByRole('button', { name: 'Hide the listing' }).click()
  const hiding = desk.getByRole('dialog', { name: `Hide '${title}'?` })
  await hiding.getByRole('button', { name: 'Hide the listing' }).click()
  await expect(hiding.getByText('Reason is required.')).toBeVisible()
  await hiding.getByLabel('Reason').fill('This is a photocopy.')
  await hiding.getByRole('button', { name: 'Hide the listing' }).click()
  await expect(desk.getByText('The listing is hidden.')).toBeVisible()
  await expect(desk.getByText('Why it is hidden: This is a photocopy.')).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Show the listing again' })).toBeVisible()

  await visit(page, `/buyer/book/${bookId}`)
  await expect(page.getByText('Book not found.')).toBeVisible()
  const shop = await openPage(seller, onDesktop)
  await visit(shop, '/seller/manage-books')
  await expect(rowOf(shop, title)).toContainText('Reason: This is a photocopy.')
  await checkScreen(shop, 'a hidden listing')
  await visit(desk, '/admin/complaints?state=done')
  await expect(rowOf(desk, title)).toContainText('Listing hidden')
})

test('a person is blocked and unblocked in a chat; message and order are reported, and the chat is read from the desk', async ({
  openPage,
  createAccount,
  createBook,
  createChat,
  createOrder,
  sendMessage,
  admin,
}) => {
  const seller = await createAccount('seller', unique('Ravi'))
  const buyer = await createAccount('buyer', unique('Asha'))
  const title = unique('Blocked Biology')
  const chatId = await createChat(buyer, await createBook(seller, { title }), 'Is it there?')
  await sendMessage(seller, chatId, 'Pay 500 in advance to refund@upi.')
  await createOrder(seller, chatId)
  const page = await openPage(buyer, onDesktop)
  await visit(page, `/buyer/chats?chat=${chatId}`)
  const bubble = page.getByRole('listitem').filter({ hasText: 'Pay 500 in advance' })
  await bubble.getByRole('button', { name: 'More about this message' }).click()
  await page.getByRole('menuitem', { name: 'Report message' }).click()
  await sendReport(page, 'Report this message', 'Scam, or asks to pay in advance')
  await expect(page.getByText(thanks)).toBeVisible()

  const menu = page.getByRole('button', { name: 'More about this chat' })
  await menu.click()
  await checkScreen(page, 'the menu of a chat')
  await page.getByRole('menuitem', { name: 'Block' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click()
  await expect(page.getByText(`You blocked ${seller.name}.`).last()).toBeVisible()
  await expect(page.getByLabel('Message', { exact: true })).toBeHidden()
  await checkScreen(page, 'a chat with somebody blocked')
  const shop = await openPage(seller, onDesktop)
  await visit(shop, `/seller/chats?chat=${chatId}`)
  await expect(shop.getByText(`You can’t write to ${buyer.name} any more.`)).toBeVisible()
  await visit(page, `/books?search=${encodeURIComponent(title)}&sort=newest`)
  await expect(page.getByText('No books found.')).toBeVisible()
  await visit(page, '/buyer/profile')
  const card = page.getByRole('region', { name: 'Blocked people' })
  await card.getByRole('button', { name: 'Show' }).click()
  await card.getByRole('button', { name: `Unblock ${seller.name}` }).click()
  await expect(card.getByText('Nobody.')).toBeVisible()

  await visit(page, '/buyer/orders')
  await page.getByRole('button', { name: /^More about order/ }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await sendReport(page, 'Report this order', 'Something else', 'He never answers.')
  await expect(page.getByText(thanks)).toBeVisible()

  const desk = await openPage(admin, onDesktop)
  await visit(desk, '/admin/complaints')
  await rowOf(desk, seller.name).getByRole('link', { name: seller.name }).click()
  await desk.getByRole('button', { name: 'Read the chat' }).click()
  await expect(desk.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(3)
  await checkScreen(desk, 'the chat of a complaint')
  await desk.getByRole('button', { name: 'Block the account' }).click()
  const blocking = desk.getByRole('dialog', { name: `Block ${seller.name}?` })
  await expect(blocking.getByText('1 open order.')).toBeVisible()
  await checkScreen(desk, 'blocking')
  await blocking.getByLabel('Reason').fill('Asks for money in advance.')
  await blocking.getByRole('button', { name: 'Block the account' }).click()
  await expect(desk.getByText('The account is blocked.')).toBeVisible()
  await visit(page, `/buyer/chats?chat=${chatId}`)
  await expect(page.getByRole('log')).toContainText('account was blocked by Dobara.')
})
