// No page makes more than three API requests to show itself, and none of them twice.
import { setTimeout as delay } from 'node:timers/promises'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, test, unique } from '#e2e/support/fixtures.ts'
import { recordCalls, waitForLive } from '#e2e/support/network.ts'

const maxRequests = 3
/** What a page does after its last response, in ms: another request would follow well before. */
const quietMs = 500

/** Waits until no API call has been made for `quietMs`. */
async function waitUntilQuiet(calls: string[]): Promise<void> {
  for (let count = -1; count !== calls.length; ) {
    count = calls.length
    await delay(quietMs)
  }
}

/** Opens each page anew and counts its requests. */
async function count(page: Page, area: string, paths: readonly string[]): Promise<void> {
  const calls = recordCalls(page)
  for (const path of paths) {
    await page.goto('/offline.html')
    calls.length = 0
    const isLive = area !== 'admin'
    const letIn = isLive && waitForLive(page)
    await visit(page, `/${area}/${path}`)
    // The first events of the live connection may cause requests too. Admins have none.
    await letIn
    await expect(page.locator('nav').first()).toBeAttached()
    await page.waitForLoadState('networkidle')
    await waitUntilQuiet(calls)
    const list = `/${area}/${path}: ${calls.join(', ')}`
    expect(calls.length, list).toBeLessThanOrEqual(maxRequests)
    expect(new Set(calls).size, list).toBe(calls.length)
  }
}

test('the pages of buyers and sellers, an open chat too', async ({
  openPage,
  createAccount,
  createBook,
  createChat,
  createOrder,
  sendMessage,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const buyer = await createAccount('buyer', 'Asha Patil')
  const bookId = await createBook(seller, { title: unique('Statistics') })
  const chatId = await createChat(buyer, bookId, 'Is it free?')
  await createOrder(seller, chatId)
  for (const [account, paths] of [
    [
      buyer,
      [
        'dashboard',
        'orders',
        'saved',
        'chats',
        `chats?chat=${chatId}`,
        'profile',
        `book/${bookId}`,
      ],
    ],
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
    const page = await openPage(account)
    // Something unread, so that an open chat also has to mark it as read.
    await sendMessage(account === buyer ? seller : buyer, chatId, 'One more thing')
    await count(page, account.role, paths)
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
