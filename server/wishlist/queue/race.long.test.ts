// Many people wait and many jobs run at the same time. PGlite runs one transaction after the other,
// so transactions are concurrent only on PostgreSQL.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import { deleteBuyerAccount, deleteSellerAccount } from '#contract/accounts/accounts.ts'
import { updateBook } from '#contract/books/books.ts'
import { titleSearchText } from '#contract/books/title-key.ts'
import { declineReservation, removeWant } from '#contract/wishlist/wants.ts'
import { transact } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, makeAccount, makeBook, testApp } from '#server/testing.ts'
import { makePerson, type Person } from '#server/testing-exchanges.ts'
import { newTitle, want, wantsOf } from '#server/wishlist/wants/testing-wants.ts'
import { passReservationsOn, reserveCopies, reserveNext } from './queue.ts'
import {
  expectNoViolations,
  hourMs,
  inHours,
  isReservedFor,
  makeQueue,
  outcomesOf,
  personOf,
  reservedOf,
} from './testing-queue.ts'

const [waiting, copies] = [1000, 50]
/** How often all reservations lapse. Each time, the clock moves by two hours. */
const rounds = 2
const isPostgres = Boolean(process.env.TEST_DATABASE_URL)

/**
 * Creates people who want a title, each a second after the previous one. Returns their ids in this
 * order.
 */
async function makeCrowd(title: { title: string; author: string }, count: number) {
  const { db } = (await testApp()).context
  const personIds = Array.from({ length: count }, () => newId())
  const text = titleSearchText(title)
  await sql`insert into accounts (id, person_id, role, name, email, password_hash)
    select gen_random_uuid(), person, 'buyer', 'A buyer', person || '@example.com', 'none'
    from unnest(${personIds}::uuid[]) as person`.execute(db)
  await sql`insert into wants (id, person_id, title, author, search_text,
      worst_condition, max_top_up, created_at)
    select gen_random_uuid(), person, ${title.title}, ${title.author}, ${text},
      'average', 0, now() - interval '1 day' + make_interval(secs => place)
    from unnest(${personIds}::uuid[]) with ordinality as people (person, place)`.execute(db)
  // PostgreSQL soon does this by itself. Before that, it would scan all accounts for each want.
  await sql`analyze accounts, wants`.execute(db)
  return personIds
}

