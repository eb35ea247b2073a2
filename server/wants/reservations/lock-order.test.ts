// Accounts are locked before books wherever copies are reserved or released: see `lockKey`.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteBook, updateBook } from '#contract/books/books.ts'
import { declineReservation } from '#contract/wants/wants.ts'
import { lockLinkedAccounts } from '#server/accounts/store.ts'
import { as, makeBook, type TestAccount, testApp } from '#server/testing.ts'
import { reserveCopies } from './queue.ts'
import { makeQueue, passOnAfter, reservedOf } from './testing-queue.ts'

type Market = Awaited<ReturnType<typeof makeQueue>>

/**
 * Locks an account in a transaction, as its deletion does, and then a book that `others` work on.
 * Fails if they have locked the book and wait for the account.
 */
async function lockAccountThenBook(account: TestAccount, bookId: string, others: () => unknown) {
  const { db } = (await testApp()).context
  let working: unknown
  await db.transaction().execute(async (db) => {
    // So that this transaction notices the deadlock first.
    await sql`set local deadlock_timeout = '100ms'`.execute(db)
    await lockLinkedAccounts(db, account.id)
    working = others()
    await wait(500)
    await sql`select from books where id = ${bookId} for no key update`.execute(db)
  })
  return working
}

const acts: [what: string, who: 'first' | 'second', act: (market: Market) => Promise<unknown>][] = [
  [
    'closing a reserved listing',
    'first',
    ({ seller, bookId }) => as(seller).call(updateBook, { id: bookId, openToExchange: false }),
  ],
  [
    'deleting a reserved listing',
    'first',
    ({ seller, bookId }) => as(seller).call(deleteBook, { id: bookId }),
  ],
  ['passing a reservation on', 'second', () => passOnAfter(2.1)],
  [
    'declining a reserved copy',
    'second',
    async ({ first }) => {
      const [own] = await reservedOf(first)
      return as(first).call(declineReservation, { id: own?._id ?? '' })
    },
  ],
]

test.runIf(process.env.TEST_DATABASE_URL).each(acts)(
  '%s and an account deletion don’t deadlock',
  async (_, who, act) => {
    const market = await makeQueue(2)
    await lockAccountThenBook(market[who], market.bookId, () => act(market))
  },
  20_000,
)

test.runIf(process.env.TEST_DATABASE_URL)(
  'reserving a copy and an account deletion don’t deadlock',
  async () => {
    const { title, seller, second } = await makeQueue(2)
    const bookId = await makeBook(seller, { ...title, open_to_exchange: true })
    const { context } = await testApp()
    await lockAccountThenBook(second, bookId, () => reserveCopies(context, [bookId]))
    expect(await reservedOf(second)).toHaveLength(1)
  },
  20_000,
)
