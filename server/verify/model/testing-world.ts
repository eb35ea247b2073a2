// One book with its seller and two buyers, driven through the API and watched by the model.
import { expect } from 'vitest'
import type { Endpoint, EndpointInput } from '#contract/common/endpoint.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import {
  as,
  makeAccount,
  makeBook,
  makeChat,
  otherApp,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { isAgreed, isClosed, type ModelOrder, type ModelState } from './testing-state.ts'

/** The code of the error that must come, or none. */
export type Outcome = { code: string | undefined }
type Answer = { status: number; code: string; body: unknown }
type Caller = {
  call: <E extends Endpoint>(endpoint: E, input: EndpointInput<E>) => Promise<Answer>
}

export type World = {
  context: AppContext
  state: ModelState
  bookId: string
  chatIds: string[]
  seller: Caller
  buyer: (index: number) => Caller
  /** Fails unless the server answered as the model says. */
  check: (answer: Pick<Answer, 'status' | 'code'>, outcome: Outcome, step: string) => void
  count: (from: string, step: string, to: string) => void
  labelOf: (order: ModelOrder) => string
}
export type Action = (world: World) => Promise<void>

/** How often each transition was reached. */
export const transitions = new Map<string, number>()

type Market = {
  context: AppContext
  clock: { now: number }
  seller: TestAccount
  buyers: TestAccount[]
}
type App = Awaited<ReturnType<typeof otherApp>>

/** An app whose clock the model sets, with the people of all sequences. */
export async function openMarket(): Promise<Market & { app: App['app'] }> {
  const clock = { now: Date.now() }
  const { config } = (await testApp()).context
  const { app, context } = await otherApp({
    config: { ...config, rateLimit: false },
    now: () => new Date(clock.now),
  })
  const buyers = [await makeAccount('buyer'), await makeAccount('buyer')]
  return { app, context, clock, seller: await makeAccount('seller'), buyers }
}

export async function openWorld(
  { app, context, clock, seller, buyers }: Market & { app: App['app'] },
  copies: number,
): Promise<World> {
  const bookId = await makeBook(seller, { copies, is_rentable: true, rent_price: 1_000 })
  const chats = []
  for (const buyer of buyers) chats.push(await makeChat({ seller, buyer, bookId }))
  const state: ModelState = {
    copies,
    orders: [],
    offers: [],
    get now() {
      return clock.now
    },
    set now(ms) {
      clock.now = ms
    },
  }
  state.now = Date.now()
  const callerOf = (account: TestAccount | undefined): Caller => ({
    call: async (endpoint, input) => {
      const { status, body, error } = await as(account).call(endpoint, input, { app })
      return { status, body, code: status < 400 ? '' : error.code }
    },
  })
  return {
    context,
    state,
    bookId,
    chatIds: chats.map(({ chatId }) => chatId),
    seller: callerOf(seller),
    buyer: (index) => callerOf(buyers[index]),
    check: ({ status, code }, outcome, step) =>
      expect(status < 400 ? undefined : code, step).toBe(outcome.code),
    count: (from, step, to) => {
      const key = `${from} | ${step} | ${to}`
      transitions.set(key, (transitions.get(key) ?? 0) + 1)
    },
    labelOf: (order) => labelOf(order, state.now),
  }
}

function labelOf(order: ModelOrder, now: number): string {
  if (order.status === 'Cancelled') return 'Cancelled'
  if (order.returned) return `${order.status}, returned`
  if (isClosed(order, now)) return 'closed'
  return `${order.status}, ${isAgreed(order) ? 'agreed' : 'not agreed'}`
}

/** Fails unless the database has what the model has: states, copies held, entries of histories. */
export async function compareWithDatabase({ context: { db }, state, bookId }: World) {
  const rows = await db
    .selectFrom('orders')
    .leftJoin('holds', 'holds.order_id', 'orders.id')
    .select(['orders.id', 'status', 'confirmed_at', 'received_at', 'returned_at', 'during'])
    .select((from) =>
      from
        .selectFrom('order_events')
        .whereRef('order_events.order_id', '=', 'orders.id')
        .select((f) => f.fn.countAll<string>().as('count'))
        .as('events'),
    )
    .where('orders.book_id', '=', bookId)
    .orderBy('orders.id')
    .execute()
  const stored = rows.map((row) => ({
    id: row.id,
    status: row.status,
    confirmed: row.confirmed_at !== null,
    received: row.received_at !== null,
    returned: row.returned_at !== null,
    events: Number(row.events),
  }))
  const expected = state.orders.map(({ id, status, confirmed, received, returned, events }) => ({
    id,
    status,
    confirmed,
    received,
    returned,
    events,
  }))
  expect(stored).toEqual(expected.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
  const { available } = await db
    .selectFrom('books')
    .select('available')
    .where('id', '=', bookId)
    .executeTakeFirstOrThrow()
  const held = state.orders.filter(({ status, returned }) => status !== 'Cancelled' && !returned)
  expect(available).toBe(state.copies - held.length)
}
