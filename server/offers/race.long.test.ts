// Many people accept at the same time. PGlite runs transactions one after the other; on PostgreSQL
// they run concurrently.
import { expect, test } from 'vitest'
import { acceptOffer, makeOffer, withdrawOffer } from '#contract/orders/offers.ts'
import { listBuyerOrders } from '#contract/orders/orders.ts'
import { as, makeAccount, makeBook, makeChat, type TestChat, testApp } from '#server/testing.ts'

const terms = { orderType: 'purchase', amount: 200, handOver: 'meet' as const }

async function offerIn({ chatId, buyer }: TestChat, items: { bookId: string; copies: number }[]) {
  return (await as(buyer).call(makeOffer, { ...terms, chatId, items })).body._id
}

const buyerCount = 200

test('accepting many offers for one copy at once makes one order', async () => {
  const { db } = (await testApp()).context
  const seller = await makeAccount('seller')
  const bookId = await makeBook(seller)
  const chats = await Promise.all(
    Array.from({ length: buyerCount }, () => makeChat({ seller, bookId })),
  )
  const offers = await Promise.all(chats.map((chat) => offerIn(chat, [{ bookId, copies: 1 }])))
  const responses = await Promise.all(
    offers.map((offerId) => as(seller).call(acceptOffer, { offerId })),
  )
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  const codes = responses.filter(({ status }) => status !== 200).map(({ error }) => error.code)
  expect(new Set(codes)).toEqual(new Set(['book_gone']))
  const orders = await db.selectFrom('orders').select('id').where('book_id', '=', bookId).execute()
  expect(orders).toHaveLength(1)
  const holds = await db
    .selectFrom('holds')
    .innerJoin('copies', 'copies.id', 'copy_id')
    .select('order_id')
    .where('book_id', '=', bookId)
    .execute()
  expect(holds.map(({ order_id }) => order_id)).toEqual(orders.map(({ id }) => id))
}, 120_000)

test('deals that share books don’t deadlock; all or nothing is sold', async () => {
  const seller = await makeAccount('seller')
  const books = [await makeBook(seller, { copies: 5 }), await makeBook(seller, { copies: 5 })]
  const items = books.map((bookId) => ({ bookId, copies: 1 }))
  const chats = await Promise.all(
    Array.from({ length: 10 }, (_, index) => makeChat({ seller, bookId: books[index % 2] ?? '' })),
  )
  const offers = await Promise.all(
    chats.map((chat, index) => offerIn(chat, index % 2 === 0 ? items : items.toReversed())),
  )
  const responses = await Promise.all(
    offers.map((offerId) => as(seller).call(acceptOffer, { offerId })),
  )
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(5)
  for (const [index, { buyer }] of chats.entries()) {
    const { body: orders } = await as(buyer).call(listBuyerOrders, { userId: buyer.id })
    expect(orders).toHaveLength(responses[index]?.status === 200 ? 2 : 0)
  }
})

test('accepting and withdrawing an offer at once has one outcome', async () => {
  for (let round = 0; round < 10; round++) {
    const chat = await makeChat()
    const offerId = await offerIn(chat, [{ bookId: chat.bookId, copies: 1 }])
    const [accepted, accepted2, withdrawn] = await Promise.all([
      as(chat.seller).call(acceptOffer, { offerId }),
      as(chat.seller).call(acceptOffer, { offerId }),
      as(chat.buyer).call(withdrawOffer, { offerId }),
    ])
    expect(accepted.status).toBe(accepted2.status)
    expect([accepted.status, withdrawn.status].sort()).toEqual([200, 409])
    const { body: orders } = await as(chat.buyer).call(listBuyerOrders, { userId: chat.buyer.id })
    expect(orders).toHaveLength(accepted.status === 200 ? 1 : 0)
  }
})
