// What a screen costs on a bad line: no screen asks the server for more than three things to show itself, and for none of them twice.
import { expect, type Page, test, unique, visit } from '#e2e/support/fixtures.ts'
import { recordCalls } from '#e2e/support/network.ts'

const most = 3

/** Opens each page anew and counts what it asks for. */
async function count(page: Page, area: string, paths: readonly string[]): Promise<void> {
  const calls = recordCalls(page)
  for (const path of paths) {
    await page.goto('/offline.html')
    calls.length = 0
    await visit(page, `/${area}/${path}`)
    // The live connection comes about, and what it has to say is heard.
    await expect(page.locator('nav').first()).toBeAttached()
    await page.waitForTimeout(1500)
    expect(calls.length, `/${area}/${path}: ${calls.join(', ')}`).toBeLessThanOrEqual(most)
    expect(new Set(calls).size, `/${area}/${path}: ${calls.join(', ')}`).toBe(calls.length)
  }
}

test('the pages of buyers and sellers, an open chat too', async ({
  openPage,
  createAccount,
  createBook,
  createChat,
  createOrder,
  say,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const buyer = await createAccount('buyer', 'Asha Patil')
  const bookId = await createBook(seller, { title: unique('Statistics') })
  const chatId = await createChat(buyer, bookId, 'Is it free?')
  await createOrder(seller, chatId)
  for (const [person, paths] of [
    [buyer, ['dashboard', 'orders', 'chats', `chats?chat=${chatId}`, 'profile', `book/${bookId}`]],
    [
      seller,
      [
        'dashboard',
        'manage-books',
        'orders',
        'reports',
        'chats',
        `chats?chat=${chatId}`,
        'profile',
      ],
    ],
  ] as const) {
    const page = await openPage(person)
    // Something unread, so that an open chat has to say that it is read.
    await say(person === buyer ? seller : buyer, chatId, 'One more thing')
    await count(page, person.role, paths)
  }
})

test('the pages of an admin', async ({ openPage, admin }) => {
  const page = await openPage(admin)
  await count(page, 'admin', [
    'dashboard',
    'profile',
    'buyers',
    'sellers',
    'books',
    'orders',
    'reviews',
    'password-requests',
    'audit',
  ])
})
