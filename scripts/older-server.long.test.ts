// A browser tab may be older or newer than its server. So each screen must render with the server's
// real responses, and also if any field of them is missing, null, or an unknown word.
import '#server/testing-setup.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, createElement, Fragment, type ReactNode } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { requestPasswordReset } from '#contract/accounts/auth.ts'
import * as admin from '#contract/admin/admin.ts'
import * as books from '#contract/books/books.ts'
import * as pricing from '#contract/books/pricing.ts'
import * as chats from '#contract/chats.ts'
import { indianDate } from '#contract/common/dates.ts'
import { type Endpoint, endpointUrl, type Side } from '#contract/common/endpoint.ts'
import * as orders from '#contract/orders/orders.ts'
import { rateOrder, setOrderStatus } from '#contract/orders/orders.ts'
import {
  as,
  makeAccount,
  makeBook,
  makeChat,
  makeOrder,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { endpoints } from '#server/testing-endpoints.ts'
import { useRead, useReadPages } from '#web/api/hooks.ts'
import { readResponse } from '#web/api/read-response.ts'
import { Explore } from '#web/features/books/explore/explore.tsx'
import { ChatList } from '#web/features/chat/chat-list.tsx'
import { ChatThread } from '#web/features/chat/chat-thread.tsx'
import { emptyDraft } from '#web/features/listing/book-draft.ts'
import { draftFromBook, updateBookInput } from '#web/features/listing/book-update-draft.ts'
import { PricePanel } from '#web/features/listing/price/price-panel.tsx'
import { OrderCard } from '#web/features/orders/card/order-card.tsx'
import { ProfilePage } from '#web/features/profile/profile-page.tsx'
import AdminAccounts from '#web/pages/admin/accounts.tsx'
import AdminAudit from '#web/pages/admin/audit.tsx'
import AdminBooks from '#web/pages/admin/books.tsx'
import AdminDashboard from '#web/pages/admin/dashboard.tsx'
import AdminOrders from '#web/pages/admin/orders.tsx'
import AdminRequests from '#web/pages/admin/password-requests.tsx'
import AdminPrices from '#web/pages/admin/prices.tsx'
import AdminProfile from '#web/pages/admin/profile.tsx'
import BookPage from '#web/pages/buyer/book.tsx'
import Home from '#web/pages/public/home.tsx'
import SellerDashboard from '#web/pages/seller/dashboard.tsx'
import ManageBooks from '#web/pages/seller/manage-books.tsx'
import SellerOrders from '#web/pages/seller/orders.tsx'
import SellerReports from '#web/pages/seller/reports.tsx'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
/** The server's response to one of a screen's reads, and the read's key in the page's cache. */
type Read = { key: readonly unknown[]; point: Endpoint; body: Json }
type Screen = { page: ComponentType; path: string; route: string; account: TestAccount | undefined }

const pointOf = (path: unknown) =>
  endpoints.find(
    (one) => one.path === path && (one.method === 'GET' || one === pricing.predictPrice),
  )

const answerOf = <Point extends Endpoint>(point: Point, body: Json) =>
  readResponse(point, { status: 200, header: () => null, text: JSON.stringify(body) })

/** Returns a query cache filled with responses, parsed as the app's own calls parse them. */
function memoryOf(reads: Read[]): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  for (const { key, point, body } of reads) {
    const answer = answerOf(point, body)
    client.setQueryData(
      key,
      key.at(-1) === 'pages' ? { pages: [answer], pageParams: [undefined] } : answer,
    )
  }
  return client
}

/** Renders a screen as HTML. Throws its errors. */
async function render({ page, path, route }: Screen, client: QueryClient): Promise<string> {
  const router = createMemoryRouter([{ path: route, Component: page }], { initialEntries: [path] })
  const errors: unknown[] = []
  const tree: ReactNode = createElement(
    QueryClientProvider,
    { client },
    createElement(RouterProvider, { router }),
  )
  const stream = await renderToReadableStream(tree, { onError: (error) => void errors.push(error) })
  await stream.allReady
  const html = await new Response(stream).text()
  router.dispose()
  if (errors.length > 0) throw errors[0]
  return html
}

const isAsked = (options: object) => !('enabled' in options && options.enabled === false)

