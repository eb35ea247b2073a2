// Questions for each endpoint that reads something: who asks in the filled market, and the input.
import { chatFilters } from '#contract/chats.ts'
import { buyerTasks } from '#contract/orders/tasks.ts'
import { titleIdOf } from '#server/books/titles/listed-copies.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { TestAccount } from '#server/testing.ts'
import { type Asking, idOf, lastRing, numbers, popularTitle } from './testing-filled-market.ts'

type Input = Record<string, unknown>
export type Question = { by: TestAccount | undefined; input: Input }

const ask = (by: readonly (TestAccount | undefined)[], ...inputs: Input[]): Question[] =>
  by.flatMap((account) => inputs.map((input) => ({ by: account, input })))

const limit = 20
/** Searches in the admins' lists, for words that occur in nearly all rows, in few, or in none. */
const searches = ['title', 'of a rarity', 'seller 1777', 'coffee', 'qxzwfj'].map((search) => ({
  search,
  limit,
}))
const words = [{ search: 'edition' }, { search: 'botany' }, { search: 'glaceology' }]
const orderLists = [{}, { tab: 'to-pack' }, { tab: 'done' }, { search: 'rarity' }]
const tasks = buyerTasks.map((task) => ({ task }))
const chatSearches = [{ search: 'rarity' }, { search: 'buyer 77' }, { search: '00ea5f' }]
const filters = [{}, { branch: 'Law' }, { class: 12 }, { near: '411038', sort: 'near' }, ...words]

const ownLists = [
  { state: 'sold-out', branch: 'Law' },
  { withoutPhotos: true, minDays: 90, maxDays: 180 },
  ...['listed', 'title', '-price', 'stock', '-chats'].map((sort) => ({ sort })),
]

/** Endpoints that read neither large tables nor lists. */
export const withoutLists = /^GET \/(?:contact|places\/.*|admin\/profile|wants\/sets)$/

function ofMarket({ buyers, sellers }: Asking): Record<string, Question[]> {
  // Buyers without blocks get the cached responses of guests, so only a buyer with blocks is
  // tested.
  const readers = [undefined, buyers.many, sellers.few]
  const books = [1, numbers.rent, 50_000, 99_919].map((n) => ({ id: idOf('book', n) }))
  const titles = [popularTitle, 'title 77'].map((key) => ({ id: titleIdOf(key) }))
  const lists = filters.map((filter) => ({ ...filter, limit }))
  const shelves = [sellers.many, sellers.few].flatMap(({ id: seller }) =>
    [{}, ...words].map((filter) => ({ ...filter, seller, limit })),
  )
  return {
    'GET /books/buyer/books': ask(readers, ...lists, ...shelves),
    'GET /books/branches': ask([undefined], {}),
    'GET /books/shelves': ask(readers, {}, { branch: 'Law' }, ...words),
    'GET /books/suggestions': ask([undefined], { typed: 'edi' }, { typed: 'glaceo' }),
    'GET /books/near-searches': ask(readers, { search: 'edition qxzwfj' }),
    'GET /books/{id}': ask(readers, ...books),
    'GET /books/{id}/copies': ask(readers, ...books),
    'GET /books/{id}/reviews': ask([undefined], ...books),
    'GET /books/similar/{id}': ask(readers, ...books),
    'GET /sellers/{id}': ask(readers, { id: sellers.many.id }, { id: sellers.few.id }),
    'GET /titles': ask(readers, ...lists),
    'GET /titles/{id}': ask(readers, ...titles),
    'GET /titles/{id}/copies': ask(
      readers,
      ...titles.flatMap(({ id }) => [
        { id, limit },
        { id, limit, near: '411038', sort: 'near' },
      ]),
    ),
    'GET /wanted': ask(
      [undefined],
      ...[{}, { branch: 'Law' }, { class: 12 }, { city: 'Pune' }].map((filter) => ({
        ...filter,
        limit,
      })),
    ),
    'GET /wanted/filters': ask([undefined], {}),
  }
}

function ofBuyers({ buyers }: Asking): Record<string, Question[]> {
  const all = Object.values(buyers)
  return {
    'GET /saved': ask(all, { limit }),
    'GET /saved/ids': ask(all, {}),
    'GET /saved/searches': ask(all, { limit }),
    'GET /addresses': ask(all, {}),
    'GET /buyer/profile': ask(all, {}),
    'GET /orders/buyer/{userId}': all.flatMap((by) =>
      ask([by], ...[{}, ...tasks].map((filter) => ({ ...filter, userId: by.id, limit }))),
    ),
    'GET /dashboard/buyer/tasks': ask(all, {}),
  }
}

function ofSellers({ sellers }: Asking): Record<string, Question[]> {
  const all = Object.values(sellers)
  return {
    'GET /books/seller/books': ask(
      all,
      ...[{}, ...words, { search: '97881' }, ...ownLists].map((filter) => ({ ...filter, limit })),
    ),
    'GET /books/seller/branches': ask(all, {}),
    'GET /books/seller/export': ask(all, {}),
    'GET /books/seller/books/{id}': ask([sellers.many], { id: idOf('book', 1) }),
    'GET /dashboard/seller/stats': ask(all, {}, { details: true }),
    'GET /dashboard/seller/recent-orders': ask(all, {}),
    'GET /dashboard/seller/sales-chart': ask(all, {}),
    'GET /seller/reports/sales': ask(all, { range: 'monthly' }, { range: 'yearly' }),
    'GET /seller/reports/orders-summary': ask(all, {}, { range: 'yearly', details: true }),
    'GET /seller/reports/best-sellers': ask(all, {}, { range: 'monthly' }),
    'GET /seller/reports/orders-csv': ask(all, { financialYear: '2026-27' }),
    'GET /seller/profile': ask(all, {}),
    'GET /account/api-tokens': ask(all, {}),
    'GET /seller/helpers': ask(all, {}),
    'GET /orders/seller/{userId}': all.flatMap((by) =>
      ask([by], ...orderLists.map((filter) => ({ ...filter, userId: by.id, limit }))),
    ),
    'GET /seller/orders/parcels': ask([sellers.many], {
      orders: [numbers.deal, numbers.rent].map((n) => idOf('order', n)).join(),
    }),
    'GET /seller/replies': ask(all, {}),
    'GET /seller/orders/tabs': ask(all, {}, { search: 'rarity' }),
    'GET /chats/{chatId}/delivery': ask([sellers.many], { chatId: idOf('chat', numbers.deal) }),
  }
}

