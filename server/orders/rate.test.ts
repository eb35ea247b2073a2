import { expect, test } from 'vitest'
import { deleteBuyerAccount, exportAccount } from '#contract/accounts/accounts.ts'
import { listNotifications } from '#contract/accounts/notifications.ts'
import { listAllReviews, removeReview, toggleBuyer } from '#contract/admin/admin.ts'
import { listAuditLog } from '#contract/admin/audit-log.ts'
import { readBook, updateBook } from '#contract/books/books.ts'
import { listReviews } from '#contract/books/reviews.ts'
import { listBuyerOrders, rateOrder, setOrderStatus } from '#contract/orders/orders.ts'
import { newId } from '#server/platform/database/ids.ts'
import {
  as,
  followPages,
  makeAccount,
  makeBook,
  makeOrder,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { verify, verifyReport } from '#server/verify/verify.ts'

const db = async () => (await testApp()).context.db

/** Creates a title that no other test uses, with one listing. */
async function makeTitle() {
  const title = `Title ${crypto.randomUUID()}`
  const listing = await makeBook(await makeAccount('seller'), { title, author: 'An Author' })
  return { book: { title, author: 'An Author' }, listing }
}

async function makeRatedOrder(
  options: Parameters<typeof makeOrder>[0],
  book: number,
  seller = 5,
  review?: string,
) {
  const made = await makeOrder(options)
  await as(made.seller).call(setOrderStatus, { orderId: made.orderId, status: 'Delivered' })
  const { status } = await as(made.buyer).call(rateOrder, {
    orderId: made.orderId,
    book,
    seller,
    ...(review && { review }),
  })
  expect(status).toBe(201)
  return made
}

const ratingOfBook = async (id: string) => (await as().call(readBook, { id })).body.ratings
const ratingOfSeller = async (bookId: string) =>
  (await as().call(readBook, { id: bookId })).body.seller.ratings
const reviewsOf = async (id: string) =>
  (await as().call(listReviews, { id })).body.map(({ review }) => review)

test('a rating goes to the title that was ordered, whatever its seller calls the book afterwards', async () => {
  const [bought, other] = [await makeTitle(), await makeTitle()]
  const made = await makeOrder({ book: bought.book })
  await as(made.seller).call(setOrderStatus, { orderId: made.orderId, status: 'Delivered' })
  const renamed = await as(made.seller).call(updateBook, {
    id: made.bookId,
    title: other.book.title,
  })
  expect(renamed.status).toBe(200)
  await as(made.buyer).call(rateOrder, {
    orderId: made.orderId,
    book: 1,
    seller: 3,
    review: 'Torn.',
  })
  expect([await ratingOfBook(bought.listing), await reviewsOf(bought.listing)]).toEqual([
    { average: 1, count: 1 },
    ['Torn.'],
  ])
  for (const id of [other.listing, made.bookId])
    expect([await ratingOfBook(id), await reviewsOf(id)]).toEqual([{ count: 0 }, []])
})

test('only the latest rating of a person counts for a title and a seller', async () => {
  const { book, listing } = await makeTitle()
  const [buyer, seller] = [await makeAccount('buyer'), await makeAccount('seller')]
  for (const stars of [1, 2])
    await makeRatedOrder({ buyer, seller, book }, stars, stars, `${stars} stars`)
  expect([await ratingOfBook(listing), await reviewsOf(listing)]).toEqual([
    { average: 2, count: 1 },
    ['2 stars'],
  ])
  const last = await makeRatedOrder({ seller, book }, 5, 4, 'Another reader')
  expect(await ratingOfBook(listing)).toEqual({ average: 3.5, count: 2 })
  expect(await ratingOfSeller(last.bookId)).toEqual({ average: 3, count: 2 })
  expect(await reviewsOf(listing)).toEqual(['Another reader', '2 stars'])
  // A listing that is added later gets the same ratings.
  const later = await as(seller).call(updateBook, { id: await makeBook(seller), ...book })
  expect(later.body.book.ratings).toEqual({ average: 3.5, count: 2 })
})

test('the ratings of a blocked buyer are neither shown nor counted until they are unblocked', async () => {
  const admin = await makeAccount('admin')
  const [first, second] = [await makeTitle(), await makeTitle()]
  const buyer = await makeAccount('buyer')
  const made = await makeRatedOrder({ buyer, book: first.book }, 1, 1, 'Bad.')
  await makeRatedOrder({ buyer, seller: made.seller, book: second.book }, 2, 1, 'Worse.')
  await makeRatedOrder({ seller: made.seller, book: first.book }, 5, 5, 'Good.')
  const findRatings = async () => [
    await ratingOfBook(first.listing),
    await ratingOfBook(second.listing),
    await ratingOfSeller(made.bookId),
    await reviewsOf(first.listing),
    await reviewsOf(second.listing),
  ]
  const all = [
    { average: 3, count: 2 },
    { average: 2, count: 1 },
    { average: 3, count: 2 },
    ['Good.', 'Bad.'],
    ['Worse.'],
  ]
  expect(await findRatings()).toEqual(all)
  await as(admin).call(toggleBuyer, { id: buyer.id, status: 'blocked' })
  expect(await findRatings()).toEqual([
    { average: 5, count: 1 },
    { count: 0 },
    { average: 5, count: 1 },
    ['Good.'],
    [],
  ])
  await as(admin).call(toggleBuyer, { id: buyer.id, status: 'active' })
  expect(await findRatings()).toEqual(all)
})

test('an admin removes a rating for good, with a reason that is logged and sent to its author', async () => {
  const admin = await makeAccount('admin')
  const { book, listing } = await makeTitle()
  const made = await makeRatedOrder({ book }, 1, 1, 'Call me: 98765 43210')
  const { buyer, orderId } = made
  const reason = 'It holds a phone number.'
  expect((await as(admin).call(removeReview, { id: orderId, reason: ' ' })).error.fields).toEqual({
    reason: 'Reason is required.',
  })
  const removed = await as(admin).call(removeReview, { id: orderId, reason })
  expect([removed.status, removed.body]).toEqual([200, { message: 'Review removed.' }])
  expect([
    await ratingOfBook(listing),
    await ratingOfSeller(made.bookId),
    await reviewsOf(listing),
  ]).toEqual([{ count: 0 }, { count: 0 }, []])
  for (const id of [orderId, newId()])
    expect((await as(admin).call(removeReview, { id, reason })).error).toMatchObject({
      code: 'review_not_found',
    })

  const [order] = (await as(buyer).call(listBuyerOrders, { userId: buyer.id })).body
  expect([order?.rating, order?.can]).toEqual([
    { book: 1, seller: 1, removedAt: expect.any(String) },
    [],
  ])
  expect((await as(buyer).call(rateOrder, { orderId, book: 1, seller: 1 })).error.code).toBe(
    'already_rated',
  )
  expect((await as(buyer).call(exportAccount, {})).body.ratings).toMatchObject([
    { orderId, removedAt: expect.any(String) },
  ])
  const [notification] = (await as(buyer).call(listNotifications, {})).body
  expect(notification).toMatchObject({
    kind: 'admin',
    text: `An admin removed your rating of '${book.title}'. Reason: ${reason}`,
  })
  const [entry] = (await as(admin).call(listAuditLog, { limit: 1 })).body
  expect(entry).toMatchObject({
    what: 'remove-review',
    target: { kind: 'review', _id: orderId, name: book.title },
    reason,
  })
  expect(
    JSON.stringify(
      await (await db())
        .selectFrom('ratings')
        .selectAll()
        .where('order_id', '=', orderId)
        .execute(),
    ),
  ).not.toContain('98765')
})

test('an author’s earlier rating counts again once the later one is removed', async () => {
  const { book, listing } = await makeTitle()
  const buyer = await makeAccount('buyer')
  await makeRatedOrder({ buyer, book }, 4)
  const last = await makeRatedOrder({ buyer, book }, 1, 5, 'Rude.')
  expect(await ratingOfBook(listing)).toEqual({ average: 1, count: 1 })
  await as(await makeAccount('admin')).call(removeReview, { id: last.orderId, reason: 'Abuse.' })
  expect(await ratingOfBook(listing)).toEqual({ average: 4, count: 1 })
})

test('admins list all ratings, the newest first, search and page them; nobody else does', async () => {
  const admin = await makeAccount('admin')
  const { book } = await makeTitle()
  const asha = await makeAccount('buyer', { name: `Asha ${newId()}` })
  const withText = await makeRatedOrder({ buyer: asha, book }, 2, 3, 'Pages are missing.')
  const withoutText = await makeRatedOrder({ book }, 5, 4)
  const deleted = await makeRatedOrder({ book }, 1)
  await as(deleted.buyer).call(deleteBuyerAccount, {})
  await as(admin).call(toggleBuyer, { id: asha.id, status: 'blocked' })
  const list = await as(admin).call(listAllReviews, { search: book.title })
  expect(list.body.map(({ _id }) => _id)).toEqual([
    deleted.orderId,
    withoutText.orderId,
    withText.orderId,
  ])
  expect(list.headers['x-total-count']).toBe('3')
  expect(list.body[2]).toEqual({
    _id: withText.orderId,
    book: { _id: withText.bookId, title: book.title },
    stars: { book: 2, seller: 3 },
    review: 'Pages are missing.',
    author: { _id: asha.id, name: asha.name, email: asha.email, status: 'blocked' },
    seller: { _id: withText.seller.id, name: withText.seller.name },
    at: expect.any(String),
  })
  expect(list.body[0]?.author).toEqual({
    _id: deleted.buyer.id,
    name: 'Unknown Buyer',
    status: 'active',
  })
  const find = async (search: string) =>
    (await as(admin).call(listAllReviews, { search })).body.map(({ _id }) => _id)
  expect([await find(asha.name), await find(deleted.buyer.name)]).toEqual([[withText.orderId], []])
  const paged = await followPages<{ _id: string }>(
    `/admin/reviews?limit=1&search=${encodeURIComponent(book.title)}`,
    admin,
  )
  expect(paged.map(({ _id }) => _id)).toEqual(list.body.map(({ _id }) => _id))
  await as(admin).call(removeReview, { id: withoutText.orderId, reason: 'A test.' })
  expect(await find(book.title)).toEqual([deleted.orderId, withText.orderId])
})

test('after ratings, blocks and removals at once the sums match the ratings', async () => {
  const admin = await makeAccount('admin')
  const { book } = await makeTitle()
  const seller = await makeAccount('seller')
  const buyers: TestAccount[] = []
  const orders: string[] = []
  for (let n = 0; n < 6; n++) {
    const made = await makeOrder({ seller, book })
    await as(seller).call(setOrderStatus, { orderId: made.orderId, status: 'Delivered' })
    buyers.push(made.buyer)
    orders.push(made.orderId)
  }
  const responses = await Promise.all(
    buyers.flatMap((buyer, n) => [
      as(buyer).call(rateOrder, { orderId: orders[n] ?? '', book: 1 + (n % 5), seller: 5 }),
      ...(n % 2 === 0 ? [as(admin).call(toggleBuyer, { id: buyer.id, status: 'blocked' })] : []),
      ...(n % 3 === 0
        ? [as(admin).call(removeReview, { id: orders[n] ?? '', reason: 'At once.' })]
        : []),
    ]),
  )
  // A blocked buyer can't rate (401), and a rating can't be removed before it exists (404).
  expect(
    responses
      .map(({ status }) => status)
      .filter((status) => ![200, 201, 401, 404].includes(status)),
  ).toEqual([])
  const result = await verify(await db(), undefined)
  expect(verifyReport(result)).toBe(`All ${result.rules} rules hold.`)
})
