import { readFile } from 'node:fs/promises'
import { testWithChat } from '#e2e/chats/chat-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { openProfile } from './profile-page.ts'

test('downloading one’s own data', async ({ openPage, createBook, createChat, seller, buyer }) => {
  await createChat(
    buyer,
    await createBook(seller, { title: unique('Optics') }),
    'Is it still there?',
  )
  const page = await openPage(buyer)
  await openProfile(page, 'buyer')
  // A response that is cut off isn't saved as a file.
  const saved: unknown[] = []
  page.on('download', (file) => saved.push(file))
  const cut = {
    contentType: 'application/json',
    body: `{"exportedAt":"${new Date().toISOString()}","profile":{"name":"Asha`,
  }
  await page.route('**/api/account/export', (route) => route.fulfill(cut), { times: 1 })
  await page.getByRole('button', { name: 'Download my data' }).click()
  await expect(page.getByRole('alert')).toHaveText('Could not prepare your data. Please try again.')
  await expect(page.getByRole('button', { name: 'Download my data' })).toBeEnabled()
  expect(saved).toEqual([])
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^dobara-\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(data.profile.email).toBe(buyer.email)
  expect(data.chats[0].messages[0].message).toBe('Is it still there?')
})

testWithChat(
  'a saved address is shown in the profile, and can be deleted',
  async ({ chat, openPage, post }) => {
    const items = [{ bookId: chat.bookId, copies: 1 }]
    const contact = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '+919876543210' }
    const terms = { orderType: 'purchase', amount: 300, handOver: 'post', keepAddress: true }
    await post('/offers', { chatId: chat.chatId, items, ...terms, ...contact }, chat.buyer)
    const page = await openPage(chat.buyer)
    await openProfile(page, 'buyer')
    const card = page.getByRole('region', { name: 'Delivery details' })
    await card.getByRole('heading').click()
    await expect(card.getByRole('listitem')).toContainText('12 Lake Road, Pune98765 43210')
    await card.getByRole('button', { name: /^Delete 12 Lake Road/ }).click()
    await expect(card).toContainText('None.')
  },
)
