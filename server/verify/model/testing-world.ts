// One book, its seller and two buyers, who use it through the API. Compares the result with the
// model.
import { sql } from 'kysely'
import { expect } from 'vitest'
import { fromIndianTime, indianDate } from '#contract/common/dates.ts'
import type { Endpoint, EndpointInput } from '#contract/common/endpoint.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { autovacuum } from '#server/platform/database/vacuum.ts'
import {
  as,
  makeAccount,
  makeBook,
  makeChat,
  otherApp,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { isAgreed, isClosed, type ModelOrder, type ModelState, type Side } from './testing-state.ts'

/** The error code that must occur, if any, and whether the step changes something. */
export type Outcome = { code: string | undefined; isChange: boolean }
export const refuse = (code: string): Outcome => ({ code, isChange: false })
export const unchanged: Outcome = { code: undefined, isChange: false }
export const done = (change: () => void): Outcome => {
  change()
  return { code: undefined, isChange: true }
}

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
  admin: Caller
  ids: { seller: string; buyers: string[] }
  buyer: (index: number) => Caller
  /** Fails if the server's response isn't what the model says. */
  check: (answer: Pick<Answer, 'status' | 'code'>, outcome: { code: string | undefined }) => void
  /**
   * Counts a step in the table of transitions. A refused step is counted by its error code, without
   * the states.
   */
  count: (from: string, step: string, to: string, code?: string) => void
  labelOf: (order: ModelOrder) => string
}
export type Action = (world: World) => Promise<void>

/** Changes the model if the step is possible. Otherwise returns the error that must occur. */
export type Expect = (order: ModelOrder, state: ModelState, body: unknown) => Outcome

/** A step with one order. `call` returns undefined if the step makes no sense. */
export type Step = {
  call: (world: World, order: ModelOrder) => Promise<Answer | undefined>
  expect: Expect
  /** Shown in the table of transitions in place of the order's state. */
  label?: string
}

export const callerOf = ({ buyer, seller }: World, side: Side, index: number) =>
  side === 'buyer' ? buyer(index) : seller

/** Takes a step with the `pick`-th order. */
export const stepOrder =
  (name: string, { call, expect, label }: Step, pick: number): Action =>
  async (world) => {
    const { state } = world
    const order = state.orders[pick % Math.max(1, state.orders.length)]
    if (!order) return
    const from = label ?? world.labelOf(order)
    // Moves the clock, because events are ordered by time, so each step needs its own millisecond.
    state.now++
    const answer = await call(world, order)
    if (!answer) return
    const { code, isChange } = expect(order, state, answer.body)
    const to = label === undefined ? world.labelOf(order) : isChange ? 'noted' : 'unchanged'
    world.count(from, name, to, code)
    world.check(answer, { code })
  }

export const transitions = new Map<string, number>()

type Market = {
  app: Awaited<ReturnType<typeof otherApp>>['app']
  context: AppContext
  clock: { now: number }
  seller: TestAccount
  buyers: TestAccount[]
  admin: TestAccount
}

/** Opens an app whose clock the model sets, and creates the people for all sequences. */
export async function openMarket(): Promise<Market> {
  const clock = { now: Date.now() }
  const { config } = (await testApp()).context
  const { app, context } = await otherApp({
    config: { ...config, rateLimit: false },
    now: () => new Date(clock.now),
  })
  // Stops the jobs, because they run only when the model lets time pass.
  await context.jobs.close()
  const buyers = [await makeAccount('buyer'), await makeAccount('buyer')]
  const [seller, admin] = [await makeAccount('seller'), await makeAccount('admin')]
  // Makes sessions last longer than sequences, which can take years.
  const expires_at = new Date('2100-01-01')
  await context.db.updateTable('sessions').set({ expires_at }).execute()
  return { app, context, clock, seller, buyers, admin }
}

/** The prices of a copy, in paise. */
export const bookTerms = { price: 25_000, rent_price: 1_000, rent_deposit: 5_000, late_fee: 500 }

let sequences = 0

/**
 * Does the work of a running server's jobs after every ten sequences. Otherwise PGlite's files,
 * which are in memory here, would grow by up to 15 MB per sequence.
 */
export async function keepSmall({ db }: AppContext): Promise<void> {
  sequences++
  if (process.env.TEST_DATABASE_URL || sequences % 10 !== 0) return
  await autovacuum(db)
  await sql`checkpoint`.execute(db)
}

/** Returns a time shortly before a day ends in India. */
const lateOn = (day: string): number => fromIndianTime(`${day}T23:59:50`).getTime()

/**
 * Opens the world of a sequence. With `isLate`, the sequence starts seconds before a day ends, so
 * waiting leads to the next day.
 */
export async function openWorld(
  { app, context, clock, seller, buyers, admin }: Market,
  { copies, isLate }: { copies: number; isLate: boolean },
): Promise<World> {
  await keepSmall(context)
  const bookId = await makeBook(seller, { ...bookTerms, copies, is_rentable: true })
  // Removes blocks, because earlier sequences had the same people.
  await context.db.deleteFrom('account_blocks').execute()
  const chats = []
  for (const buyer of buyers) chats.push(await makeChat({ seller, buyer, bookId }))
  const state: ModelState = {
    copies,
    orders: [],
    offers: [],
    wroteAt: buyers.map(() => 0),
    blocks: buyers.map(() => ({ buyer: false, seller: false })),
    get now() {
      return clock.now
    },
    set now(ms) {
      clock.now = ms
    },
  }
  state.now = isLate ? lateOn(indianDate(new Date())) : Date.now()
  const call = (account: TestAccount | undefined): Caller => ({
    call: async (endpoint, input) => {
      const { status, body, error } = await as(account).call(endpoint, input, { app })
      return { status, body, code: status < 400 ? '' : error.code }
    },
  })
  const story: string[] = []
  return {
    context,
    state,
    bookId,
    chatIds: chats.map(({ chatId }) => chatId),
    seller: call(seller),
    admin: call(admin),
    ids: { seller: seller.id, buyers: buyers.map(({ id }) => id) },
    buyer: (index) => call(buyers[index]),
    check: ({ status, code }, outcome) =>
      expect(status < 400 ? undefined : code, story.join('\n')).toBe(outcome.code),
    count: (from, step, to, code) => {
      story.push(`${from} | ${step} | ${code ?? to}`)
      const key = code ? `refused | ${step} | ${code}` : `${from} | ${step} | ${to}`
      transitions.set(key, (transitions.get(key) ?? 0) + 1)
    },
    labelOf: (order) => labelOf(order, state.now),
  }
}

function labelOf(order: ModelOrder, now: number): string {
  if (order.problem) return 'problem'
  if (order.status === 'Cancelled') return order.closedByAdmin ? 'Cancelled for good' : 'Cancelled'
  if (isClosed(order, now)) return 'closed'
  if (order.returnedOn !== undefined) return 'returned'
  return `${order.status}, ${isAgreed(order) ? 'agreed' : 'not agreed'}`
}
