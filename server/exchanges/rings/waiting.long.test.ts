// The view that members have of a proposed ring, and changes that end it.
import { expect, test } from 'vitest'
import { listNotifications } from '#contract/accounts/notifications.ts'
import { deleteBook, listOwnBooks, updateBook } from '#contract/books/books.ts'
import { formatClockTime } from '#contract/common/dates.ts'
import { acceptRing, declineRing } from '#contract/exchanges/exchanges.ts'
import { readSellerStats } from '#contract/orders/reports.ts'
import { listWants, updateWant } from '#contract/wishlist/wants.ts'
import { as, makeBook, type TestAccount, testApp } from '#server/testing.ts'
import { makePerson } from '#server/testing-exchanges.ts'
import { checkProposedRings } from './ring.ts'
import { makeRing, viewRing } from './testing-rings.ts'

const address = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '+919876543210' }
const hourMs = 3_600_000

type Made = Awaited<ReturnType<typeof makeRing>>
const membersOf = ({ people }: Made) =>
  people as [Made['people'][0], Made['people'][0], Made['people'][0]]
const accept = (account: TestAccount, exchangeId: string) =>
  as(account).call(acceptRing, { exchangeId, ...address })
const ringOfBook = async (seller: TestAccount) =>
  (await as(seller).call(listOwnBooks, {})).body[0]?.ring
const wantsOf = async (account: TestAccount) => (await as(account).call(listWants, {})).body

test('the card shows a copy’s condition and the sellers’ ratings', async () => {
  const made = await makeRing()
  const [a, b] = membersOf(made)
  const { db } = (await testApp()).context
  await db.updateTable('books').set({ condition: 'average' }).where('id', '=', a.bookId).execute()
  const rated = { rating_sum: 13, rating_count: 3 }
  await db.updateTable('accounts').set(rated).where('id', '=', a.seller.id).execute()
  const { legs, members, me } = await viewRing(b.buyer, made.exchangeId)
  expect(legs.find(({ book }) => book._id === a.bookId)?.book.condition).toBe('average')
  const others = members.filter(({ number }) => number !== me)
  expect(others.find(({ account }) => account === a.seller.id)?.ratings).toEqual({
    average: 4.33,
    count: 3,
  })
  expect(others.map(({ ratings }) => ratings?.count).sort()).toEqual([0, 3])
  expect(members.find(({ number }) => number === me)).toEqual({ number: me, name: b.seller.name })
})

test('a book and a want link to their ring until it ends', async () => {
  const made = await makeRing()
  const [a, b] = membersOf(made)
  const ring = { _id: made.exchangeId, isAccepted: false }
  expect(await ringOfBook(a.seller)).toEqual(ring)
  expect((await wantsOf(a.buyer)).wants[0]?.ring).toEqual(ring)
  expect((await as(a.seller).call(readSellerStats, {})).body.ring).toEqual(ring)
  await accept(a.buyer, made.exchangeId)
  expect(await ringOfBook(a.seller)).toEqual({ ...ring, isAccepted: true })
  expect((await wantsOf(a.seller)).wants[0]?.ring).toEqual({ ...ring, isAccepted: true })
  expect(await ringOfBook(b.seller)).toEqual(ring)
  await as(b.buyer).call(declineRing, { exchangeId: made.exchangeId })
  expect(await ringOfBook(a.seller)).toBeUndefined()
  expect((await wantsOf(a.buyer)).wants[0]?.ring).toBeUndefined()
})

test('people see what they give beside what they want, also while it is in a ring', async () => {
  const person = await makePerson()
  expect((await wantsOf(person.buyer)).gives).toEqual({ total: 0, books: [] })
  await makeBook(person.seller)
  const made = await makeRing({ first: person })
  const titles = async (account: TestAccount) => {
    const { gives } = await wantsOf(account)
    return [gives?.total, gives?.books.map(({ title }) => title)]
  }
  const [title] = made.titles
  expect(await titles(person.buyer)).toEqual([1, [title?.title]])
  await accept(person.buyer, made.exchangeId)
  expect(await titles(person.seller)).toEqual([1, [title?.title]])
  await as(person.seller).call(deleteBook, { id: membersOf(made)[0].bookId })
  expect(await titles(person.buyer)).toEqual([0, []])
})

test('declining after accepting is a withdrawal', async () => {
  const made = await makeRing()
  const { exchangeId } = made
  const [a, b] = membersOf(made)
  await accept(a.buyer, exchangeId)
  await as(a.seller).call(declineRing, { exchangeId })
  const withdrawn = async (account: TestAccount) =>
    (await viewRing(account, exchangeId)).members.filter(({ hasWithdrawn }) => hasWithdrawn)
  for (const account of [a.buyer, b.buyer])
    expect(await withdrawn(account)).toMatchObject([{ name: a.seller.name, answer: 'declined' }])
  const other = await makeRing()
  await as(membersOf(other)[0].buyer).call(declineRing, { exchangeId: other.exchangeId })
  expect(
    (await viewRing(membersOf(other)[1].buyer, other.exchangeId)).members.map(
      ({ hasWithdrawn }) => hasWithdrawn,
    ),
  ).toEqual([undefined, undefined, undefined])
})

test('an answer ends a ring that is no longer possible', async () => {
  const made = await makeRing()
  const [a, b] = membersOf(made)
  const { db } = (await testApp()).context
  const closed = { open_to_exchange: false }
  await db.updateTable('books').set(closed).where('id', '=', a.bookId).execute()
  expect((await accept(b.buyer, made.exchangeId)).body).toMatchObject({
    status: 'ended',
    ring: { endedBecause: 'changed' },
  })
})

test('a change that leaves a ring possible doesn’t end it', async () => {
  const made = await makeRing()
  const { context } = await testApp()
  const [{ seller, buyer, bookId, wantId }] = membersOf(made)
  await as(seller).call(updateBook, { id: bookId, price: 190 } as never)
  await as(buyer).call(updateWant, { id: wantId, mostOnTop: 500 })
  await as(seller).call(deleteBook, { id: await makeBook(seller) })
  await context.jobs.idle()
  expect((await viewRing(buyer, made.exchangeId)).status).toBe('proposed')
})

test('a member without an answer is reminded once, some hours before the end', async () => {
  const made = await makeRing()
  const [a, b, c] = membersOf(made)
  await accept(a.buyer, made.exchangeId)
  const { context } = await testApp()
  const remind = (ms: number) =>
    checkProposedRings({ ...context, now: () => new Date(Date.now() + ms) })
  const noticesOf = async (account: TestAccount) =>
    (await as(account).call(listNotifications, {})).body.filter(({ text }) =>
      text.startsWith('Your swap ends'),
    )
  const { ring } = await viewRing(a.buyer, made.exchangeId)
  const text = `Your swap ends at ${formatClockTime(new Date(ring?.expiresAt ?? ''))}: say yes or no.`
  await remind(19 * hourMs)
  expect(await noticesOf(b.buyer)).toEqual([])
  await remind(21 * hourMs)
  await remind(22 * hourMs)
  for (const account of [b.buyer, b.seller, c.buyer])
    expect(await noticesOf(account)).toMatchObject([
      { text, link: expect.stringContaining(made.exchangeId) },
    ])
  expect(await noticesOf(a.buyer)).toEqual([])
})
