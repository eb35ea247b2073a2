// A person is blocked, a message and an order are reported, and an admin handles both reports.
import { checkScreen, onDesktop } from '#e2e/accessibility/check-screen.ts'
import { rowOf, visit } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { sendReport, thanks } from './report-form.ts'

test('a person is blocked in a chat, a message and an order are reported, an admin reads the chat', async ({
  openAt,
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
  const page = await openAt(`/buyer/chats?chat=${chatId}`, buyer, onDesktop)
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
  const shop = await openAt(`/seller/chats?chat=${chatId}`, seller, onDesktop)
  await expect(shop.getByText('This chat is closed for new messages.')).toBeVisible()
  await visit(page, `/books?search=${encodeURIComponent(title)}&sort=newest`)
  await expect(page.getByText('No books found.')).toBeVisible()
  await visit(page, '/buyer/profile')
  const card = page.getByRole('region', { name: 'Blocked people' })
  await card.getByRole('heading').click()
  await card.getByRole('button', { name: `Unblock ${seller.name}` }).click()
  await expect(card.getByText('Nobody.')).toBeVisible()

  await visit(page, '/buyer/orders')
  await page.getByRole('button', { name: /^More about order/ }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await sendReport(page, 'Report this order', 'Something else', 'He never answers.')
  await expect(page.getByText(thanks)).toBeVisible()

  const desk = await openAt('/admin/complaints', admin, onDesktop)
  await rowOf(desk, seller.name).getByRole('link', { name: seller.name }).click()
  await desk.getByRole('button', { name: 'Read the chat' }).click()
  await expect(desk.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(3)
  await checkScreen(desk, 'the chat of a complaint')
  await desk.getByRole('button', { name: 'Block the account' }).click()
  const blocking = desk.getByRole('dialog', { name: `Block ${seller.name}?` })
  await expect(blocking.getByText('1 open order.')).toBeVisible()
  await expect(
    blocking.getByLabel(`Close all 2 open complaints about ${seller.name}`),
  ).toBeChecked()
  await checkScreen(desk, 'a block that closes all complaints')
  await blocking.getByLabel('Reason').fill('Asks for money in advance.')
  await blocking.getByRole('button', { name: 'Yes, Block' }).click()
  await expect(desk.getByText('The account is blocked.')).toBeVisible()
  await visit(page, `/buyer/chats?chat=${chatId}`)
  await expect(page.getByRole('log')).toContainText('account was blocked by Dobara.')
})
