// What browser tests stand on: people made through the API, each with a browser of their own, and pages that may not fail silently.
import { randomUUID } from 'node:crypto'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import sharp from 'sharp'
import type { NewSession } from '#contract/auth.ts'
import type { Side } from '#contract/common/endpoint.ts'
import type { Order } from '#contract/orders.ts'

export const password = 'monsoon-library-42'
export type Account = NewSession & { email: string }

type Fixtures = {
  post: Post
  /** Signs a person up and in by the API. */
  createAccount: (role: Side, name: string) => Promise<Account>
  /** The demo market's admin, in a session of this test's own. */
  admin: Account
  /** A page in a browser of its own, signed in as the person or as nobody. */
  openPage: (person?: Account, options?: BrowserContextOptions) => Promise<Page>
  /** Lists a book of a seller by the API and returns its id. */
  createBook: (seller: Account, facts: BookFacts) => Promise<string>
  /** Opens a buyer's chat about a book by the API, says the texts in it, and returns its id. */
  createChat: (buyer: Account, bookId: string, ...texts: string[]) => Promise<string>
  /** Says something in a chat by the API. */
  say: (person: Account, chatId: string, text: string) => Promise<void>
  /** Makes an order out of a chat by the API: a rent where days are given, else a purchase. */
  createOrder: (seller: Account, chatId: string, days?: number) => Promise<Order>
}

type BookFacts = {
  title: string
  author?: string
  price?: number
  rentPrice?: number
  description?: string
  /** The colour of each photo; the same colour is the same file, whoever sells the book. */
  photos?: number[]
}

/** Goes to an address and waits until the page listens: what is pressed before that is lost. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps')),
  )
}

/** Waits until the service worker answers for the page and has kept what it was told to. */
export async function waitForServiceWorker(page: Page, path: string): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await expect
    .poll(() => page.evaluate(async (wanted) => (await caches.match(wanted)) !== undefined, path))
    .toBe(true)
}

/** The headers of a person's own calls. */
export const authHeader = (person: Account) => ({ authorization: `Bearer ${person.token}` })

/** A photo of a book, more or less: a JPEG whose colour tells one from another. */
export const makePhoto = (red: number): Promise<Buffer> =>
  sharp({ create: { width: 600, height: 900, channels: 3, background: { r: red, g: 90, b: 70 } } })
    .jpeg()
    .toBuffer()

/** So many photos, as a file input takes them. */
export const makePhotos = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, place) => ({
      name: `${place}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await makePhoto(40 * place + 20),
    })),
  )

/** A word that occurs in no other test. */
export const unique = (word: string): string => `${word} ${randomUUID().slice(0, 8)}`

const keys = (person: Account): Record<string, string> =>
  person.role === 'admin'
    ? { adminToken: person.token }
    : { token: person.token, userId: person.userId, userRole: person.role, userName: person.name }

/** Signs in before the page's first script; not again after a logout, when the page is loaded anew. */
function signInOnce(entries: Record<string, string>): void {
  if (sessionStorage.getItem('kept')) return
  sessionStorage.setItem('kept', '1')
  for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
}

/**
 * Posts to the API and returns its answer; anything but a success fails the test. By plain fetch, because Playwright's own
 * requests take twenty times as long while a trace is kept.
 */
type Post = (path: string, body: FormData | object, person?: Account) => Promise<unknown>

async function signUp(post: Post, role: Side, name: string): Promise<Account> {
  const email = `${role}-${randomUUID()}@example.com`
  const more = role === 'buyer' ? { address: '12 Lake Road, Pune' } : { sellerType: 'student' }
  await post(`/${role}/signup`, { name, email, password, ...more })
  return { ...((await post(`/${role}/login`, { email, password })) as NewSession), email }
}

/** Answers every browser dialog of a page with yes and keeps what they said. */
export function acceptDialogs(page: Page): string[] {
  const said: string[] = []
  page.on('dialog', (dialog) => {
    said.push(`${dialog.type()}: ${dialog.message()}`)
    void dialog.accept()
  })
  return said
}

/** What the page's site keeps in the browser. */
export const readLocalStorage = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => ({ ...localStorage }))

/** Fails the test on whatever the page complains about. */
function watch(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    // A refused call or connection is logged by the browser itself; whether it was due is the test's own business.
    const ofBrowser = /^(Failed to load resource|WebSocket connection to)/.test(message.text())
    if (message.type() === 'error' && !ofBrowser) complaints.push(message.text())
  })
}

export const test = base.extend<Fixtures>({
  post: async ({ baseURL }, use) => {
    await use(async (path, body, person) => {
      const isForm = body instanceof FormData
      const answer = await fetch(`${baseURL}/api${path}`, {
        method: 'POST',
        headers: {
          ...(person && authHeader(person)),
          ...(!isForm && { 'content-type': 'application/json' }),
        },
        body: isForm ? body : JSON.stringify(body),
      })
      const text = await answer.text()
      expect(answer.ok, `POST ${path}: ${text}`).toBe(true)
      return JSON.parse(text)
    })
  },
  createAccount: async ({ post }, use) => {
    await use((role, name) => signUp(post, role, name))
  },
  admin: async ({ post }, use) => {
    const login = { email: 'admin@dobara.example', password: 'monsoon-keeper-24' }
    await use({ ...((await post('/admin/login', login)) as NewSession), email: login.email })
  },
  openPage: async ({ browser }, use) => {
    const opened: BrowserContext[] = []
    const complaints: string[] = []
    await use(async (person, options) => {
      const context = await browser.newContext(options)
      opened.push(context)
      if (person) await context.addInitScript(signInOnce, keys(person))
      const page = await context.newPage()
      watch(page, complaints)
      return page
    })
    for (const context of opened) await context.close()
    expect(complaints).toEqual([])
  },
  createBook: async ({ post }, use) => {
    await use(
      async (
        seller,
        {
          title,
          author = 'A. Writer',
          price = 400,
          rentPrice,
          description = '',
          photos: reds = [120, 200],
        },
      ) => {
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
          ...(rentPrice !== undefined && { rentPrice: String(rentPrice) }),
        }
        for (const [name, value] of Object.entries(fields)) form.append(name, value)
        for (const red of reds)
          form.append(
            'images',
            new Blob([new Uint8Array(await makePhoto(red))], { type: 'image/jpeg' }),
            'photo.jpg',
          )
        const { book } = (await post('/books/seller/books', form, seller)) as {
          book: { _id: string }
        }
        return book._id
      },
    )
  },
  createChat: async ({ post, say }, use) => {
    await use(async (buyer, bookId, ...texts) => {
      const { chat } = (await post('/chats/start', { bookId }, buyer)) as { chat: { _id: string } }
      for (const text of texts) await say(buyer, chat._id, text)
      return chat._id
    })
  },
  say: async ({ post }, use) => {
    await use(async (person, chatId, text) => {
      await post('/chats/send', { chatId, message: text, clientId: randomUUID() }, person)
    })
  },
  createOrder: async ({ post }, use) => {
    await use(async (seller, chatId, days) => {
      const kind =
        days === undefined ? { orderType: 'purchase' } : { orderType: 'rent', rentDays: days }
      const order = {
        chatId,
        deliveryAddress: 'Hostel 4, Room 12, Pune',
        phoneNumber: '9876543210',
        ...kind,
      }
      return (await post('/orders/create', order, seller)) as Order
    })
  },
})

export { expect, type Page }