/** Records what a screen reads from the server, until it requests nothing more. */
async function record(screen: Screen): Promise<Read[]> {
  const reads: Read[] = []
  /** Reads that wait until something valid is typed. */
  const untyped = new Set<string>()
  for (;;) {
    const client = memoryOf(reads)
    await render(screen, client)
    const missing = client
      .getQueryCache()
      .getAll()
      .filter(({ state, queryHash }) => state.data === undefined && !untyped.has(queryHash))
    if (missing.length === 0) return reads
    for (const { queryKey, queryHash, options } of missing) {
      const [path, , ask] = queryKey as [string, string, Record<string, unknown>]
      const point = pointOf(path)
      if (!point) throw new Error(`No endpoint has the path ${path}.`)
      // A server-rendered page has no session, so the user's id is added here.
      const asked = 'userId' in ask ? { ...ask, userId: screen.account?.id } : ask
      const answer = await as(screen.account).call(point, asked as never)
      if (answer.status === 200) reads.push({ key: queryKey, point, body: answer.body as Json })
      else if (!isAsked(options)) untyped.add(queryHash)
      else throw new Error(`${endpointUrl(point, asked).path}: ${JSON.stringify(answer.body)}`)
    }
  }
}

type Place = (string | number)[]
/** Returns the paths of all fields of a response, with the first row of each list. */
function placesOf(body: Json, at: Place = []): Place[] {
  if (typeof body !== 'object' || body === null) return []
  const inside: [string | number, Json][] = Array.isArray(body)
    ? body.slice(0, 1).map((one, place) => [place, one])
    : Object.entries(body)
  return inside.flatMap(([name, value]) => [[...at, name], ...placesOf(value, [...at, name])])
}

function changed(body: Json, place: Place, change: Change): Json {
  const copy = structuredClone(body)
  let holder = copy as Record<string, Json>
  for (const name of place.slice(0, -1)) holder = holder[name] as Record<string, Json>
  change(holder, String(place.at(-1)))
  return copy
}

type Change = (holder: Record<string, Json>, name: string) => void
const missing: Change = (holder, name) =>
  Array.isArray(holder) ? void holder.splice(Number(name), 1) : delete holder[name]
const changes: Record<string, Change> = {
  missing,
  null: (holder, name) => {
    holder[name] = null
  },
  'another word': (holder, name) => {
    holder[name] = 'Something new'
  },
}

/** Returns a page's visible text. */
const wordsOf = (html: string) =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]*>/g, ' ')
const unreadable = /\bundefined\b|\bNaN\b|Invalid Date|\[object Object\]|\bnull\b/

/** Changes each field of a screen's responses in turn. Returns the faults and their fields. */
async function faultsOf(screen: Screen, reads: Read[]): Promise<string[]> {
  const faults: string[] = []
  for (const [number, read] of reads.entries())
    for (const place of placesOf(read.body))
      for (const [name, change] of Object.entries(changes)) {
        const body = changed(read.body, place, change)
        const what = `${read.point.path} ${place.join('.')} ${name}`
        try {
          const html = await render(screen, memoryOf(reads.with(number, { ...read, body })))
          if (!/<h[12]\b/.test(html)) faults.push(`${what}: no heading`)
          const bad = unreadable.exec(wordsOf(html))
          if (bad) faults.push(`${what}: reads '${bad[0]}'`)
        } catch (error) {
          faults.push(`${what}: ${String(error)}`)
        }
      }
  return faults
}

let seller: TestAccount
let buyer: TestAccount
let keeper: TestAccount
let bookId: string
let chatId: string

beforeAll(async () => {
  seller = await makeAccount('seller', { name: 'Ravi Kumar', shop: true })
  buyer = await makeAccount('buyer', { name: 'Asha Patil' })
  keeper = await makeAccount('admin', { name: 'Keeper' })
  const { context } = await testApp()
  const facts = {
    description: 'A few notes in the margins.',
    isbn: '9788120341234',
    genre: 'Science',
    pages: 320,
    publication_year: 2019,
    predicted_price: 26_000,
    copies: 5,
    is_rentable: true,
    rent_price: 1000,
  }
  bookId = await makeBook(seller, { title: 'Heat and Thermodynamics', ...facts })
  for (const title of ['Optics', 'Waves', 'Sound', 'Light', 'Motion'])
    await makeBook(seller, { title, ...facts })
  const given = { seller, buyer, bookId }
  const { orderId, chatId: opened } = await makeOrder(given)
  chatId = opened
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  await as(buyer).call(rateOrder, { orderId, book: 5, seller: 4, review: 'Clean copy.' })
  const meera = await makeAccount('buyer', { name: 'Meera Iyer' })
  await makeOrder({ seller, buyer: meera, bookId, days: 7 })
  const message = 'Is it free? https://example.org/a_(b)'
  await as(buyer).call(chats.sendMessage, { chatId, message })
  const { buyer: other } = await makeChat({ seller })
  await as(keeper).call(admin.toggleBuyer, { id: other.id, status: 'blocked' })
  await as().call(requestPasswordReset, { email: buyer.email, role: 'buyer' })
  await context.db
    .insertInto('market_factors')
    .values({ day: indianDate(new Date()), factor: 0.9, sales: 12 })
    .execute()
})

