// Five people with books to exchange, compared with the model.
import { expect } from 'vitest'
import { updateSellerProfile } from '#contract/accounts/accounts.ts'
import type { Endpoint, EndpointInput } from '#contract/common/endpoint.ts'
import { uniqueLetters } from '#server/books/search/words/testing-words.ts'
import { endRings } from '#server/exchanges/rings/end.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, makeAccount, makeBook, makeChat, type TestAccount, testApp } from '#server/testing.ts'
import { makePerson } from '#server/testing-exchanges.ts'
import {
  cast,
  hourMs,
  isFar,
  isOffered,
  type ModelBook,
  type Person,
  type RingState,
  see,
  sides,
} from './testing-ring-state.ts'
import { keepSmall, type openMarket, transitions } from './testing-world.ts'

type Market = Awaited<ReturnType<typeof openMarket>>
export type Member = { personId: string } & Awaited<ReturnType<typeof makePerson>>
type Answer = { code: string | undefined; body: unknown }

export type RingWorld = {
  context: Market['context']
  state: RingState
  /** Returns the member of the cast with this number. */
  memberOf: (person: Person) => Member
  numberOf: (personId: string) => Person
  /** A buyer from outside the cast, and their chat about a book. */
  outside: { buyer: TestAccount; chatOf: (book: ModelBook) => Promise<string> }
  call: <E extends Endpoint>(
    account: TestAccount,
    endpoint: E,
    input: EndpointInput<E>,
  ) => Promise<Answer>
  /** Counts the step. Fails unless its error is the one that the model says. */
  check: (step: string, answer: { code: string | undefined }, expected: Expected) => void
  story: string[]
}
/** The error that must occur, or the result of the step. */
export type Expected = { code: string } | { to: string; change?: () => void }
export type RingAction = (world: RingWorld) => Promise<void>

export async function openRings(market: Market) {
  // The model runs the jobs itself, so the jobs of this process's app are closed.
  await (await testApp()).context.jobs.close()
  const members: Member[] = []
  const { db } = market.context
  for (const person of cast) {
    const made = await makePerson()
    await as(made.seller).call(updateSellerProfile, {
      pinCode: isFar(person) ? '422001' : '411038',
    })
    const { person_id: personId } = await db
      .selectFrom('accounts')
      .select('person_id')
      .where('id', '=', made.buyer.id)
      .executeTakeFirstOrThrow()
    members.push({ ...made, personId })
  }
  const buyer = await makeAccount('buyer')
  await db
    .updateTable('sessions')
    .set({ expires_at: new Date('2100-01-01') })
    .execute()
  return { market, members, buyer }
}
type Rings = Awaited<ReturnType<typeof openRings>>

/** Removes everything that the cast has from earlier sequences. */
async function clear({ market: { context, clock }, members }: Rings): Promise<void> {
  const { db } = context
  clock.now += 25 * hourMs
  await endRings(context)
  const people = members.map(({ personId }) => personId)
  const sellers = members.map(({ seller }) => seller.id)
  await db
    .updateTable('books')
    .set({ open_to_exchange: false })
    .where('seller_id', 'in', sellers)
    .execute()
  await db.deleteFrom('wants').where('person_id', 'in', people).execute()
  await db.deleteFrom('ring_refusals').where('person_id', 'in', people).execute()
  await db.deleteFrom('account_blocks').where('person_id', 'in', people).execute()
  await db.deleteFrom('exchange_arrivals').execute()
  // Sequences go back in time, so nobody may have been seen recently, and all rings must have ended
  // long ago.
  const longAgo = new Date(0)
  await db.updateTable('sessions').set({ used_at: longAgo }).execute()
  await db
    .updateTable('exchanges')
    .set({ ended_at: longAgo })
    .where('ended_because', '=', 'lapsed')
    .execute()
  await db
    .updateTable('order_events')
    .set({ created_at: longAgo })
    .where('status', '=', 'Cancelled')
    .execute()
}

