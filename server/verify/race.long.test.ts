// Two people or two tabs change the same order at the same time. One of them is first, and nothing
// is done twice. PGlite runs transactions one after the other; on PostgreSQL they run concurrently.
import { afterEach, expect, test } from 'vitest'
import { cancelAnyOrder } from '#contract/admin/admin-orders.ts'
import { enterHandOverCode } from '#contract/orders/meetings.ts'
import { acceptOffer, makeOffer } from '#contract/orders/offers.ts'
import { handBackOrder, receiveOrder } from '#contract/orders/orders.ts'
import { sayPaid } from '#contract/orders/payments.ts'
import { reportProblem } from '#contract/orders/problems.ts'
import {
  as,
  makeAccount,
  makeChat,
  makeDelivered,
  type TestChat,
  testApp,
} from '#server/testing.ts'
import { verify, verifyReport } from './verify.ts'

// On PGlite nothing runs concurrently, so more rounds would test nothing new.
const rounds = Array.from({ length: process.env.TEST_DATABASE_URL ? 5 : 2 })

const db = async () => (await testApp()).context.db

async function findOrder(id: string) {
  const order = await (await db())
    .selectFrom('orders')
    .innerJoin('books', 'books.id', 'book_id')
    .select(['orders.id', 'meeting_id', 'status', 'received_at', 'rent_days', 'orders.price'])
    .select('available')
    .where('orders.id', '=', id)
    .executeTakeFirstOrThrow()
  const events = await (await db())
    .selectFrom('order_events')
    .select('kind')
    .where('order_id', '=', id)
    .execute()
  return { ...order, kinds: events.map(({ kind }) => kind) }
}

const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
const codesOf = (answers: { status: number; error: { code: string } }[]) =>
  answers.flatMap(({ status, error }) => (status < 400 ? [] : [error.code])).sort()

async function makeDeal() {
  const chat = await makeChat({ book: { is_rentable: true, rent_price: 1_000 } })
  const { chatId, bookId, buyer, seller } = chat
  const terms = { orderType: 'rent', amount: 10, days: 5, handOver: 'meet' as const }
  const items = [{ bookId, copies: 1 }]
  const { body: offer } = await as(buyer).call(makeOffer, { ...terms, chatId, items })
  const { body } = await as(seller).call(acceptOffer, { offerId: offer._id })
  const orderId = body.orders[0] ?? ''
  const { meeting_id } = await findOrder(orderId)
  const { code } = await (await db())
    .selectFrom('meetings')
    .select('code')
    .where('id', '=', meeting_id ?? '')
    .executeTakeFirstOrThrow()
  return { ...chat, orderId, meetingId: meeting_id ?? '', code: code ?? '' }
}

const type = ({ seller, meetingId }: TestChat & { meetingId: string }, code: string) =>
  as(seller).call(enterHandOverCode, { meetingId, code })

afterEach(async () => {
  const result = await verify(await db(), undefined)
  expect(verifyReport(result)).toBe(`All ${result.rules} rules hold.`)
})

test('accepting an extension twice at once adds its days once', async () => {
  for (const _ of rounds) {
    const deal = await makeDeal()
    const { chatId, bookId, buyer, seller, orderId } = deal
    await type(deal, deal.code)
    const { body } = await as(buyer).call(makeOffer, {
      chatId,
      extendsOrderId: orderId,
      orderType: 'rent',
      amount: 10,
      days: 3,
      items: [{ bookId, copies: 1 }],
      handOver: 'meet',
    })
    const accept = () => as(seller).call(acceptOffer, { offerId: body._id })
    const [first, second, handedBack, ...paid] = await Promise.all([
      accept(),
      accept(),
      as(buyer).call(handBackOrder, { orderId }),
      as(buyer).call(sayPaid, { orderId, kind: 'price' }),
      as(buyer).call(sayPaid, { orderId, kind: 'price' }),
    ])
    expect(statusesOf([handedBack, ...paid])).toEqual([200, 200, 200])
    expect(second.status).toBe(first.status)
    const order = await findOrder(orderId)
    const days = first.status === 200 ? 8 : 5
    expect([order.rent_days, order.price]).toEqual([days, days * 1_000])
  }
})

test('at the same time, a book can only be received or get one problem', async () => {
  for (const _ of rounds) {
    const { orderId, buyer } = await makeDelivered()
    const problem = { orderId, reason: 'damaged', text: 'A page is missing.', photos: [] } as never
    const answers = await Promise.all([
      as(buyer).call(receiveOrder, { orderId }),
      as(buyer).call(reportProblem, problem),
      as(buyer).call(reportProblem, problem),
    ])
    const { received_at } = await findOrder(orderId)
    const code = received_at === null ? 'problem_open' : 'order_closed'
    expect(codesOf(answers)).toEqual([code, code])
  }
})

test('an admin cancels an order, whether or not its buyer received it first', async () => {
  const admin = await makeAccount('admin')
  for (const _ of rounds) {
    const { orderId, buyer } = await makeDelivered()
    const [cancelled, received] = await Promise.all([
      as(admin).call(cancelAnyOrder, { id: orderId, reason: 'Both have asked for it.' }),
      as(buyer).call(receiveOrder, { orderId }),
    ])
    expect(cancelled.status).toBe(200)
    const order = await findOrder(orderId)
    expect(order).toMatchObject({ status: 'Cancelled', received_at: null, available: 1 })
    expect(order.kinds.filter((kind) => kind === 'received')).toHaveLength(
      received.status === 200 ? 1 : 0,
    )
    expect(codesOf([received])).toEqual(received.status === 200 ? [] : ['order_settled'])
  }
})
