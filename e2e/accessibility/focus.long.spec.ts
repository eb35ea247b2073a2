// Tests where the focus is after actions and when a modal opens.
import { testWithChat } from '#e2e/chats/chat-page.ts'
import { expect, type Page, test, unique } from '#e2e/support/fixtures.ts'

/** Returns the role and name of the focused element, such as 'article Statistics'. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    const name =
      at?.getAttribute('aria-label') ??
      document.getElementById(at?.getAttribute('aria-labelledby') ?? '')?.textContent
    return [at?.getAttribute('role') ?? at?.localName, name].filter(Boolean).join(' ')
  })

test('a card keeps the focus after a press', async ({ openAt, orderBook, seller, buyer }) => {
  const title = unique('Optics')
  await orderBook(seller, buyer, { title })
  const page = await openAt('/buyer/orders', buyer)
  await page.getByRole('button', { name: 'Confirm order' }).press('Enter')
  await expect(page.getByText('Confirmed by you')).toBeVisible()
  await expect.poll(() => focused(page)).toBe(`article ${title}`)
  await page.getByRole('button', { name: 'Cancel order' }).press('Enter')
  await page.getByRole('button', { name: 'Yes, cancel it' }).press('Enter')
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect.poll(() => focused(page)).toBe(`article ${title}`)
})

test('deleting a row moves the focus to its table', async ({ openAt, createBook, seller }) => {
  const title = unique('Acoustics')
  for (const more of ['', ' II', ' III']) await createBook(seller, { title: title + more })
  const own = await openAt('/seller/manage-books', seller)
  await own.getByRole('button', { name: `Delete ${title} III` }).press('Enter')
  await own.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await expect(own.getByRole('row')).toHaveCount(3)
  await expect.poll(() => focused(own)).toBe('group Manage Books')
})

testWithChat('the focus in a seller’s chat', async ({ openAt, sendMessage, chat }) => {
  await sendMessage(chat.buyer, chat.chatId, 'Is it free?')
  const page = await openAt('/seller/chats', chat.seller)
  const row = page.getByRole('list', { name: 'Chats' }).getByRole('link')
  await row.press('Enter')
  const opened = page.getByRole('dialog', { name: 'Chat' })
  await expect(opened.getByLabel('Message', { exact: true })).toBeFocused()
  const order = opened.getByRole('button', { name: 'Create Order' })
  await order.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create Order' })
  await expect(dialog.getByLabel('Order type')).toBeFocused()
  await dialog.getByLabel('Delivery address').fill('Hostel 4, Room 12, Pune')
  await dialog.getByLabel('Phone number').fill('9876543210')
  await dialog.getByRole('button', { name: 'Create Order' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(order).toBeDisabled()
  await expect(order).toBeFocused()
  // The button says why it is disabled, and the chat says that the book is reserved.
  await expect(order).toHaveAttribute('title', 'No copy of this book is available any more.')
  await expect(opened.getByText(/^Reserved until /)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()
})
