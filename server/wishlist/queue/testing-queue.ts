// For tests of reservations: people who want a title, copies of it, and a clock that can be moved
// forward.
import { sql } from 'kysely'
import { expect } from 'vitest'
import { newId } from '#server/platform/database/ids.ts'
import { makeAccount, makeBook, type TestAccount, testApp } from '#server/testing.ts'
import { findBrokenRows, invariants } from '#server/verify/verify.ts'
import { newTitle, want, wantsOf } from '#server/wishlist/wants/testing-wants.ts'
import { passReservationsOn, reserveCopies } from './queue.ts'

export const hourMs = 3_600_000

/** Returns the app's context with a clock that is this many hours ahead. */
export async function inHours(hours: number) {
  const { context } = await testApp()
  return { ...context, now: () => new Date(context.now().getTime() + hours * hourMs) }
}

/** Lists a copy that is open to exchange, and reserves it as the job does. */
export async function listForQueue(
  seller: TestAccount,
  columns: Parameters<typeof makeBook>[1],
): Promise<string> {
  const bookId = await makeBook(seller, { open_to_exchange: true, ...columns })
  await reserveCopies((await testApp()).context, [bookId])
  return bookId
}

export const passOnAfter = async (hours: number) => passReservationsOn(await inHours(hours))

/** Returns the reservations of a book in the order in which they were made. */
export async function reservationsOf(bookId: string) {
  const { db } = (await testApp()).context
  return db
    .selectFrom('reservations')
    .selectAll()
    .where('book_id', '=', bookId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function personOf({ id }: TestAccount): Promise<string> {
  const { db } = (await testApp()).context
  const account = db.selectFrom('accounts').select('person_id').where('id', '=', id)
  return (await account.executeTakeFirstOrThrow()).person_id
}

export async function expectNoViolations(): Promise<void> {
  const { db } = (await testApp()).context
  for (const invariant of invariants)
    expect(await findBrokenRows(db, invariant), invariant.rule).toEqual([])
}

/** Sets the age of wants, because wants that a test adds quickly would have the same time. */
export async function age(wanted: { account: TestAccount; seconds: number }[]): Promise<void> {
  const { db } = (await testApp()).context
  for (const { account, seconds } of wanted)
    await sql`update wants set created_at = now() - make_interval(secs => ${seconds})
      where person_id = (select person_id from accounts where id = ${account.id})`.execute(db)
}

type Giver = { person: { buyer: TestAccount; seller: TestAccount }; bookId: string }

/**
 * Inserts a ring as the market proposes it: each person gives a book to the next. Returns its id.
 */
export async function proposeRing(givers: readonly Giver[]): Promise<string> {
  const { db, now } = (await testApp()).context
  const id = newId()
  const numberOf = (index: number) => (index % givers.length) + 1
  const personIds = await Promise.all(givers.map(({ person }) => personOf(person.buyer)))
  await db
    .insertInto('exchanges')
    .values({ id, kind: 'ring', created_at: now(), expires_at: new Date(now().getTime() + hourMs) })
    .execute()
  await db
    .insertInto('exchange_members')
    .values(
      givers.map(({ person }, index) => ({
        exchange_id: id,
        number: numberOf(index),
        person_id: personIds[index] ?? '',
        buyer_id: person.buyer.id,
        seller_id: person.seller.id,
        pays: 0,
      })),
    )
    .execute()
  const wantIds = await Promise.all(
    personIds.map(async (id) => {
      const own = db.selectFrom('wants').select('id').where('person_id', '=', id)
      return (await own.executeTakeFirst())?.id
    }),
  )
  const legs = givers.map(({ bookId }, index) => ({
    exchange_id: id,
    number: numberOf(index),
    giver: numberOf(index),
    receiver: numberOf(index + 1),
    book_id: bookId,
    value: 1000,
    want_id: wantIds[(index + 1) % givers.length] ?? null,
  }))
  await db.insertInto('exchange_legs').values(legs).execute()
  return id
}

/**
 * Creates people who want a title, the first for the longest time, and a seller who lists copies of
 * it.
 */
export async function makeQueue(count: number, columns: Parameters<typeof makeBook>[1] = {}) {
  const title = newTitle()
  const waiting: TestAccount[] = []
  for (let n = 0; n < count; n++) {
    const buyer = await makeAccount('buyer')
    await want(buyer, title)
    waiting.push(buyer)
  }
  const seller = await makeAccount('seller')
  const bookId = await listForQueue(seller, { ...title, ...columns })
  const [first, second, third] = waiting as [TestAccount, TestAccount, TestAccount]
  return { title, seller, bookId, first, second, third }
}

export const reservedOf = async (account: TestAccount) =>
  (await wantsOf(account)).flatMap(({ reserved }) => reserved ?? [])
export const isReservedFor = async (account: TestAccount, bookId: string) =>
  (await reservedOf(account)).some(({ book }) => book._id === bookId)

export const outcomesOf = async (bookId: string) =>
  (await reservationsOf(bookId)).map(({ outcome }) => outcome)
