// The main tasks of each role, done with only a keyboard.
import type { Locator } from '@playwright/test'
import { testWithChat } from '#e2e/chats/chat-page.ts'
import { acceptDialogs, rowOf, visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, password, test, unique } from '#e2e/support/fixtures.ts'
import { makePhotos } from '#e2e/support/photos.ts'

/** This many presses of Tab reach the end of the longest page. */
const maxTabs = 120

/** Presses Tab until the element has the focus. Fails if it never gets the focus. */
async function tabTo(target: Locator): Promise<void> {
  const page = target.page()
  await expect(target).toBeVisible()
  // The element is looked up only once, because a search by role is slow.
  let element = await target.elementHandle()
  for (let press = 0; press < maxTabs; press++) {
    const state = await element?.evaluate((node) =>
      !node.isConnected ? 'gone' : node === document.activeElement ? 'focused' : 'waiting',
    )
    if (state === 'focused') return
    if (state === 'gone') element = await target.elementHandle()
    else await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

async function press(target: Locator): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press('Enter')
}

async function write(target: Locator, text: string): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.type(text)
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first()

async function logIn(page: Page, opener: string, email: string): Promise<void> {
  await visit(page, '/about')
  await press(page.getByRole('banner').getByRole('button', { name: opener }))
  const dialog = page.getByRole('dialog')
  await write(dialog.getByLabel('Email'), email)
  await write(dialog.getByLabel('Password'), password)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

test('a buyer from login to order', async ({
  openPage,
  createBook,
  createOrder,
  seller,
  buyer,
}) => {
  const title = unique('Hydraulics')
  await createBook(seller, { title })
  const page = await openPage()
  acceptDialogs(page)
  await logIn(page, 'Buy Books', buyer.email)
  await expect(page).toHaveURL('/buyer/dashboard')
  await write(page.getByPlaceholder('Search by title or author...'), title)
  const card = page.getByRole('article').filter({ hasText: title }).first().getByRole('link')
  await expect(page).toHaveURL(/search=/)
  await press(card)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await press(button(page, 'Chat with Seller'))
  await expect(page).toHaveURL(/\/buyer\/chats\?chat=/)
  await write(page.getByLabel('Message', { exact: true }), 'Is it free?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log')).toContainText('Is it free?')
  await createOrder(seller, new URL(page.url()).searchParams.get('chat') ?? '')
  await press(link(page, 'My Orders'))
  await press(button(page, 'Confirm order'))
  await expect(page.getByRole('article').filter({ hasText: title })).toContainText(
    'Confirmed by you',
  )
})

async function listOldBook(page: Page): Promise<void> {
  const title = unique('Geotechnics')
  // Playwright must listen before the key opens the file chooser.
  const files = await makePhotos(20, 60)
  page.on('filechooser', (chooser) => void chooser.setFiles(files))
  await press(link(page, 'Manage Books'))
  await expect(page).toHaveURL('/seller/manage-books')
  await press(button(page, 'Add Book'))
  const dialog = page.getByRole('dialog')
  await press(dialog.getByRole('button', { name: /^Old Book/ }))
  await write(dialog.getByLabel('Publication year'), '2021')
  await write(dialog.getByLabel('Pages'), '640')
  await write(dialog.getByLabel('Original price'), '650')
  const images = dialog.getByLabel('Images (2-5)')
  await tabTo(images)
  await page.keyboard.press('Space')
  await expect(dialog.getByRole('img')).toHaveCount(2)
  await press(dialog.getByRole('button', { name: 'Predict Price' }))
  await expect(dialog.getByLabel('Predicted price', { exact: true })).toHaveValue(/^₹\d+\.\d\d$/)
  await press(dialog.getByRole('button', { name: 'Next' }))
  await write(dialog.getByLabel('Title'), title)
  await write(dialog.getByLabel('Author'), 'B. C. Punmia')
  await expect(dialog.getByLabel('Branch')).toHaveAttribute('aria-busy', 'false')
  await write(dialog.getByLabel('Branch'), 'Civil')
  await expect(dialog.getByLabel('Branch')).toHaveValue('Civil')
  await expect(dialog.getByRole('region', { name: /^Your price/ })).toHaveAttribute(
    'aria-busy',
    'false',
  )
  await press(dialog.getByRole('button', { name: 'Submit' }))
  await expect(rowOf(page, title)).toBeVisible()
}

async function createOrderInChat(page: Page, title: string): Promise<void> {
  await press(page.getByRole('link', { name: /^Chats/ }))
  await press(
    page.getByRole('list', { name: 'Chats' }).getByRole('link').filter({ hasText: title }),
  )
  await press(
    page.getByRole('dialog', { name: 'Chat' }).getByRole('button', { name: 'Create Order' }),
  )
  const order = page.getByRole('dialog', { name: 'Create Order' })
  await write(order.getByLabel('Delivery address'), 'Hostel 4, Room 12, Pune')
  await write(order.getByLabel('Phone number'), '9876543210')
  await press(order.getByRole('button', { name: 'Create Order' }))
  await expect(order).toBeHidden()
  await expect(page.getByRole('log')).toContainText('Hostel 4, Room 12, Pune')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

testWithChat('a seller from login to status', async ({ openPage, sendMessage, chat }) => {
  const { seller, buyer, title, chatId } = chat
  await sendMessage(buyer, chatId, 'Is it free?')
  const page = await openPage()
  acceptDialogs(page)
  await logIn(page, 'Sell Books', seller.email)
  await expect(page).toHaveURL('/seller/dashboard')

  await listOldBook(page)
  await createOrderInChat(page, title)
  await press(link(page, 'Orders'))
  const status = rowOf(page, title).getByRole('combobox')
  await tabTo(status)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(status).toHaveValue('Shipped')
  await expect(status).toBeEnabled()
  await page.reload()
  await expect(status).toHaveValue('Shipped')
})

test('an admin logs in, searches and blocks a buyer', async ({ openAt, createAccount }) => {
  const name = unique('Asha')
  await createAccount('buyer', name)
  const page = await openAt('/admin/login')
  await write(page.getByLabel('Email'), 'admin@dobara.example')
  await write(page.getByLabel('Password'), 'monsoon-keeper-24')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/dashboard')
  await press(link(page, 'Buyers'))
  await write(page.getByRole('searchbox'), name)
  const row = rowOf(page, name)
  await expect(page.getByRole('row')).toHaveCount(2)
  await press(row.getByRole('button', { name: 'Block' }))
  await press(
    page
      .getByRole('dialog', { name: `Block ${name}?` })
      .getByRole('button', { name: 'Yes, Block' }),
  )
  await expect(row).toContainText('Blocked')
})
