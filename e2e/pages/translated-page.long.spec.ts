// Tests translated pages: browsers put each text into <font> elements that React doesn't know.
import { messageBox, messageLog, testWithChat } from '#e2e/chats/chat-page.ts'
import { expect, type Page } from '#e2e/support/fixtures.ts'

/** Chrome replaces the text nodes of a page; other browsers move them into the new elements. */
type How = 'replaced' | 'moved'

async function translate(page: Page, how: How): Promise<void> {
  await page.evaluate((isMoved) => {
    const texts: Text[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      const parent = text.parentElement
      if (!parent || /^(SCRIPT|STYLE|TEXTAREA|OPTION|FONT)$/.test(parent.nodeName)) continue
      if (text.data.trim() === '') continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      outer.append(inner)
      parent.replaceChild(outer, text)
      inner.append(isMoved ? text : `«${text.data}»`)
    }
  }, how === 'moved')
}

const isWhole = async (page: Page) => {
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
  await expect(page.locator('main')).toBeVisible()
}

for (const how of ['replaced', 'moved'] as const) {
  testWithChat(
    `a translated chat shows new messages and keeps the draft (texts ${how})`,
    async ({ openAt, sendMessage, createOrder, setOrderStatus, chat }) => {
      const { buyer, seller, chatId } = chat
      await sendMessage(buyer, chatId, 'Is it a clean copy?')
      const page = await openAt(`/buyer/chats?chat=${chatId}`, buyer)
      await expect(messageLog(page).getByText('Is it a clean copy?')).toBeVisible()
      await messageBox(page).fill('My draft')
      await translate(page, how)
      await sendMessage(seller, chatId, 'As good as new')
      await expect(messageLog(page).getByText('As good as new')).toBeVisible()
      await translate(page, how)
      const order = await createOrder(seller, chatId)
      await expect(page.getByRole('button', { name: 'Confirm order' })).toBeVisible()
      await translate(page, how)
      await setOrderStatus(seller, order, 'Shipped')
      await expect(messageLog(page).getByText(/is now Shipped/)).toBeVisible()
      await isWhole(page)
      await expect(messageBox(page)).toHaveValue('My draft')
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(messageLog(page).getByText('My draft')).toBeVisible()
      await isWhole(page)
    },
  )

  testWithChat(
    `translated orders and their payments show what changes (texts ${how})`,
    async ({ openAt, createOrder, setOrderStatus, chat }) => {
      const { buyer, seller, chatId, title } = chat
      const made = await createOrder(seller, chatId)
      const page = await openAt('/buyer/orders', buyer)
      const order = page.getByRole('article')
      await expect(order).toContainText(title)
      await translate(page, how)
      await order.getByRole('button', { name: 'Confirm order' }).click()
      await expect(order).toContainText('Confirmed by you')
      await translate(page, how)
      await setOrderStatus(seller, made, 'Shipped')
      await expect(order).toContainText('Shipped')
      await order.getByRole('button', { name: 'Payment' }).click()
      const payments = page.getByRole('dialog')
      await expect(payments).toContainText('You pay each other directly')
      await translate(page, how)
      await payments.getByRole('button', { name: 'I have paid' }).click()
      await expect(payments).toContainText(/You marked .* as paid on/)
      await translate(page, how)
      await payments.getByRole('button', { name: 'I haven’t paid' }).click()
      await expect(payments).toContainText('You withdrew this')
      await payments.getByRole('button', { name: 'Close' }).click()
      await expect(payments).toBeHidden()
      await isWhole(page)
    },
  )
}
