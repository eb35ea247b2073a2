import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteSellerAccount } from '#contract/accounts/accounts.ts'
import { updateBook } from '#contract/books/books.ts'
import { titleKey } from '#contract/books/title-key.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { acceptOffer, makeOffer } from '#contract/orders/offers.ts'
import { placeOrder } from '#contract/orders/orders.ts'
import { type Db, transact } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import {
  as,
  changeRow,
  makeAccount,
  makeBook,
  makeChat,
  makeOrder,
  type TestChat,
  testApp,
} from '#server/testing.ts'
import { rounds } from '#server/testing-rounds.ts'
import { releaseCopy, reserveCopy } from './copies.ts'
import { deleteBooks, findBooksWithOpenOrders, insertBooks, lockOwnBook } from './store.ts'
import { availableOf } from './testing-copies.ts'
import { recountTitle } from './title-ratings.ts'

const from = '2026-03-10'
const database = async () => (await testApp()).context.db

const holdOf = async (orderId: string) =>
  await (await database())
    .selectFrom('holds')
    .select(['copy_id', 'during'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()

async function insertBareOrder(book_id: string, seller_id: string): Promise<string> {
  const db = await database()
  const buyer = await makeAccount('buyer')
  const seller = { id: seller_id, token: '', name: '', email: '' }
  const { chatId: chat_id } = await makeChat({ buyer, seller, bookId: book_id })
  const id = newId()
  const people = { buyer_id: buyer.id, seller_id, buyer_name: 'B', seller_name: 'S' }
  const book = { book_id, book_title: 'T', title_key: 't / a', book_type: 'old' as const }
  const price = { branch: 'Law', original_price: 100, price: 100 }
  const sent = { delivery_address: 'A', phone_number: '+919876543210' }
  await db
    .insertInto('orders')
    .values({ id, chat_id, order_type: 'purchase', ...people, ...book, ...price, ...sent })
    .execute()
  return id
}

test('reserves and releases a copy once, however often that is requested', async () => {
  const db = await database()
  const seller = await makeAccount('seller')
  const bookId = await makeBook(seller)
  const [first, second] = [
    await insertBareOrder(bookId, seller.id),
    await insertBareOrder(bookId, seller.id),
  ]
  await transact(db, (db) => reserveCopy(db, { bookId, orderId: first, from }))
  expect(await availableOf(bookId)).toBe(0)
  await expect(
    transact(db, (db) => reserveCopy(db, { bookId, orderId: second, from })),
  ).rejects.toThrow(new AppError('book_gone'))
  for (let n = 0; n < 3; n++) await transact(db, (db) => releaseCopy(db, { orderId: first }))
  expect([await availableOf(bookId), await holdOf(first)]).toEqual([1, undefined])
  await transact(db, (db) => releaseCopy(db, { orderId: newId() }))
  expect(await availableOf(bookId)).toBe(1)
})

test('an order that holds a copy can’t reserve another', async () => {
  const db = await database()
  const seller = await makeAccount('seller')
  const bookId = await makeBook(seller, { copies: 2 })
  const orderId = await insertBareOrder(bookId, seller.id)
  await transact(db, (db) => reserveCopy(db, { bookId, orderId, from }))
  await expect(
    transact(db, (db) => reserveCopy(db, { bookId, orderId, from })),
  ).rejects.toMatchObject({ constraint: 'holds_order' })
  expect(await availableOf(bookId)).toBe(1)
})

test.each([
  ['2026-03-17', '[2026-03-10,2026-03-17)'],
  [from, 'empty'],
  ['2026-03-01', 'empty'],
])(
  'a rent that comes back on %s holds its copy for %s, and frees it once',
  async (returnedOn, during) => {
    const db = await database()
    const seller = await makeAccount('seller')
    const bookId = await makeBook(seller)
    const orderId = await insertBareOrder(bookId, seller.id)
    await transact(db, (db) => reserveCopy(db, { bookId, orderId, from }))
    for (let n = 0; n < 2; n++) await transact(db, (db) => releaseCopy(db, { orderId, returnedOn }))
    await transact(db, (db) => releaseCopy(db, { orderId }))
    expect([await availableOf(bookId), (await holdOf(orderId))?.during]).toEqual([1, during])
    const next = await insertBareOrder(bookId, seller.id)
    await transact(db, (db) => reserveCopy(db, { bookId, orderId: next, from: '2026-03-17' }))
    expect([await availableOf(bookId), (await holdOf(next))?.during]).toEqual([0, '[2026-03-17,)'])
  },
)

test('many concurrent orders get one copy each', async () => {
  const db = await database()
  const seller = await makeAccount('seller')
  const bookId = await makeBook(seller, { copies: 3 })
  const orders = await Promise.all(
    Array.from({ length: 20 }, () => insertBareOrder(bookId, seller.id)),
  )
  const results = await Promise.allSettled(
    orders.map((orderId) => transact(db, (db) => reserveCopy(db, { bookId, orderId, from }))),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'book_gone' })
  expect(await availableOf(bookId)).toBe(0)
  const holds = await db
    .selectFrom('holds')
    .select('copy_id')
    .where('order_id', 'in', orders)
    .execute()
  expect(new Set(holds.map(({ copy_id }) => copy_id)).size).toBe(3)
  await Promise.all(
    orders.flatMap((orderId) =>
      [1, 2].map(() => transact(db, (db) => releaseCopy(db, { orderId }))),
    ),
  )
  expect(await availableOf(bookId)).toBe(3)
})

test('a book is either deleted or ordered, never both', async () => {
  const db = await database()
  for (let round = 0; round < rounds(3, 10); round++) {
    const seller = await makeAccount('seller')
    const bookId = await makeBook(seller)
    const orderId = await insertBareOrder(bookId, seller.id)
    await changeRow('orders', orderId, { status: 'Cancelled' })
    const [reserved, deleted] = await Promise.allSettled([
      transact(db, async (db) => {
        await db
          .updateTable('orders')
          .set({ status: 'Pending' })
          .where('id', '=', orderId)
          .execute()
        await reserveCopy(db, { bookId, orderId, from })
      }),
      transact(db, async (db) => {
        await lockOwnBook(db, bookId, seller.id)
        if ((await findBooksWithOpenOrders(db, [bookId])).size > 0)
          throw new AppError('book_has_orders')
        await deleteBooks(db, [bookId], new Date())
      }),
    ])
    expect([reserved.status, deleted.status].sort()).toEqual(['fulfilled', 'rejected'])
  }
})

test('a rating counts for all listings of a title, including later ones', async () => {
  const db = await database()
  const title = `Rated ${newId()}`
  const makeListing = async (more: { title?: string; seller_id?: string } = {}) => {
    const seller_id = more.seller_id ?? (await makeAccount('seller')).id
    const id = newId()
    const book = {
      id,
      seller_id,
      title,
      author: 'A',
      book_type: 'old' as const,
      branch: 'Law',
      original_price: 500,
      price: 500,
      condition: 'good' as const,
      ...more,
    }
    await transact(db, (db) => insertBooks(db, [{ book, hashes: [] }]))
    return id
  }
  const findRating = async (id: string) =>
    db
      .selectFrom('books')
      .select(['rating_sum', 'rating_count', 'rating', 'title_key'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const [first, second, other] = [
    await makeListing(),
    await makeListing({ title: title.toUpperCase() }),
    await makeListing({ title: `${title} 2` }),
  ]
  const { title_key } = await findRating(first)
  const rate = ({ orderId, buyer, seller }: Awaited<ReturnType<typeof makeOrder>>) =>
    transact(db, async (db) => {
      const people = { buyer_id: buyer.id, seller_id: seller.id }
      await db
        .insertInto('ratings')
        .values({ order_id: orderId, title_key, book_stars: 4, seller_stars: 1, ...people })
        .execute()
      await recountTitle(db, title_key)
    })
  const seller = await makeAccount('seller')
  const added: string[] = []
  const count = rounds(3, 10)
  for (let round = 0; round < count; round++) {
    const orders = [await makeOrder(), await makeOrder()]
    const [id] = await Promise.all([makeListing({ seller_id: seller.id }), ...orders.map(rate)])
    added.push(id)
  }
  for (const id of [first, second, ...added, await makeListing()])
    expect(await findRating(id)).toMatchObject({
      rating_sum: 8 * count,
      rating_count: 2 * count,
      rating: '4.00',
    })
  expect(await findRating(other)).toMatchObject({ rating_count: 0, rating: null })
})

/** Counts the transactions that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(await database())
  return rows.length
}
const lockNow = (db: Db, bookId: string) =>
  sql`select id from books where id = ${bookId} for no key update nowait`.execute(db)

test.runIf(process.env.TEST_DATABASE_URL)(
  'a rename locks its new title before the book, so that a concurrent rating doesn’t deadlock',
  async () => {
    const db = await database()
    const seller = await makeAccount('seller')
    const id = await makeBook(seller, { title: `Before ${newId()}` })
    const title = `After ${newId()}`
    let renamed: Promise<unknown> | undefined
    await db.transaction().execute(async (rating) => {
      await recountTitle(rating, titleKey({ title, author: 'An Author' }))
      renamed = as(seller).call(updateBook, { id, title })
      await expect.poll(countWaiting).toBe(1)
      await lockNow(rating, id)
    })
    expect(await renamed).toMatchObject({ status: 200 })
  },
)

test.runIf(process.env.TEST_DATABASE_URL).each([
  [
    'a new order',
    async ({ chatId, seller }: TestChat) => {
      const delivery = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '+919876543210' }
      return () => as(seller).call(placeOrder, { chatId, orderType: 'purchase', ...delivery })
    },
  ],
  [
    'an accepted offer',
    async ({ chatId, bookId, buyer, seller }: TestChat) => {
      const items = [{ bookId, copies: 1 }]
      const terms = { orderType: 'purchase', amount: 200, handOver: 'meet' } as const
      const { body } = await as(buyer).call(makeOffer, { chatId, items, ...terms })
      return () => as(seller).call(acceptOffer, { offerId: body._id })
    },
  ],
  [
    'a deleted account',
    async ({ seller }: TestChat) => {
      return () => as(seller).call(deleteSellerAccount, {})
    },
  ],
])('%s locks the accounts before the book', async (_, prepare) => {
  const chat = await makeChat()
  const act = await prepare(chat)
  let acted: Promise<{ status: number }> | undefined
  await (await database()).transaction().execute(async (other) => {
    const accounts = other.selectFrom('accounts').select('id')
    await accounts.where('id', 'in', [chat.buyer.id, chat.seller.id]).forNoKeyUpdate().execute()
    acted = act()
    await expect.poll(countWaiting).toBe(1)
    await lockNow(other, chat.bookId)
  })
  expect((await acted)?.status).toBeLessThan(300)
})