/** The owners of the books. Two people have a second one. The last book has two copies. */
const owners: Person[] = [0, 1, 2, 3, 4, 0, 1]
const values = [20_000, 23_000, 26_000, 20_000, 24_000, 30_000, 21_000]

async function makeBooks(members: Member[]): Promise<ModelBook[]> {
  const books: ModelBook[] = []
  for (const [index, owner] of owners.entries()) {
    const seller = members[owner]?.seller
    const value = values[index] ?? 0
    if (!seller) throw new Error('The book has no owner.')
    const title = { title: `Ringed ${uniqueLetters()}`, author: 'Asha B. Patil' }
    const copies = index === owners.length - 1 ? 2 : 1
    const terms = { ...title, price: value, copies, open_to_exchange: true }
    const id = await makeBook(seller, terms)
    books.push({ id, title, owner, value, copies, isOpen: true, sales: [] })
  }
  return books
}

/** Everybody has already declined each copy, so that none is reserved. */
async function declineAll({ market, members }: Rings, books: readonly ModelBook[]): Promise<void> {
  const at = new Date(market.clock.now)
  await market.context.db
    .insertInto('reservations')
    .values(
      books.flatMap(({ id }) =>
        members.map(({ personId }) => ({
          id: newId(),
          book_id: id,
          person_id: personId,
          created_at: at,
          expires_at: new Date(at.getTime() + hourMs),
          ended_at: at,
          outcome: 'declined' as const,
        })),
      ),
    )
    .execute()
}

export async function openRingWorld(rings: Rings): Promise<RingWorld> {
  const { market, members, buyer } = rings
  const { clock, app, context } = market
  await keepSmall(context)
  await clear(rings)
  clock.now = Date.now()
  const books = await makeBooks(members)
  await declineAll(rings, books)
  const state: RingState = {
    books,
    wants: [],
    rings: [],
    blocks: new Set(),
    refusals: new Map(),
    cancellations: new Map(),
    seen: new Map(),
    fresh: new Set(cast),
    looks: 0,
    get now() {
      return clock.now
    },
    set now(ms) {
      clock.now = ms
    },
  }
  const memberOf = (person: Person) => {
    const member = members[person]
    if (!member) throw new Error('This person isn’t in the cast.')
    return member
  }
  const chats = new Map<ModelBook, string>()
  const story: string[] = []
  return {
    context,
    state,
    story,
    memberOf,
    numberOf: (personId) => members.findIndex((member) => member.personId === personId),
    outside: {
      buyer,
      chatOf: async (book) => {
        const { seller } = memberOf(book.owner)
        const chatId =
          chats.get(book) ?? (await makeChat({ buyer, seller, bookId: book.id })).chatId
        chats.set(book, chatId)
        return chatId
      },
    },
    call: async (account, endpoint, input) => {
      for (const person of cast)
        for (const side of sides) if (memberOf(person)[side] === account) see(state, person, side)
      const { status, body, error } = await as(account).call(endpoint, input, { app })
      return { body, code: status < 400 ? undefined : (error?.code ?? `status ${status}`) }
    },
    check: (step, answer, expected) => {
      const code = 'code' in expected ? expected.code : undefined
      const key = `ring | ${step} | ${code ?? ('to' in expected && expected.to)}`
      story.push(key)
      transitions.set(key, (transitions.get(key) ?? 0) + 1)
      expect(answer.code, story.join('\n')).toBe(code)
      if ('change' in expected) expected.change?.()
    },
  }
}

/**
 * Runs a step. If it frees copies, their owners have something new, unless the market has looked
 * for rings within the step.
 */
export const play =
  (action: RingAction): RingAction =>
  async (world) => {
    const { state } = world
    state.now++
    const { looks } = state
    const offered = state.books.filter((book) => isOffered(state, book))
    await action(world)
    if (state.looks !== looks) return
    for (const book of state.books)
      if (isOffered(state, book) && !offered.includes(book)) state.fresh.add(book.owner)
  }
