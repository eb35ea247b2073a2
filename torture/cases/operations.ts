// What people do that must be there once, wherever the server was killed in it.
import type { Kysely } from 'kysely'
import sharp from 'sharp'
import { addBook, deleteBook } from '#contract/books/books.ts'
import type { Endpoint, EndpointInput } from '#contract/common/endpoint.ts'
import { acceptRing } from '#contract/exchanges/rings.ts'
import { acceptOffer, makeOffer } from '#contract/orders/offers.ts'
import { confirmOrder, placeOrder, setOrderStatus } from '#contract/orders/orders.ts'
import { returnOrder } from '#contract/orders/rents.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Answer, call } from '#torture/client/call.ts'
import type { Account, Pair } from '#torture/market/make-market.ts'
import { type Member, makeMembers, makeRing } from '#torture/market/make-ring.ts'

export type Call = <E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  by: Account,
) => ReturnType<typeof call<E>>

/** Something that people do, and what of it is there afterwards: one is right. */
export type Operation = {
  name: string
  title?: string
  prepare?: (pair: Pair, call: Call, db: Kysely<Tables>) => Promise<string>
  run: (pair: Pair, call: Call, prepared: string) => Promise<Answer>
  /** The ids of it. */
  find: (db: Kysely<Tables>, pair: Pair, prepared: string) => Promise<string[]>
  /** The refusal of what was sent again, where the first one got through. */
  again?: string
  /** What the answer calls it, where it makes something. */
  idOf?: (body: unknown) => string
}

const delivery = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '+919876543210' }

const ids = (rows: { id: string }[]): string[] => rows.map(({ id }) => id)
const ownId = (body: unknown) => (body as { _id: string })._id

const findOrders = async (db: Kysely<Tables>, { chatId }: Pair): Promise<string[]> =>
  ids(await db.selectFrom('orders').select('id').where('chat_id', '=', chatId).execute())

const offerOf = ({ chatId, bookId }: Pair) => ({
  ...{ chatId, orderType: 'purchase', amount: 200, items: [{ bookId, copies: 1 }] },
  handOver: 'meet' as const,
})

const makePhoto = async (number: number): Promise<File> => {
  const background = { r: number % 256, g: (number * 7) % 256, b: (number * 31) % 256 }
  const picture = sharp({ create: { width: 60, height: 90, channels: 3, background } })
  const bytes = new Uint8Array(await picture.png().toBuffer())
  return new File([bytes], 'cover.png', { type: 'image/png' })
}
let photos = 0
const membersOf = new Map<string, readonly Member[]>()

export const operations: readonly Operation[] = [
  {
    name: 'order',
    run: ({ seller, chatId }, call) =>
      call(placeOrder, { ...delivery, chatId, orderType: 'purchase' }, seller),
    find: findOrders,
    idOf: ownId,
  },
  {
    name: 'offer',
    run: (pair, call) => call(makeOffer, offerOf(pair), pair.buyer),
    find: async (db, { chatId }) =>
      ids(await db.selectFrom('offers').select('id').where('chat_id', '=', chatId).execute()),
    idOf: ownId,
  },
  {
    name: 'acceptance',
    prepare: async (pair, call) => (await call(makeOffer, offerOf(pair), pair.buyer)).body._id,
    run: ({ seller }, call, offerId) => call(acceptOffer, { offerId }, seller),
    find: findOrders,
  },
  {
    name: 'ring',
    title: 'the last yes to a ring',
    prepare: async (_, call, db) => {
      const members = await makeMembers(db)
      const exchangeId = await makeRing(db, members)
      membersOf.set(exchangeId, members)
      for (const { buyer } of members.slice(1)) await call(acceptRing, { exchangeId }, buyer)
      return exchangeId
    },
    run: (_, call, exchangeId) => {
      const [last] = membersOf.get(exchangeId) as [Member]
      return call(acceptRing, { exchangeId }, last.seller)
    },
    find: async (db, _, exchangeId) => {
      const orders = db.selectFrom('orders').select('id').where('exchange_id', '=', exchangeId)
      const found = ids(await orders.execute())
      return found.length === membersOf.get(exchangeId)?.length ? [exchangeId] : found
    },
    idOf: ownId,
  },
  {
    name: 'return',
    prepare: async ({ buyer, seller, chatId }, call) => {
      const input = { ...delivery, chatId, orderType: 'rent', rentDays: 3 }
      const orderId = (await call(placeOrder, input, seller)).body._id
      await call(confirmOrder, { orderId }, buyer)
      await call(setOrderStatus, { orderId, status: 'Delivered' }, seller)
      return orderId
    },
    run: ({ seller }, call, orderId) => call(returnOrder, { orderId }, seller),
    again: 'order_settled',
    find: async (db, _, orderId) =>
      ids(
        await db
          .selectFrom('orders')
          .select('id')
          .where('id', '=', orderId)
          .where('returned_at', 'is not', null)
          .execute(),
      ),
  },
  {
    name: 'deletion',
    run: ({ seller, bookId }, call) => call(deleteBook, { id: bookId }, seller),
    again: 'book_not_found',
    find: async (db, { bookId }) =>
      ids(
        await db
          .selectFrom('books')
          .select('id')
          .where('id', '=', bookId)
          .where('deleted_at', 'is not', null)
          .execute(),
      ),
  },
  {
    name: 'upload',
    run: async ({ seller }, call) => {
      photos += 2
      const images = await Promise.all([makePhoto(photos), makePhoto(photos + 1)])
      const form = {
        ...{ title: 'Uploaded', author: 'An Author', branch: 'Fiction', bookType: 'new' },
        ...{ original_price: 500, condition: 'new', images },
      }
      return call(addBook, form as never, seller)
    },
    find: async (db, { seller }) =>
      ids(
        await db
          .selectFrom('books')
          .select('id')
          .where('seller_id', '=', seller.id)
          .where('title', '=', 'Uploaded')
          .execute(),
      ),
    idOf: (body) => (body as { book: { _id: string } }).book._id,
  },
]
