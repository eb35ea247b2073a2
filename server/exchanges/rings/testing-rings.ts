// Creates people whose books and wants make a ring: each person wants what the previous one gives.

import { expect } from 'vitest'
import { updateSellerProfile } from '#contract/accounts/accounts.ts'
import { listNotifications } from '#contract/accounts/notifications.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'
import { acceptRing, type Exchange, readExchange } from '#contract/exchanges/exchanges.ts'
import { addWants } from '#contract/wishlist/wants.ts'
import { bookInvariants } from '#server/books/invariants.ts'
import { uniqueLetters } from '#server/books/search/words/testing-words.ts'
import { exchangeInvariants } from '#server/exchanges/invariants.ts'
import { as, makeBook, type TestAccount, testApp } from '#server/testing.ts'
import { makePerson, type Person } from '#server/testing-exchanges.ts'
import { processArrivals } from './find-rings.ts'
import { checkProposedRings } from './ring.ts'

const newTitle = () => ({ title: `Ringed ${uniqueLetters()}`, author: 'Asha B. Patil' })

type Options = {
  people?: number
  first?: Person
  /** Prices of the books in paise. If there are fewer prices than books, they repeat. */
  prices?: readonly number[]
  terms?: Omit<EndpointInput<typeof addWants>, 'titles'>
  pinCodes?: readonly string[]
}

export async function makeCircle(options: Options = {}) {
  const { people: count = 3, first, prices = [], terms = {}, pinCodes = [] } = options
  const titles = Array.from({ length: count }, newTitle)
  const people: (Person & { bookId: string; wantId: string })[] = []
  for (const [index, title] of titles.entries()) {
    const person = index === 0 && first ? first : await makePerson()
    const pinCode = pinCodes[index]
    if (pinCode) await as(person.seller).call(updateSellerProfile, { pinCode })
    const bookId = await makeBook(person.seller, {
      ...title,
      price: prices[index] ?? 20_000,
      open_to_exchange: true,
    })
    people.push({ ...person, bookId, wantId: '' })
  }
  // Nobody has wants yet, so this run reserves no book.
  await look()
  for (const [index, person] of people.entries()) {
    const title = titles.at(index - 1)
    await as(person.buyer).call(addWants, { titles: [title ?? {}], ...terms } as never)
    const { db } = (await testApp()).context
    const { id } = await db
      .selectFrom('wants')
      .innerJoin('accounts', 'accounts.person_id', 'wants.person_id')
      .select('wants.id')
      .where('accounts.id', '=', person.buyer.id)
      .orderBy('wants.id', 'desc')
      .executeTakeFirstOrThrow()
    person.wantId = id
  }
  return { titles, people }
}
type Circle = Awaited<ReturnType<typeof makeCircle>>

export async function look(): Promise<void> {
  const { context } = await testApp()
  await context.jobs.idle()
  await processArrivals(context)
}

/** The newest ring of an account's person, whatever its state. */
export async function newestRing(account?: TestAccount): Promise<string | undefined> {
  const { db } = (await testApp()).context
  const row = await db
    .selectFrom('exchanges')
    .innerJoin('exchange_members', 'exchange_members.exchange_id', 'exchanges.id')
    .innerJoin('accounts', 'accounts.person_id', 'exchange_members.person_id')
    .select('exchanges.id')
    .where('accounts.id', '=', account?.id ?? '')
    .where('kind', '=', 'ring')
    .orderBy('exchanges.id', 'desc')
    .executeTakeFirst()
  return row?.id
}

export const viewRing = async (account: TestAccount, exchangeId: string): Promise<Exchange> =>
  (await as(account).call(readExchange, { exchangeId })).body

export async function makeRing(options: Options = {}) {
  const circle = await makeCircle(options)
  await look()
  const [first] = circle.people
  const exchangeId = first && (await newestRing(first.buyer))
  if (!exchangeId) throw new Error('no ring was found')
  return { ...circle, exchangeId }
}

export const pune = ['411038', '411004', '411030', '411001', '411007']
export const hourMs = 3_600_000

export type Made = Awaited<ReturnType<typeof makeRing>>
type Member = Circle['people'][number]
export const threeOf = ({ people }: Pick<Made, 'people'>) => people as [Member, Member, Member]

export const accept = (account: TestAccount, exchangeId: string, contact: object = {}) =>
  as(account).call(acceptRing, { exchangeId, ...contact })

export async function heldBy(exchangeId: string): Promise<number> {
  const { db } = (await testApp()).context
  const held = db.selectFrom('holds').select('copy_id').where('exchange_id', '=', exchangeId)
  return (await held.execute()).length
}

export const noticesOf = async (account: TestAccount): Promise<string[]> =>
  (await as(account).call(listNotifications, {})).body
    .filter(({ kind }) => kind === 'exchange')
    .map(({ text }) => text)

/** Checks that the invariants of exchanges and books hold. */
export async function expectSound(): Promise<void> {
  const { db } = (await testApp()).context
  for (const { rule, broken } of [...exchangeInvariants, ...bookInvariants])
    expect((await broken.execute(db)).rows, rule).toEqual([])
}

/** Runs the job as if this much time has passed. */
export async function endRingsIn(ms: number): Promise<void> {
  const { context } = await testApp()
  await checkProposedRings({ ...context, now: () => new Date(Date.now() + ms) })
}
