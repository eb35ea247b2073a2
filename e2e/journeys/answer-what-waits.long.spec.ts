// A seller and a buyer begin at Today, and answer what waits for them.
import { checkScreen } from '#e2e/accessibility/check-screen.ts'
import { addToChat, messageBox, messageLog } from '#e2e/chats/chat-page.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, onPhone, type Page, test, unique } from '#e2e/support/fixtures.ts'

const today = (page: Page) => page.getByRole('region', { name: 'Today' })
const chats = (page: Page) => page.getByRole('list', { name: 'Chats' }).getByRole('link')
const filter = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Chat filters' }).getByRole('link', { name })

test('a seller answers an unanswered chat with a saved reply', async ({
  openAt,
  createBook,
  createChat,
  createOrder,
  sendMessage,
  createAccount,
  seller,
  buyer,
}) => {
  const [optics, dynamics] = [unique('Optics'), unique('Dynamics')]
  const meera = await createAccount('buyer', 'Meera Joshi')
  const chatId = await createChat(buyer, await createBook(seller, { title: optics }), 'Is it free?')
  const ordered = await createChat(meera, await createBook(seller, { title: dynamics }))
  await createOrder(seller, ordered)
  const page = await openAt('/seller/dashboard', seller)
  await expect(today(page).getByRole('link')).toHaveText(['1Unanswered chat'])
  await today(page).getByRole('link', { name: 'Unanswered chat' }).click()
  await expect(page).toHaveURL('/seller/chats?filter=unanswered')
  await expect(chats(page)).toHaveText([new RegExp(`${optics}.*Unanswered`)])

  await test.step('a live message and a system message keep the mark', async () => {
    await sendMessage(buyer, chatId, 'Hello?')
    await createOrder(seller, chatId)
    await expect(chats(page)).toHaveText([new RegExp(`${optics}.*Unanswered`)])
    await filter(page, 'With an order').click()
    await expect(chats(page)).toHaveCount(2)
    await filter(page, 'Unanswered').click()
    await expect(chats(page)).toHaveCount(1)
  })

  await test.step('the seller saves a reply and inserts it', async () => {
    await chats(page).click()
    await expect(page).toHaveURL(`/seller/chats?filter=unanswered&chat=${chatId}`)
    await addToChat(page, 'Saved replies')
    const dialog = page.getByRole('dialog', { name: 'Saved replies' })
    await dialog.getByRole('button', { name: 'Add a reply' }).click()
    await dialog.getByLabel('Reply text').fill('हाँ, रविवार को ले जाइए।')
    await dialog.getByRole('button', { name: 'Save reply' }).click()
    await dialog.getByRole('button', { name: 'हाँ, रविवार को ले जाइए।' }).click()
    await expect(messageBox(page)).toHaveValue('हाँ, रविवार को ले जाइए।')
    await expect(messageBox(page)).toBeFocused()
    await expect(messageLog(page)).not.toContainText('रविवार')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(messageLog(page)).toContainText('रविवार')
  })

  await test.step('the chat is answered, and the list stays filtered', async () => {
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL('/seller/chats?filter=unanswered')
    await expect(page.getByText('No chats found.')).toBeVisible()
    await filter(page, 'All').click()
    await expect(chats(page)).toHaveCount(2)
    await expect(chats(page).filter({ hasText: 'Unanswered' })).toHaveCount(0)
  })

  await test.step('a search is kept in the address', async () => {
    await page.getByRole('searchbox').fill('meera')
    await expect(chats(page)).toHaveText([new RegExp(dynamics)])
    await expect(page).toHaveURL('/seller/chats?search=meera')
    await page.reload()
    await expect(chats(page)).toHaveText([new RegExp(dynamics)])
  })

  await visit(page, '/seller/dashboard')
  await expect(today(page)).toContainText('Nothing to do.')
  await test.step('another device has the reply, and changes it', async () => {
    const phone = await openAt(`/seller/chats?chat=${chatId}`, seller, onPhone)
    await addToChat(phone, 'Saved replies')
    const dialog = phone.getByRole('dialog', { name: 'Saved replies' })
    await checkScreen(phone, 'saved replies')
    await dialog.getByRole('button', { name: 'Change this reply' }).click()
    await phone.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog.getByLabel('Reply text').fill('Yes, on Sunday.')
    await dialog.getByRole('button', { name: 'Save reply' }).click()
    await expect(dialog.getByRole('button', { name: 'Yes, on Sunday.' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Change this reply' }).click()
    await phone.getByRole('menuitem', { name: 'Delete' }).click()
    await phone.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(dialog.getByText('Save answers you send often.')).toBeVisible()
  })
})

test('a buyer begins at Today', async ({ openAt, post, orderBook, putOrder, seller, buyer }) => {
  const [optics, tamas] = [unique('Optics'), unique('Tamas')]
  await orderBook(seller, buyer, { title: tamas })
  const agreed = await orderBook(seller, buyer, { title: optics })
  await putOrder(buyer, agreed, 'confirm')
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  const meeting = { place: 'College gate', times: [`${inTwoDays}T17:00`] }
  await post(`/orders/${agreed._id}/meeting`, meeting, seller)
  const page = await openAt('/buyer/dashboard', buyer, onPhone)
  await expect(today(page).getByRole('link')).toHaveText(['1To confirm', '1Meeting time to choose'])
  await checkScreen(page, 'what a buyer has to do')
  await today(page).getByRole('link', { name: 'Meeting time to choose' }).click()
  await expect(page).toHaveURL('/buyer/orders?task=choose-time')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText(optics)
  await today(page).getByRole('link', { name: 'To confirm' }).click()
  await expect(page.getByRole('article')).toContainText(tamas)
  await checkScreen(page, 'orders to confirm')
  await page.getByRole('button', { name: 'Confirm order' }).click()
  await expect(page.getByText('No orders found.')).toBeVisible()
  await page.getByRole('link', { name: 'All orders' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await visit(page, '/buyer/chats')
  await expect(chats(page).filter({ hasText: optics })).toContainText('Times to choose')
  await expect(page.getByText('Unanswered')).toHaveCount(0)
})