function ofBoth({ buyers, sellers }: Asking): Record<string, Question[]> {
  const both = [buyers.many, sellers.many]
  const all = [...both, buyers.few, sellers.few]
  const chats = Object.values(numbers)
    .filter((n) => n !== numbers.few)
    .map((n) => ({ chatId: idOf('chat', n) }))
  const orders = Object.values({ ...numbers, few: numbers.rent }).map((n) => ({
    orderId: idOf('order', n),
  }))
  return {
    'GET /wants': ask(all, {}),
    'GET /wants/count': ask(all, { title: 'Title 77', author: 'Author' }),
    'GET /titles/isbn': ask([sellers.many], { isbn: '9788121925242' }),
    'GET /wants/titles': ask([buyers.many], { typed: 'phys' }, { typed: 'edition' }),
    'GET /chats': ask(
      all,
      ...[{}, ...chatFilters.map((filter) => ({ filter })), ...chatSearches].map((query) => ({
        ...query,
        limit,
      })),
    ),
    'GET /chats/news': ask(all, {}),
    'GET /chats/{id}': ask(
      both,
      ...[{}, { before: 3000 }, { after: 100 }].map((page) => ({ id: idOf('chat', 1), ...page })),
      ...chats.map(({ chatId }) => ({ id: chatId })),
    ),
    'GET /chats/{chatId}/books': ask(
      both,
      ...[
        ...chats,
        ...words.flatMap((word) => chats.slice(0, 1).map((chat) => ({ ...chat, ...word }))),
      ],
    ),
    'GET /chats/{chatId}/exchangeable/{side}': ask(
      both,
      ...['buyer', 'seller'].map((side) => ({ chatId: idOf('chat', numbers.offer), side })),
    ),
    'GET /chats/{chatId}/offers': ask(both, ...chats),
    'GET /chats/{chatId}/orders': ask(both, ...chats),
    'GET /chats/{chatId}/meetings': ask(both, ...chats),
    'GET /orders/{orderId}': ask(both, ...orders),
    'GET /orders/{orderId}/payments': ask(both, ...orders),
    'GET /orders/{orderId}/problem': ask(both, { orderId: idOf('order', numbers.rent) }),
    'GET /exchanges': ask(all, { limit }),
    'GET /exchanges/{exchangeId}': ask(both, { exchangeId: idOf('exchange', numbers.exchange) }),
    'GET /exchanges/{exchangeId}/messages': ask([buyers.many], {
      exchangeId: idOf('exchange', lastRing),
      limit,
    }),
    'GET /account/blocked-people': ask(all, { limit }),
    'GET /account/sessions': ask(all, {}),
    // The messages of each chat are read by a separate query.
    'GET /account/export': ask([buyers.few, sellers.few], {}),
    'GET /notices': ask(all, { limit }),
    'GET /notices/settings': ask(all, {}),
  }
}

function ofAdmins({ admin, buyers, sellers }: Asking): Record<string, Question[]> {
  const by = [admin]
  const orders = [1, 2, numbers.rent, 59_999].map((n) => ({ id: idOf('order', n) }))
  const people = [...Object.values(buyers), ...Object.values(sellers)]
  return {
    'GET /admin/buyers': ask(by, { limit }, ...searches),
    'GET /admin/sellers': ask(by, { limit }, ...searches),
    'GET /admin/books': ask(by, { limit }, ...searches),
    'GET /admin/orders': ask(
      by,
      { limit },
      ...searches,
      { search: newId(), limit },
      { search: '#00ea5f', limit },
    ),
    'GET /admin/blocked-orders': ask(by, { limit }, ...searches),
    'GET /admin/reviews': ask(by, { limit }, ...searches),
    'GET /admin/audit': ask(by, { limit }),
    'GET /admin/password-requests': ask(by, { limit }),
    'GET /admin/cases': ask(by, { limit }, { limit, state: 'done' }),
    'GET /admin/pricing': ask(by, {}),
    'GET /admin/stats': ask(by, {}),
    'GET /admin/accounts/{id}/open-orders': ask(by, ...people.map(({ id }) => ({ id }))),
    'GET /admin/orders/{id}': ask(by, ...orders),
    'GET /admin/orders/{id}/complaints': ask(by, { id: idOf('order', 3) }),
    'GET /admin/complaints/{id}': ask(by, ...[1, 3].map((n) => ({ id: idOf('complaint', n) }))),
  }
}

export const questionsOf = (asking: Asking): Record<string, Question[]> => ({
  ...ofMarket(asking),
  ...ofBuyers(asking),
  ...ofSellers(asking),
  ...ofBoth(asking),
  ...ofAdmins(asking),
})
