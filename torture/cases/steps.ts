// `kill -9` at each step: before the first piece that a server sends PostgreSQL for a request, before
// the second, and so on, until the request is through. Its sender sends it again.
import type { Kysely } from 'kysely'
import sharp from 'sharp'
import { addBook, deleteBook } from '#contract/books/books.ts'
import type { Endpoint, EndpointInput } from '#contract/common/endpoint.ts'
import { acceptOffer, makeOffer } from '#contract/orders/offers.ts'
import { confirmOrder, placeOrder, setOrderStatus } from '#contract/orders/orders.ts'
import { returnOrder } from '#contract/orders/rents.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { type Answer, call, newCounts } from '#torture/client/call.ts'
import { brokenRules } from '#torture/machine/place.ts'
import { type ProxyServer, proxyDatabase } from '#torture/machine/proxy.ts'
import type { Server } from '#torture/machine/server.ts'
import { type Account, makePair, type Pair } from '#torture/market/make-market.ts'
import type { Outcome, Torture, TortureCase } from '#torture/torture-case.ts'

type Call = <E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  by: Account,
) => ReturnType<typeof call<E>>

/** Something that people do, and how often it is there afterwards: once is right. */
type Operation = {
  name: string
  prepare?: (pair: Pair, call: Call) => Promise<string>
  run: (pair: Pair, call: Call, prepared: string) => Promise<Answer>
  count: (db: Kysely<Tables>, pair: Pair, prepared: string) => Promise<number>
}

const delivery = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '9876543210' }
const maxSteps = 60

const countOrders = async (db: Kysely<Tables>, { chatId }: Pair): Promise<number> =>
  (await db.selectFrom('orders').select('id').where('chat_id', '=', chatId).execute()).length

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

const operations: readonly Operation[] = [
  {
    name: 'order',
    run: ({ seller, chatId }, call) =>
      call(placeOrder, { ...delivery, chatId, orderType: 'purchase' }, seller),
    count: countOrders,
  },
  {
    name: 'offer',
    run: (pair, call) => call(makeOffer, offerOf(pair), pair.buyer),
    count: async (db, { chatId }) =>
      (await db.selectFrom('offers').select('id').where('chat_id', '=', chatId).execute()).length,
  },
  {
    name: 'acceptance',
    prepare: async (pair, call) => (await call(makeOffer, offerOf(pair), pair.buyer)).body._id,
    run: ({ seller }, call, offerId) => call(acceptOffer, { offerId }, seller),
    count: countOrders,
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
    count: async (db, _, orderId) =>
      (
        await db
          .selectFrom('orders')
          .select('id')
          .where('id', '=', orderId)
          .where('returned_at', 'is not', null)
          .execute()
      ).length,
  },
  {
    name: 'deletion',
    run: ({ seller, bookId }, call) => call(deleteBook, { id: bookId }, seller),
    count: async (db, { bookId }) =>
      (
        await db
          .selectFrom('books')
          .select('id')
          .where('id', '=', bookId)
          .where('deleted_at', 'is not', null)
          .execute()
      ).length,
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
    count: async (db, { seller }) =>
      (
        await db
          .selectFrom('books')
          .select('id')
          .where('seller_id', '=', seller.id)
          .where('title', '=', 'Uploaded')
          .execute()
      ).length,
  },
]

/** Kills the server before it sends its nth piece from now on; tells whether it came to that. */
function killAt(proxy: ProxyServer, server: Server, step: number) {
  let pieces = 0
  let killed: Promise<void> | undefined
  proxy.faults.beforePiece = () => {
    pieces++
    if (pieces < step) return undefined
    killed ??= server.kill().then(() => {
      proxy.faults.beforePiece = () => {}
      return server.start()
    })
    // It never arrives.
    return Promise.reject(new Error('killed'))
  }
  return async (): Promise<boolean> => {
    proxy.faults.beforePiece = () => {}
    await killed
    return killed !== undefined
  }
}

async function runOperation(
  { withPlace, say }: Torture,
  { name, prepare, run, count }: Operation,
): Promise<Outcome> {
  return withPlace('postgresql', async (place) => {
    const { proxy, url } = await proxyDatabase(place.databaseUrl ?? '')
    const server = await place.server({ databaseUrl: url })
    await server.start()
    const counts = newCounts()
    const callAs: Call = (endpoint, input, by) =>
      call(endpoint, input, by, { port: () => server.port, counts })
    const faults: string[] = []
    let steps = 0
    await place.withDatabase(async (db) => {
      for (let isKilled = true; isKilled && steps < maxSteps; ) {
        const pair = await makePair(db, 2)
        const prepared = (await prepare?.(pair, callAs)) ?? ''
        const ended = killAt(proxy, server, steps + 1)
        const answer = await run(pair, callAs, prepared)
        isKilled = await ended()
        if (isKilled) steps++
        const found = await count(db, pair, prepared)
        if (found !== 1)
          faults.push(`step ${steps}: there ${found} times; ${answer.status} ${answer.code}`)
      }
    })
    await server.stop()
    await proxy.close()
    const broken = await place.verify()
    for (const line of [...faults, ...broken, ...counts.faults]) say(`${name}: ${line}`)
    return {
      test: `kill -9 at each step: ${name}`,
      tried: steps,
      survived: steps - faults.length,
      lost: faults.length + brokenRules(broken) + counts.faults.length,
      note: `${steps} steps until it was through`,
    }
  })
}

export const steps: TortureCase = {
  name: 'steps',
  run: async (torture) => {
    if (!torture.hasPostgres) return []
    const outcomes: Outcome[] = []
    for (const operation of operations) outcomes.push(await runOperation(torture, operation))
    return outcomes
  },
}