const madeFor = async (bookIds: string[]) => {
  const { db } = (await testApp()).context
  return db
    .selectFrom('reservations')
    .select(['person_id', 'book_id', 'outcome', 'created_at'])
    .where('book_id', 'in', bookIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Simulates several processes whose jobs handle the same copies. */
async function reserveTogether(bookIds: string[]): Promise<void> {
  const { context } = await testApp()
  const orders = [bookIds, bookIds.toReversed(), bookIds.toSorted(), bookIds]
  await Promise.all(orders.map((ids) => reserveCopies(context, ids)))
}

const peopleOf = (rows: { person_id: string }[]) => new Set(rows.map((row) => row.person_id))

test('with 1,000 people waiting, the 50 copies of many listings go to the first 50', async () => {
  const title = newTitle()
  const people = await makeCrowd(title, 1000)
  const bookIds: string[] = []
  for (const copies of [...Array(20).fill(1), ...Array(6).fill(5)]) {
    const seller = await makeAccount('seller')
    bookIds.push(await makeBook(seller, { ...title, open_to_exchange: true, copies }))
  }
  await reserveTogether(bookIds)
  const rows = await madeFor(bookIds)
  expect(rows).toHaveLength(50)
  expect(peopleOf(rows)).toEqual(new Set(people.slice(0, 50)))
  await expectNoViolations()
}, 240_000)

test('the copies of a listing go to the first people, then to the next', async () => {
  const title = newTitle()
  const people = await makeCrowd(title, waiting)
  const seller = await makeAccount('seller', { shop: true })
  const bookId = await makeBook(seller, { ...title, open_to_exchange: true, copies })
  await reserveTogether([bookId])
  for (let round = 1; round <= rounds; round++) {
    const rows = await madeFor([bookId])
    expect(rows).toHaveLength(copies * round)
    expect(peopleOf(rows)).toEqual(new Set(people.slice(0, copies * round)))
    const open = rows.filter(({ outcome }) => outcome === null)
    expect(peopleOf(open)).toEqual(new Set(people.slice(copies * (round - 1), copies * round)))
    await expectNoViolations()
    const later = await inHours(2.1 * round)
    await Promise.all([1, 2, 3].map(() => passReservationsOn(later)))
  }
}, 240_000)

test.runIf(isPostgres)(
  'a process killed while it passes copies on leaves no copy unreserved',
  async () => {
    const title = newTitle()
    const people = await makeCrowd(title, 120)
    const seller = await makeAccount('seller')
    const bookIds: string[] = []
    for (let n = 0; n < 40; n++)
      bookIds.push(await makeBook(seller, { ...title, open_to_exchange: true }))
    const { context } = await testApp()
    await reserveCopies(context, bookIds)
    const later = { ...(await inHours(2.1)), log: { ...context.log, error: () => {} } as never }
    let isRunning = true
    const jobs = Promise.allSettled([passReservationsOn(later), passReservationsOn(later)]).then(
      () => {
        isRunning = false
      },
    )
    let kills = 0
    while (isRunning) {
      const killed = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
      limit 1`
        .execute(context.db)
        .catch(() => undefined)
      kills += killed?.rows.length ?? 0
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await jobs
    expect(kills).toBeGreaterThan(0)
    await expectNoViolations()
    // The next run must handle the remaining reservations.
    await passReservationsOn(later)
    const rows = await madeFor(bookIds)
    expect(rows.filter(({ outcome }) => outcome === 'lapsed')).toHaveLength(40)
    expect(rows.filter(({ outcome }) => outcome === null)).toHaveLength(40)
    for (const { person_id } of rows) expect(people.slice(0, 80)).toContain(person_id)
    await expectNoViolations()
  },
  120_000,
)

test('a reservation that is declined twice while it lapses ends once', async () => {
  for (let round = 0; round < 4; round++) {
    const title = newTitle()
    const [first, second] = [await makeAccount('buyer'), await makeAccount('buyer')]
    await want(first, title)
    await want(second, title)
    const seller = await makeAccount('seller')
    const bookId = await makeBook(seller, { ...title, open_to_exchange: true })
    const { context } = await testApp()
    await reserveCopies(context, [bookId])
    const id = (await wantsOf(first))[0]?.reserved?._id ?? ''
    const responses = await Promise.all([
      as(first).call(declineReservation, { id }),
      as(first).call(declineReservation, { id }),
      passReservationsOn({ ...context, now: () => new Date(Date.now() + 2.1 * hourMs) }),
      reserveCopies(context, [bookId]),
    ])
    for (const response of responses) if (response) expect([200, 404]).toContain(response.status)
    const rows = await madeFor([bookId])
    expect(rows).toHaveLength(2)
    expect(rows.filter(({ outcome }) => outcome === null)).toHaveLength(1)
  }
  await expectNoViolations()
}, 60_000)

test('concurrent declines all succeed and end the reservation once', async () => {
  const { bookId, first, second } = await makeQueue(2)
  const [{ _id: id = '' } = {}] = await reservedOf(first)
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => as(first).call(declineReservation, { id })),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(await outcomesOf(bookId)).toEqual(['declined', null])
  expect(await isReservedFor(second, bookId)).toBe(true)
})

test('removing a want while a copy is being reserved leaves no reservation', async () => {
  for (let round = 0; round < 4; round++) {
    const title = newTitle()
    const [first, second] = [await makeAccount('buyer'), await makeAccount('buyer')]
    await want(first, title)
    await want(second, title)
    const bookId = await makeBook(await makeAccount('seller'), { ...title, open_to_exchange: true })
    const { context } = await testApp()
    const [own] = await wantsOf(first)
    await Promise.all([
      as(first).call(removeWant, { id: own?._id ?? '' }),
      reserveCopies(context, [bookId]),
    ])
    await passReservationsOn(context)
    await context.jobs.idle()
    const open = (await madeFor([bookId])).filter(({ outcome }) => outcome === null)
    expect(open.map(({ person_id }) => person_id)).toEqual([await personOf(second)])
  }
  await expectNoViolations()
}, 60_000)

test.runIf(isPostgres)('for one copy at most 20 people are tried', async () => {
  const { db } = (await testApp()).context
  const title = newTitle()
  const people = await makeCrowd(title, 21)
  const bookId = await makeBook(await makeAccount('seller'), { ...title, open_to_exchange: true })
  for (const locked of [20, 19])
    await transact(db, async (removal) => {
      // People whose wants are being removed are skipped.
      const wants = removal.selectFrom('wants').select('id')
      await wants.where('person_id', 'in', people.slice(0, locked)).forUpdate().execute()
      await transact(db, (db) => reserveNext(db, bookId, new Date()))
      const got = (await madeFor([bookId])).map(({ person_id }) => person_id)
      expect(got).toEqual(locked === 20 ? [] : [people[19]])
    })
})

type Queue = Awaited<ReturnType<typeof makeQueue>>

test.runIf(isPostgres).each<[string, (queue: Queue) => Promise<unknown>]>([
  [
    'a declined reservation',
    async ({ first }) => {
      const [{ _id: id = '' } = {}] = await reservedOf(first)
      return as(first).call(declineReservation, { id })
    },
  ],
  ['a lapsed reservation', async () => passReservationsOn(await inHours(2.1))],
  [
    'a listing that is no longer the wanted title',
    async ({ seller, bookId }) => as(seller).call(updateBook, { id: bookId, title: newId() }),
  ],
  [
    'a second copy',
    async ({ seller, bookId }) => {
      await as(seller).call(updateBook, { id: bookId, copies: 2 })
      return reserveCopies((await testApp()).context, [bookId])
    },
  ],
])('%s locks the accounts before the book', async (_, act) => {
  const { db } = (await testApp()).context
  const queue = await makeQueue(2)
  const people = [await personOf(queue.first), await personOf(queue.second)]
  const isWaiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length > 0
  }
  let acted: Promise<unknown> | undefined
  await db.transaction().execute(async (other) => {
    const accounts = other.selectFrom('accounts').select('id')
    await accounts.where('person_id', 'in', people).forNoKeyUpdate().execute()
    acted = act(queue)
    await expect.poll(isWaiting).toBe(true)
    await sql`select from books where id = ${queue.bookId} for no key update nowait`.execute(other)
  })
  await acted
  await expectNoViolations()
})

test.runIf(isPostgres)(
  'a person who leaves while a copy is being reserved for them leaves nothing behind',
  async () => {
    const { db } = (await testApp()).context
    for (const { other } of [{ other: false }, { other: true }]) {
      const title = newTitle()
      const person = other ? await makePerson() : { buyer: await makeAccount('buyer') }
      await want(person.buyer, title)
      const bookId = await makeBook(await makeAccount('seller'), {
        ...title,
        open_to_exchange: true,
      })
      let leaving: Promise<{ status: number }> | undefined
      await transact(db, async (db) => {
        await reserveNext(db, bookId, new Date())
        leaving = as(person.buyer).call(deleteBuyerAccount, {})
        await new Promise((resolve) => setTimeout(resolve, 500))
      })
      expect((await leaving)?.status).toBe(200)
      const open = (await madeFor([bookId])).filter(({ outcome }) => outcome === null)
      expect(open).toHaveLength(other ? 1 : 0)
      const notices = db.selectFrom('notifications').select('id')
      expect(await notices.where('account_id', '=', person.buyer.id).execute()).toEqual([])
      await expectNoViolations()
    }
  },
  60_000,
)

test.runIf(isPostgres)(
  'people who leave, buy, decline and move while copies are passed on leave a consistent state',
  async () => {
    const { context } = await testApp()
    for (let round = 0; round < 2; round++) {
      const title = newTitle()
      const people: Person[] = []
      for (let n = 0; n < 12; n++) people.push(await makePerson())
      for (const { buyer } of people) await want(buyer, title)
      const sellers: Person[] = []
      const bookIds: string[] = []
      for (let n = 0; n < 4; n++) {
        const seller = await makePerson()
        sellers.push(seller)
        bookIds.push(await makeBook(seller.seller, { ...title, open_to_exchange: true, copies: 2 }))
      }
      await reserveCopies(context, bookIds)
      const later = { ...(await inHours(2.1)), log: context.log }
      const acts = people.flatMap(({ buyer, seller }, n): (() => Promise<unknown>)[] => [
        () => as(buyer).call(deleteBuyerAccount, {}),
        () => as(seller).call(deleteSellerAccount, {}),
        ...(n % 3 === 0
          ? [() => as(sellers[n % 4]?.seller ?? seller).call(blockPerson, { id: buyer.id })]
          : []),
        () => passReservationsOn(n % 2 ? later : context),
        () => reserveCopies(context, bookIds),
      ])
      await Promise.all(
        acts.map(async (act) => {
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 100))
          await act()
        }),
      )
      await passReservationsOn(context)
      await expectNoViolations()
      expect((await madeFor(bookIds)).filter(({ outcome }) => outcome === null)).toEqual([])
      const { rows } = await sql`select from notifications join accounts on accounts.id = account_id
        where deleted_at is not null`.execute(context.db)
      expect(rows).toEqual([])
    }
  },
  120_000,
)
