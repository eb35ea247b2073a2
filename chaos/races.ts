// Sends many requests at once to two servers: a copy must be sold only once, and an idempotency key
// must create only one row.
import { sendMessage } from '#contract/chats.ts'
import { makeOffer } from '#contract/orders/offers.ts'
import { placeOrder } from '#contract/orders/orders.ts'
import type { Case, Scene } from './case.ts'
import { type Account, makeAccount, makeBook, makeChat, type Pair } from './market.ts'
import { offerOf, purchase } from './writers.ts'

const sameKeyCalls = 20
const times = <T>(count: number, make: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)))

/** The rounds share the buyers, because creating accounts takes longer than a race. */
const ordersForOneCopy = ({ market, size, call, record }: Scene): Promise<number> =>
  market.withDatabase(async (db) => {
    const seller = await makeAccount(db, 'seller')
    const buyers = await times(size.buyers, () => makeAccount(db, 'buyer'))
    for (let round = 0; round < size.rounds; round++) {
      const bookId = await makeBook(db, seller, 1)
      const chats = await times(buyers.length, (at) =>
        makeChat(db, buyers[at] as Account, seller, bookId),
      )
      const answers = await Promise.all(
        chats.map(async (chatId) => {
          const mark = record.newMark()
          const input = { ...purchase, chatId, deliveryAddress: mark }
          const { status, body } = await call(placeOrder, input, seller)
          if (status < 300) record.acknowledge({ mark, id: body._id, by: seller.id, chatId })
          return status < 300 ? 'sold' : body.code
        }),
      )
      const sold = answers.filter((answer) => answer === 'sold').length
      const refused = answers.filter((answer) => answer === 'book_gone').length
      if (sold !== 1 || refused !== chats.length - 1)
        record.problems.push(`one copy: ${sold} orders, ${refused} refusals of ${chats.length}`)
    }
    return size.rounds
  })

async function sameKey({ size, call, record, pairs }: Scene): Promise<number> {
  for (let round = 0; round < size.rounds; round++) {
    const { buyer, seller, bookId, chatId } = pairs[round % pairs.length] as Pair
    const offer = { ...offerOf(bookId), chatId }
    const race = async (
      by: Account,
      send: (mark: string, key: string) => Promise<{ body: unknown }>,
      status?: string,
    ) => {
      const [mark, key] = [record.newMark(), crypto.randomUUID()]
      const answers = await times(sameKeyCalls, () => send(mark, key))
      // Several ids count as a lost write, because only one can be stored with this mark.
      for (const id of new Set(answers.map(({ body }) => (body as { _id: string })._id)))
        record.acknowledge({ mark, id, by: by.id, chatId, ...(status && { status }) })
    }
    await Promise.all([
      race(seller, (mark, key) =>
        call(placeOrder, { ...purchase, chatId, deliveryAddress: mark }, seller, key),
      ),
      race(
        buyer,
        (mark, key) => call(makeOffer, { ...offer, meetingPoint: mark }, buyer, key),
        'open',
      ),
      race(buyer, (mark, key) => call(sendMessage, { chatId, message: mark }, buyer, key)),
    ])
  }
  return size.rounds
}

export const races: readonly Case[] = [
  { name: '200 orders for one copy', market: 'PostgreSQL', nodes: 2, run: ordersForOneCopy },
  { name: 'the same Idempotency-Key × 20', market: 'PostgreSQL', nodes: 2, run: sameKey },
]