/** Returns a component that renders a page with the props that the router would pass. */
const routed = (page: unknown) => () =>
  createElement(page as ComponentType<{ loaderData: object }>, { loaderData: {} })

function BuyerOrders() {
  const { rows } = useReadPages(orders.listBuyerOrders, { userId: '' })
  return createElement(
    'main',
    null,
    createElement('h1', null, 'My Orders'),
    ...rows.map((order) => createElement(OrderCard, { key: order._id, order })),
  )
}

function Chats({ side }: { side: Side }) {
  const { id: userId, token, name } = side === 'buyer' ? buyer : seller
  const session = { userId, token, name, role: side }
  return createElement(
    Fragment,
    null,
    createElement(ChatList, { side, openId: chatId, emptyText: 'No active chats.' }),
    createElement(ChatThread, { session, side, chatId }),
  )
}

/** Shows a prediction in all the ways in which a seller sees one. */
function Prediction() {
  const year = { condition: 'good', publication_year: '2019' } as const
  const facts = { ...year, original_price: '500', pages: '' }
  const named = { title: 'Heat and Thermodynamics', author: 'Brij Lal' }
  const answer = useRead(pricing.predictPrice, { ...facts, ...named }).data
  if (!answer) return null
  const draft = { ...emptyDraft, ...facts, ...named }
  const query = {
    predicted: { ...answer, maxPrice: Number(draft.original_price) },
    isCurrent: true,
    isPending: false,
    error: null,
    retry: () => undefined,
  }
  const judged = ['', '300'].map((own) =>
    createElement(PricePanel, { key: own, draft, query, ownPrice: own }),
  )
  return createElement('main', null, createElement('h1', null, 'Price'), ...judged)
}

const accounts = {
  nobody: () => undefined,
  buyer: () => buyer,
  seller: () => seller,
  admin: () => keeper,
}
const chatsOf = (side: Side) => () => Chats({ side })
const profileOf = (side: Side) => () => ProfilePage({ side })
const screens: [
  string,
  ComponentType,
  path: () => string,
  keyof typeof accounts,
  route?: string,
][] = [
  ['the front page', routed(Home), () => '/', 'nobody'],
  ['Explore Books', Explore as ComponentType, () => '/books', 'nobody'],
  ['Explore Books as a list', Explore as ComponentType, () => '/books?sort=newest', 'nobody'],
  ['a book', routed(BookPage), () => `/buyer/book/${bookId}`, 'nobody', '/buyer/book/:bookId'],
  ['a buyer’s orders', BuyerOrders, () => '/buyer/orders', 'buyer'],
  ['a buyer’s chats', chatsOf('buyer'), () => `/buyer/chats?chat=${chatId}`, 'buyer'],
  ['a buyer’s profile', profileOf('buyer'), () => '/buyer/profile', 'buyer'],
  ['a seller’s dashboard', SellerDashboard, () => '/seller/dashboard', 'seller'],
  ['Manage Books', ManageBooks, () => '/seller/manage-books', 'seller'],
  ['a seller’s orders', SellerOrders, () => '/seller/orders', 'seller'],
  ['Reports', SellerReports, () => '/seller/reports', 'seller'],
  ['a seller’s chats', chatsOf('seller'), () => `/seller/chats?chat=${chatId}`, 'seller'],
  ['a seller’s profile', profileOf('seller'), () => '/seller/profile', 'seller'],
  ['a predicted price', Prediction, () => '/seller/manage-books', 'seller'],
  ['the admin’s dashboard', AdminDashboard, () => '/admin/dashboard', 'admin'],
  ['the admin’s profile', AdminProfile, () => '/admin/profile', 'admin'],
  ['the admin’s buyers', AdminAccounts, () => '/admin/buyers', 'admin'],
  ['the admin’s sellers', AdminAccounts, () => '/admin/sellers', 'admin'],
  ['the admin’s books', AdminBooks, () => '/admin/books', 'admin'],
  ['the admin’s orders', AdminOrders, () => '/admin/orders', 'admin'],
  ['the admin’s password requests', AdminRequests, () => '/admin/password-requests', 'admin'],
  ['the admin’s prices', AdminPrices, () => '/admin/prices', 'admin'],
  ['the audit log', AdminAudit, () => '/admin/audit', 'admin'],
]

async function recorded(name: string) {
  const [, page, pathOf, account] = screens.find(([one]) => one === name) ?? []
  if (!page || !pathOf || !account) throw new Error(`There is no ${name}.`)
  const path = pathOf()
  const route = screens.find(([one]) => one === name)?.[4] ?? String(path.split('?')[0])
  const screen: Screen = { page, path, route, account: accounts[account]() }
  return { screen, reads: await record(screen) }
}

