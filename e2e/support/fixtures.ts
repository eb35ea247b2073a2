// The `test` of all browser tests. It creates accounts and their data through the API, and fails a
// test if a page logs an error.
import { randomUUID } from 'node:crypto'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import type { NewSession } from '#contract/accounts/auth.ts'
import type { Side } from '#contract/common/endpoint.ts'
import type { Order } from '#contract/orders/orders.ts'
import { visit } from './browser-page.ts'
import { collectErrors, reportPolicyViolations } from './page-errors.ts'
import { appendPhotos } from './photos.ts'

export const password = 'monsoon-library-42'
export const adminLogin = { email: 'admin@dobara.example', password: 'monsoon-keeper-24' }
/** The smallest usual phone. */
export const onPhone = { viewport: { width: 360, height: 740 } }
export type Account = NewSession & { email: string }

type Fixtures = {
  post: Write
  put: Write
  /** Signs up through the API, and logs in. */
  createAccount: CreateAccount
  /** Ravi Kumar, a student who sells, and Asha Patil, who buys: new accounts for each test. */
  seller: Account
  buyer: Account
  /** Opens a page in its own browser context, logged in as the account or as nobody. */
  openPage: (account?: Account, options?: BrowserContextOptions) => Promise<Page>
  /** Opens a page like `openPage`, and visits a path. */
  openAt: (path: string, account?: Account, options?: BrowserContextOptions) => Promise<Page>
  /**
   * Opens another tab in the page's browser context. If `openPage` logged in, the tab logs in
   * again.
   */
  openTab: (page: Page) => Promise<Page>
  /** The errors that pages have logged. Any of them fails the test. */
  consoleErrors: string[]
  /** Lists a new book, and returns its id. */
  createBook: (seller: Account, book: BookInput) => Promise<string>
  /** Starts a chat about a book, sends the messages, and returns the chat's id. */
  createChat: (buyer: Account, bookId: string, ...messages: string[]) => Promise<string>
  sendMessage: (sender: Account, chatId: string, message: string) => Promise<void>
  /** Creates an order in a chat: a rental if days are given, or else a purchase. */
  createOrder: (seller: Account, chatId: string, rentDays?: number) => Promise<Order>
  /** Lists a book, starts a chat about it, and creates an order for it. */
  orderBook: (seller: Account, buyer: Account, book: BookInput, rentDays?: number) => Promise<Order>
  /**
   * Lists books and agrees on them: the buyer's offer, which the seller accepts. Returns the orders'
   * ids.
   */
  agreeOn: (seller: Account, buyer: Account, titles: string[], terms: object) => Promise<string[]>
  setOrderStatus: (seller: Account, order: Order, status: Order['status']) => Promise<void>
  /** Requests a new password, and waits until an admin can see the request. */
  requestPasswordReset: (account: Account) => Promise<void>
  putOrder: (
    buyer: Account,
    order: Order,
    action: 'confirm' | 'cancel' | 'hand-back',
  ) => Promise<void>
}
type WorkerFixtures = {
  /** The admin of the demo market. Tests must not log out this account or change it. */
  admin: Account
  /** Accounts that all tests of a worker share. Only for tests that don't change them. */
  sharedAccounts: Record<Side, Account>
}
type CreateAccount = (role: Side, name: string) => Promise<Account>

type BookInput = {
  title: string
  author?: string
  price?: number
  openToExchange?: boolean
  rentPrice?: number
  rentDeposit?: number
  lateFee?: number
  description?: string
  /** The shade of each photo. The same shade gives the same file for all sellers. */
  photos?: number[]
}

export const authHeader = (account: Account) => ({ authorization: `Bearer ${account.token}` })

/** Appends a suffix that no other test has. */
export const unique = (text: string): string => `${text} ${randomUUID().slice(0, 8)}`

const storageOf = (account: Account): Record<string, string> =>
  account.role === 'admin'
    ? { adminToken: account.token }
    : {
        token: account.token,
        userId: account.userId,
        userRole: account.role,
        userName: account.name,
      }

/**
 * Logs in before the first script of a tab runs. Does nothing when the tab reloads, which may be
 * after a logout.
 */
function logInOnce(entries: Record<string, string>): void {
  if (sessionStorage.getItem('loggedIn')) return
  sessionStorage.setItem('loggedIn', '1')
  for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
}

/** Sends a write to the API. If the response isn't a success, the test fails. */
export type Write = (path: string, body: FormData | object, account?: Account) => Promise<unknown>

