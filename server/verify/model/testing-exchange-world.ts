// Two people, each with a book, who exchange these in one chat. Compares the result with the model.
import { expect } from 'vitest'
import type { Endpoint, EndpointInput } from '#contract/common/endpoint.ts'
import { readExchange } from '#contract/exchanges/exchanges.ts'
import { listOffers } from '#contract/orders/offers.ts'
import { as, makeBook, makeChat, type TestAccount } from '#server/testing.ts'
import { makePerson } from '#server/testing-exchanges.ts'
import {
  type ExchangeState,
  freeCopies,
  isHandedOver,
  offerStatus,
  type Person,
  statusOf,
} from './testing-exchange-state.ts'
import { keepSmall, type openMarket, transitions } from './testing-world.ts'

type Market = Awaited<ReturnType<typeof openMarket>>
type People = [Awaited<ReturnType<typeof makePerson>>, Awaited<ReturnType<typeof makePerson>>]

export type ExchangeWorld = {
  context: Market['context']
  state: ExchangeState
  chatId: string
  /** Asha's book and Ravi's book. */
  bookIds: [string, string]
  /** Calls an endpoint with the person's account on the given side. */
  call: <E extends Endpoint>(
    person: Person,
    side: 'buyer' | 'seller',
    endpoint: E,
    input: EndpointInput<E>,
  ) => Promise<{ code: string | undefined; body: unknown }>
  /** Counts the step. Fails if the server's response isn't what the model says. */
  check: (step: string, answer: { code: string | undefined }, code: string | undefined) => void
}
export type ExchangeAction = (world: ExchangeWorld) => Promise<void>

export async function openExchanges(market: Market): Promise<{ market: Market; people: People }> {
  const people: People = [await makePerson(), await makePerson()]
  const expires_at = new Date('2100-01-01')
  await market.context.db.updateTable('sessions').set({ expires_at }).execute()
  return { market, people }
}

export async function openExchangeWorld(
  { market, people }: Awaited<ReturnType<typeof openExchanges>>,
  copies: number,
): Promise<ExchangeWorld> {
  await keepSmall(market.context)
  const [asha, ravi] = people
  const terms = { price: 25_000, copies, open_to_exchange: true }
  const bookIds: [string, string] = [
    await makeBook(asha.seller, terms),
    await makeBook(ravi.seller, { ...terms, price: 15_000 }),
  ]
  const chat = await makeChat({ buyer: ravi.buyer, seller: asha.seller, bookId: bookIds[0] })
  const { clock } = market
  clock.now = Date.now()
  const state: ExchangeState = {
    copies,
    offers: [],
    exchanges: [],
    hasRaviOffered: false,
    get now() {
      return clock.now
    },
    set now(ms) {
      clock.now = ms
    },
  }
  const story: string[] = []
  return {
    context: market.context,
    state,
    chatId: chat.chatId,
    bookIds,
    call: async (person, side, endpoint, input) => {
      const account: TestAccount = people[person][side]
      const { app } = market
      const { status, body, error } = await as(account).call(endpoint, input, { app })
      return { body, code: status < 400 ? undefined : (error?.code ?? `status ${status}`) }
    },
    check: (step, answer, code) => {
      story.push(`${step} | ${code ?? 'done'}`)
      const key = `exchange | ${step} | ${code ?? 'done'}`
      transitions.set(key, (transitions.get(key) ?? 0) + 1)
      expect(answer.code, story.join('\n')).toBe(code)
    },
  }
}

/** Fails if the database or a person's pages don't match the model. */
export async function compareExchanges(world: ExchangeWorld): Promise<void> {
  const { context, state, bookIds, chatId, call } = world
  for (const person of [0, 1] as const) {
    const { available } = await context.db
      .selectFrom('books')
      .select('available')
      .where('id', '=', bookIds[person])
      .executeTakeFirstOrThrow()
    expect(available).toBe(freeCopies(state, person))
  }
  const { body: offers } = await call(1, 'buyer', listOffers, { chatId })
  expect(
    (offers as { _id: string; status: string }[]).map(({ _id, status }) => [_id, status]),
  ).toEqual(state.offers.map((offer) => [offer.id, offerStatus(offer, state.now)]))
  for (const exchange of state.exchanges)
    for (const [person, side] of [
      [0, 'buyer'],
      [1, 'seller'],
    ] as const) {
      const { body } = await call(person, side, readExchange, { exchangeId: exchange.id })
      const status = statusOf(exchange, state.now)
      const hasBegun = exchange.legs.some(isHandedOver)
      const { reported, back } = exchange
      expect(body).toMatchObject({
        status,
        can: status === 'running' && !hasBegun ? ['cancel'] : [],
        legs: expect.arrayContaining(
          exchange.legs.map((leg) =>
            expect.objectContaining({ orderId: leg.orderId, status: leg.status }),
          ),
        ),
      })
      const payments = (body as { payments: { paidAt?: string; receivedAt?: string }[] }).payments
      const words = payments.map(({ paidAt, receivedAt }) => ({
        paid: paidAt !== undefined,
        received: receivedAt !== undefined,
      }))
      const isKept = status !== 'cancelled' || reported.paid || reported.received
      expect(words).toEqual(isKept ? (status === 'cancelled' ? [reported, back] : [reported]) : [])
    }
}