test.each(screens)('%s works whatever its answers lack', async (name) => {
  const { screen, reads } = await recorded(name)
  expect(reads.length).toBeGreaterThan(0)
  // Complete responses give readable text, and have fields to change.
  expect(wordsOf(await render(screen, memoryOf(reads)))).not.toMatch(unreadable)
  expect(reads.flatMap(({ body }) => placesOf(body)).length).toBeGreaterThan(reads.length)
  expect(await faultsOf(screen, reads)).toEqual([])
})

const without = (...place: Place) => ({ place, change: missing })
const withValue = (value: Json, ...place: Place) => ({
  place,
  change: ((holder, name) => {
    holder[name] = value
  }) as Change,
})

test.each([
  ['a seller’s dashboard', '/dashboard/seller/recent-orders', without(0, 'book'), 'Unknown Book'],
  ['a seller’s dashboard', '/dashboard/seller/recent-orders', without(0, 'buyer'), 'Unknown Buyer'],
  ['a seller’s dashboard', '/dashboard/seller/recent-orders', without(0, 'price'), 'N/A'],
  [
    'a seller’s dashboard',
    '/dashboard/seller/recent-orders',
    withValue('Lost', 0, 'status'),
    'Unknown',
  ],
  ['a seller’s dashboard', '/dashboard/seller/stats', without('totalRevenue'), '₹0'],
  ['a seller’s orders', '/orders/seller/{userId}', without(0, 'book'), 'Unknown Book'],
  ['a seller’s orders', '/orders/seller/{userId}', without(0, 'orderType'), 'N/A'],
  ['a buyer’s orders', '/orders/buyer/{userId}', without(0, 'book', 'images'), '/placeholder.png'],
  ['a buyer’s orders', '/orders/buyer/{userId}', without(0, 'seller'), 'Unknown'],
  ['a buyer’s chats', '/chats', without(0, 'seller'), 'Unknown'],
  ['a buyer’s chats', '/chats/{id}', without('book'), 'Unknown Book'],
  ['a seller’s chats', '/chats', without(0, 'buyer', 'name'), 'Unknown Buyer'],
  ['a book', '/books/{id}', without('seller'), 'Unknown'],
  ['a book', '/books/{id}', without('description'), 'No description available.'],
  ['a book', '/books/{id}', without('pages'), 'N/A'],
  ['a book', '/books/{id}', withValue([], 'images'), '/default-book.jpg'],
  ['a book', '/books/{id}', without('rentPrice'), 'Not Available'],
  ['a book', '/books/{id}', without('price'), '₹500'],
  ['a buyer’s profile', '/buyer/profile', without('profilePic'), '/default-profile.png'],
  ['the admin’s dashboard', '/admin/stats', without('orderCount'), '0'],
  ['the admin’s profile', '/admin/profile', without('name'), 'Admin'],
  ['the admin’s books', '/admin/books', without(0, 'predictedPrice'), 'N/A'],
  ['the admin’s sellers', '/admin/sellers', without(0, 'phone'), 'N/A'],
  ['the admin’s orders', '/admin/orders', without(0, 'buyer'), 'N/A'],
] as const)('%s, %s %o: %s', async (name, call, { place, change }, words) => {
  const { screen, reads } = await recorded(name)
  const lacking = reads.map((read) => {
    if (read.point.path !== call) return read
    expect(read.body).not.toEqual([])
    return { ...read, body: changed(read.body, [...place], change) }
  })
  expect(await render(screen, memoryOf(lacking))).toContain(words)
})

test('an update of a book sends no rent fields if the server’s response had none', async () => {
  const seller = await makeAccount('seller')
  await makeBook(seller, { is_rentable: true, rent_price: 1_000 })
  const body = (await as(seller).call(books.listOwnBooks, {})).body as unknown as Json
  const read = (rows: Json) => answerOf(books.listOwnBooks, rows).rows[0]
  const whole = read(body)
  const lacking = read(changed(body, [0, 'isRentable'], missing))
  if (!whole || !lacking) throw new Error('The seller has no book.')
  const sent = (book: typeof whole, changes: object = {}) =>
    updateBookInput(book, { ...draftFromBook(book), ...changes }, [])
  // Only changed fields are sent.
  expect(sent(whole, { rentPrice: '12' })).toMatchObject({ rentPrice: '12' })
  expect(sent(whole, { isRentable: false })).toMatchObject({ isRentable: false })
  expect(sent(lacking)).not.toHaveProperty('isRentable')
  expect(sent(lacking, { isRentable: true })).toMatchObject({ isRentable: true })
})