async function send(baseURL: string | undefined, method: string, ...args: Parameters<Write>) {
  const [path, body, account] = args
  const isForm = body instanceof FormData
  // Uses fetch, because Playwright's own requests are twenty times slower while tracing.
  const response = await fetch(`${baseURL}/api${path}`, {
    method,
    headers: {
      ...(account && authHeader(account)),
      ...(!isForm && { 'content-type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
  })
  const text = await response.text()
  expect(response.ok, `${method} ${path}: ${text}`).toBe(true)
  return JSON.parse(text)
}

const accountCreator =
  (baseURL: string | undefined): CreateAccount =>
  async (role, name) => {
    const email = `${role}-${randomUUID()}@example.com`
    const details = role === 'buyer' ? { address: '12 Lake Road, Pune' } : { sellerType: 'student' }
    await send(baseURL, 'POST', `/${role}/signup`, { name, email, password, ...details })
    return { ...(await send(baseURL, 'POST', `/${role}/login`, { email, password })), email }
  }

export const test = base.extend<Fixtures, WorkerFixtures>({
  post: async ({ baseURL }, use) => {
    await use((path, body, account) => send(baseURL, 'POST', path, body, account))
  },
  put: async ({ baseURL }, use) => {
    await use((path, body, account) => send(baseURL, 'PUT', path, body, account))
  },
  createAccount: async ({ baseURL }, use) => {
    await use(accountCreator(baseURL))
  },
  seller: async ({ createAccount }, use) => use(await createAccount('seller', 'Ravi Kumar')),
  buyer: async ({ createAccount }, use) => use(await createAccount('buyer', 'Asha Patil')),
  sharedAccounts: [
    async ({ browser: _ }, use, { project }) => {
      const create = accountCreator(project.use.baseURL)
      const [buyer, seller] = [
        await create('buyer', 'Kiran Rao'),
        await create('seller', 'Kiran Rao'),
      ]
      await use({ buyer, seller })
    },
    { scope: 'worker' },
  ],
  admin: [
    async ({ browser: _ }, use, { project }) => {
      const session = await send(project.use.baseURL, 'POST', '/admin/login', adminLogin)
      await use({ ...(session as NewSession), email: adminLogin.email })
    },
    { scope: 'worker' },
  ],
  consoleErrors: async ({ browser: _ }, use) => {
    const errors: string[] = []
    await use(errors)
    expect(errors).toEqual([])
  },
  openTab: async ({ consoleErrors }, use) => {
    await use(async (page) => {
      const tab = await page.context().newPage()
      collectErrors(tab, consoleErrors)
      return tab
    })
  },
  openPage: async ({ browser, consoleErrors }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (account, options) => {
      const context = await browser.newContext(options)
      contexts.push(context)
      await context.addInitScript(reportPolicyViolations)
      if (account) await context.addInitScript(logInOnce, storageOf(account))
      const page = await context.newPage()
      collectErrors(page, consoleErrors)
      return page
    })
    for (const context of contexts) await context.close()
  },
  openAt: async ({ openPage }, use) => {
    await use(async (path, account, options) => {
      const page = await openPage(account, options)
      await visit(page, path)
      return page
    })
  },
  createBook: async ({ post }, use) => {
    await use(async (seller, input) => {
      const { title, author = 'A. Writer', price = 400, description = '' } = input
      const { rentPrice, rentDeposit, lateFee } = input
      const form = new FormData()
      const fields = {
        bookType: 'new',
        title,
        author,
        branch: 'Computer Science',
        original_price: String(price),
        condition: 'good',
        description,
        isRentable: String(rentPrice !== undefined),
        openToExchange: String(input.openToExchange ?? false),
      }
      for (const [name, value] of Object.entries({ ...fields, rentPrice, rentDeposit, lateFee }))
        if (value !== undefined) form.append(name, String(value))
      await appendPhotos(form, input.photos ?? [120, 200])
      const { book } = (await post('/books/seller/books', form, seller)) as {
        book: { _id: string }
      }
      return book._id
    })
  },
  createChat: async ({ post, sendMessage }, use) => {
    await use(async (buyer, bookId, ...messages) => {
      const { chat } = (await post('/chats/start', { bookId }, buyer)) as { chat: { _id: string } }
      for (const message of messages) await sendMessage(buyer, chat._id, message)
      return chat._id
    })
  },
  sendMessage: async ({ post }, use) => {
    await use(async (sender, chatId, message) => {
      await post('/chats/send', { chatId, message, clientId: randomUUID() }, sender)
    })
  },
  createOrder: async ({ post }, use) => {
    await use(async (seller, chatId, rentDays) => {
      const type =
        rentDays === undefined ? { orderType: 'purchase' } : { orderType: 'rent', rentDays }
      const delivery = { deliveryAddress: 'Hostel 4, Room 12, Pune', phoneNumber: '+919876543210' }
      return (await post('/orders/create', { chatId, ...delivery, ...type }, seller)) as Order
    })
  },
  orderBook: async ({ createBook, createChat, createOrder }, use) => {
    await use(async (seller, buyer, book, rentDays) => {
      const chatId = await createChat(buyer, await createBook(seller, book))
      return createOrder(seller, chatId, rentDays)
    })
  },
  agreeOn: async ({ createBook, createChat, post, put }, use) => {
    await use(async (seller, buyer, titles, terms) => {
      const books: string[] = []
      for (const title of titles) books.push(await createBook(seller, { title }))
      const chatId = await createChat(buyer, books[0] ?? '')
      const items = books.map((bookId) => ({ bookId, copies: 1 }))
      const offer = { chatId, items, orderType: 'purchase', amount: 400 * books.length, ...terms }
      const { _id } = (await post('/offers', offer, buyer)) as { _id: string }
      return ((await put(`/offers/${_id}/accept`, {}, seller)) as { orders: string[] }).orders
    })
  },
  requestPasswordReset: async ({ post, request, admin }, use) => {
    await use(async ({ email, role }) => {
      await post('/auth/forgot-password', { email, role })
      // The server answers before it saves the request, so that its response time reveals nothing.
      const list = () => request.get('/api/admin/password-requests', { headers: authHeader(admin) })
      await expect.poll(async () => (await list()).text()).toContain(email)
    })
  },
  putOrder: async ({ put }, use) => {
    await use(async (buyer, order, action) => {
      await put(`/orders/${order._id}/${action}`, {}, buyer)
    })
  },
  setOrderStatus: async ({ put }, use) => {
    await use(async (seller, order, status) => {
      await put(`/orders/update/${order._id}`, { status }, seller)
    })
  },
})

export { expect, type Page }
