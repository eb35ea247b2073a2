// Compares the rings in the database and on people's pages with the model.
import { expect } from 'vitest'
import { readExchange } from '#contract/exchanges/exchanges.ts'
import { bookInvariants } from '#server/books/invariants.ts'
import { exchangeInvariants } from '#server/exchanges/invariants.ts'
import { findLegs } from './testing-ring-look.ts'
import {
  addressOf,
  freeCopies,
  isHandedOver,
  isHeld,
  isProposed,
  keyOf,
  legsOf,
  type ModelRing,
  membersOf,
  ordersOf,
  type RingState,
  statusOf,
  writes,
} from './testing-ring-state.ts'
import type { RingWorld } from './testing-ring-world.ts'

const byText = (rows: string[]) => rows.toSorted()

function expectedLegs({ state, memberOf }: RingWorld) {
  return state.rings.flatMap((ring) =>
    ring.legs.map((leg) => {
      const answer = ring.answers.get(leg.from)
      const isKept = isProposed(ring) && answer === 'accepted' && legsOf(ring, leg.from).gets.post
      return {
        ring: ring.id,
        from: memberOf(leg.from).personId,
        book: leg.book.id,
        answer: answer ?? null,
        address: isKept ? addressOf(leg.from) : null,
        isAgreed: ring.isAgreed,
        end: ring.end ?? null,
        order: leg.order?.id ?? null,
      }
    }),
  )
}

async function compareLegs(world: RingWorld, report: string): Promise<void> {
  const stored = (await findLegs(world)).map((row) => ({
    ring: row.exchange_id,
    from: row.from,
    book: row.book_id,
    answer: row.answer,
    address: row.delivery_address,
    isAgreed: row.agreed_at !== null,
    end: row.ended_because,
    order: row.order_id,
  }))
  expect(byText(stored.map((row) => JSON.stringify(row))), report).toEqual(
    byText(expectedLegs(world).map((row) => JSON.stringify(row))),
  )
}

async function compareCopies({ context: { db }, state }: RingWorld, report: string): Promise<void> {
  const ids = state.books.map(({ id }) => id)
  const books = await db
    .selectFrom('books')
    .select(['id', 'available'])
    .where('id', 'in', ids)
    .execute()
  expect(byText(books.map(({ id, available }) => keyOf(id, available))), report).toEqual(
    byText(state.books.map((book) => keyOf(book.id, freeCopies(state, book)))),
  )
  const holds = await db
    .selectFrom('holds')
    .innerJoin('copies', 'copies.id', 'copy_id')
    .select(['order_id', 'exchange_id', 'book_id'])
    .where('book_id', 'in', ids)
    .execute()
  const held = state.rings.flatMap((ring) =>
    ring.legs.flatMap((leg) => {
      if (leg.order) return leg.order.status === 'Cancelled' ? [] : keyOf(leg.order.id, leg.book.id)
      return isHeld(ring, leg) ? keyOf(ring.id, leg.book.id) : []
    }),
  )
  const sold = state.books.flatMap(({ id, sales }) => sales.map((sale) => keyOf(sale, id)))
  expect(
    byText(holds.map((row) => keyOf(row.order_id ?? row.exchange_id, row.book_id))),
    report,
  ).toEqual(byText([...held, ...sold]))
}

async function compareOrders({ context: { db }, state }: RingWorld, report: string): Promise<void> {
  const ids = state.rings.map(({ id }) => id)
  if (ids.length === 0) return
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'status', 'price', 'hand_over', 'delivery_address'])
    .where('exchange_id', 'in', ids)
    .execute()
  const expected = state.rings.flatMap(({ legs }) =>
    legs.flatMap(({ order, book, post, to }) =>
      order ? { ...order, price: book.value, post, address: post && addressOf(to) } : [],
    ),
  )
  const textOf = (id: string, status: string, price: number, address: unknown) =>
    `${id} ${status} ${price} ${address}`
  expect(
    byText(
      orders.map((row) =>
        textOf(row.id, row.status, row.price, row.hand_over === 'post' && row.delivery_address),
      ),
    ),
    report,
  ).toEqual(byText(expected.map((row) => textOf(row.id, row.status, row.price, row.address))))
}

async function compareRefusals(world: RingWorld, report: string): Promise<void> {
  const { context, state, numberOf } = world
  const rows = await context.db
    .selectFrom('ring_refusals')
    .selectAll()
    .where(
      'book_id',
      'in',
      state.books.map(({ id }) => id),
    )
    .execute()
  const stored = rows.map((row) =>
    keyOf(keyOf(numberOf(row.person_id), row.book_id), row.refused_at.getTime()),
  )
  const expected = [...state.refusals].map(([key, at]) => keyOf(key, at))
  expect(byText(stored), report).toEqual(byText(expected))
}

/** Fails unless the database matches the model. */
export async function compareRings(world: RingWorld): Promise<void> {
  const report = world.story.join('\n')
  await compareLegs(world, report)
  await compareCopies(world, report)
  await compareOrders(world, report)
  await compareRefusals(world, report)
}

function expectedActions(state: RingState, ring: ModelRing, person: number): string[] {
  const status = statusOf(ring, state.now)
  const isProposed = status === 'proposed'
  const isCancellable = status === 'running' && !ordersOf(ring).some(isHandedOver)
  return [
    ...(isProposed && !ring.answers.has(person) ? ['accept'] : []),
    ...(isProposed ? ['decline'] : []),
    ...(isCancellable ? ['cancel'] : []),
    ...(writes(state, ring, person) ? ['write'] : []),
  ]
}

/** Compares what two members of each ring read: one as a buyer, and one as a seller. */
async function compareViews({ state, memberOf, call, story }: RingWorld): Promise<void> {
  for (const ring of state.rings)
    for (const [index, person] of membersOf(ring).slice(0, 2).entries()) {
      const account = memberOf(person)[index === 0 ? 'buyer' : 'seller']
      const { body } = await call(account, readExchange, { exchangeId: ring.id })
      expect(body, story.join('\n')).toMatchObject({
        status: statusOf(ring, state.now),
        can: expectedActions(state, ring, person),
        ring: { needsAddress: legsOf(ring, person).gets.post },
      })
    }
}

/** Runs at the end of a sequence: also compares people's pages, and checks all rules. */
export async function compareAll(world: RingWorld): Promise<void> {
  await compareRings(world)
  await compareViews(world)
  for (const { rule, broken } of [...exchangeInvariants, ...bookInvariants]) {
    const { rows } = await broken.execute(world.context.db)
    expect(rows, [...world.story, rule].join('\n')).toEqual([])
  }
}
