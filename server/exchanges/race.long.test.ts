// Many people accept at the same time. PGlite runs transactions one after the other; on PostgreSQL
// they run concurrently.
import { expect, test } from 'vitest'
import { cancelExchange, readExchange } from '#contract/exchanges/exchanges.ts'
import { acceptOffer, makeOffer } from '#contract/orders/offers.ts'
import { cancelOrder, setOrderStatus } from '#contract/orders/orders.ts'
import { as, makeBook, makeChat, testApp } from '#server/testing.ts'
import { makePerson, makeSwap, offerSwap, type Person } from '#server/testing-exchanges.ts'
import { exchangeInvariants } from './invariants.ts'

async function holdsOf(bookIds: string[]) {
  const { db } = (await testApp()).context
  const rows = await db
    .selectFrom('copies')
    .leftJoin('holds', 'holds.copy_id', 'copies.id')
    .innerJoin('books', 'books.id', 'copies.book_id')
    .select([
      'copies.id',
      'books.available',
      'books.copies',
      'holds.order_id',
      'books.id as book_id',
    ])
    .where('books.id', 'in', bookIds)
    .execute()
  return rows
}

async function expectSound(bookIds: string[]) {
  const { db } = (await testApp()).context
  const held = await holdsOf(bookIds)
  expect(new Set(held.map(({ id }) => id)).size).toBe(held.length)
  for (const rows of Map.groupBy(held, ({ book_id }) => book_id).values()) {
    const taken = rows.filter(({ order_id }) => order_id !== null).length
    expect(rows[0]?.available).toBe((rows[0]?.copies ?? 0) - taken)
  }
  for (const { rule, broken } of exchangeInvariants)
    expect((await broken.execute(db)).rows, rule).toEqual([])
}

test('accepting 50 exchanges with shared copies at once promises no copy twice and doesn’t deadlock', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => makePerson()))
  const books = await Promise.all(
    people.map(async ({ seller }) => [
      await makeBook(seller, { open_to_exchange: true }),
      await makeBook(seller, { open_to_exchange: true, copies: 3 }),
    ]),
  )
  // Everybody asks for books of five others, so several people want each book, and each book is
  // offered to several.
  const asked = people.flatMap((person, index) =>
    [1, 2, 3, 4, 5].map((step) => ({ person, index, other: (index + step) % people.length, step })),
  )
  const offers = await Promise.all(
    asked.map(async ({ person, index, other, step }) => {
      const owner = people[other] as Person
      const [wanted = '', second = ''] = books[other] ?? []
      const given = books[index]?.[step % 2] ?? ''
      const bookId = step % 2 === 0 ? wanted : second
      const chat = await makeChat({ buyer: person.buyer, seller: owner.seller, bookId })
      const { body, error } = await as(person.buyer).call(makeOffer, {
        chatId: chat.chatId,
        orderType: 'purchase',
        items: [{ bookId, copies: 1 }],
        exchange: { items: [{ bookId: given }], topUp: 0 },
        handOver: 'meet',
      } as never)
      if (!body._id) throw new Error(JSON.stringify(error))
      return { owner, offerId: body._id }
    }),
  )
  const responses = await Promise.all(
    offers.map(({ owner, offerId }) => as(owner.seller).call(acceptOffer, { offerId })),
  )
  const codes = new Set(
    responses.filter(({ status }) => status !== 200).map(({ error }) => error.code),
  )
  expect(codes).toEqual(new Set(['book_gone']))
  const accepted = responses.filter(({ status }) => status === 200)
  expect(accepted.length).toBeGreaterThan(5)
  const held = (await holdsOf(books.flat())).filter(({ order_id }) => order_id !== null)
  expect(held).toHaveLength(accepted.length * 2)
  await expectSound(books.flat())
}, 240_000)

test('two people who accept each other’s exchanges of the same books at once get one', async () => {
  const { db } = (await testApp()).context
  for (let round = 0; round < 5; round++) {
    const swap = await makeSwap()
    await db
      .updateTable('books')
      .set({ open_to_exchange: true })
      .where('id', '=', swap.hisBook)
      .execute()
    const offer = await offerSwap(swap)
    const back = await makeChat({
      buyer: swap.asha.buyer,
      seller: swap.ravi.seller,
      bookId: swap.hisBook,
    })
    const mirrored = await as(swap.asha.buyer).call(makeOffer, {
      chatId: back.chatId,
      orderType: 'purchase',
      items: [{ bookId: swap.hisBook, copies: 1 }],
      exchange: { items: [{ bookId: swap.herBook }], topUp: 0 },
      handOver: 'meet',
    } as never)
    const responses = await Promise.all([
      as(swap.asha.seller).call(acceptOffer, { offerId: offer._id }),
      as(swap.ravi.seller).call(acceptOffer, { offerId: mirrored.body._id }),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    const orders = await db
      .selectFrom('orders')
      .select('id')
      .where('book_id', 'in', [swap.herBook, swap.hisBook])
      .execute()
    expect(orders).toHaveLength(2)
  }
})

test('cancelling and handing over an exchange at once has one outcome', async () => {
  for (let round = 0; round < 8; round++) {
    const swap = await makeSwap()
    const offer = await offerSwap(swap)
    const { body } = await as(swap.asha.seller).call(acceptOffer, { offerId: offer._id })
    const exchangeId = body.exchange?.exchangeId ?? ''
    const { body: exchange } = await as(swap.ravi.buyer).call(readExchange, { exchangeId })
    const hers = exchange.legs.find(({ book }) => book._id === swap.herBook)?.orderId ?? ''
    const his = exchange.legs.find(({ book }) => book._id === swap.hisBook)?.orderId ?? ''
    await Promise.all([
      as(swap.asha.seller).call(setOrderStatus, { orderId: hers, status: 'Delivered' }),
      as(swap.ravi.seller).call(setOrderStatus, { orderId: his, status: 'Cancelled' }),
      as(swap.asha.buyer).call(cancelOrder, { orderId: his }),
      as(swap.ravi.buyer).call(cancelExchange, { exchangeId }),
    ])
    const { body: after } = await as(swap.ravi.buyer).call(readExchange, { exchangeId })
    const hersNow = after.legs.find(({ orderId }) => orderId === hers)?.status
    expect(after.legs.find(({ orderId }) => orderId === his)?.status).toBe('Cancelled')
    expect(['Delivered', 'Cancelled']).toContain(hersNow)
    await expectSound([swap.herBook, swap.hisBook])
  }
})
