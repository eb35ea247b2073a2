// Random sequences of actions of people and sellers. After each action, the reservations must be
// correct: one copy for one person, in the order of wants, none despite a block or a limit, and no
// copy left free that somebody could have. The checks of `verify` must pass, too.
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Condition, conditions } from '#contract/books/conditions.ts'
import { titleSearchText } from '#contract/books/title-key.ts'
import { confirmOrder, placeOrder } from '#contract/orders/orders.ts'
import { changeBooks } from '#server/books/changed-books.ts'
import { insertChat } from '#server/chats/store.ts'
import { transact } from '#server/platform/database/database.ts'
import { as, makeAccount, makeBook, type TestAccount, testApp } from '#server/testing.ts'
import { changeWant, deleteWant, insertWants } from '#server/wishlist/wants/store.ts'
import { newTitle } from '#server/wishlist/wants/testing-wants.ts'
import { declineOwn, passReservationsOn, reserveCopies } from './queue.ts'
import { expectNoViolations, personOf } from './testing-queue.ts'

const peopleCount = 5
const maxListings = 3
const hourSeconds = 3600

type Person = { account: TestAccount; personId: string }
let people: Person[]
let seller: TestAccount
let sellerPersonId: string
beforeAll(async () => {
  people = []
  for (let n = 0; n < peopleCount; n++) {
    const account = await makeAccount('buyer')
    people.push({ account, personId: await personOf(account) })
  }
  // The seller is a shop, because a student may not list as many books.
  seller = await makeAccount('seller', { shop: true })
  sellerPersonId = await personOf(seller)
})

type Want = { id: string; since: number; worst: Condition; isBought: boolean }
type Listing = { bookId: string; condition: Condition; isOpen: boolean; isSold: boolean }
type Reservation = { id: string; listing: number; person: number; at: number; outcome?: string }

const isWorse = (one: Condition, other: Condition) =>
  conditions.indexOf(one) > conditions.indexOf(other)

class Market {
  private clock = 0
  private readonly start = Date.now()
  private readonly title = newTitle()
  private readonly wants = new Map<number, Want>()
  private readonly listings: Listing[] = []
  private readonly blocked = new Set<number>()
  private known: Reservation[] = []

  private now = () => new Date(this.start + 1000 * this.clock)
  private accountId = (person: number) => people[person]?.account.id ?? ''

  private async context() {
    return { ...(await testApp()).context, now: this.now }
  }

  private async db() {
    return (await this.context()).db
  }

  async want(person: number, worst: Condition): Promise<void> {
    const change = { accountId: this.accountId(person), pinCode: undefined, now: this.now() }
    const own = this.wants.get(person)
    if (own) {
      const asked = { id: own.id, asked: { worstCondition: worst }, expected: undefined }
      await transact(await this.db(), (db) => changeWant(db, change, asked))
      own.worst = worst
      return
    }
    const title = { ...this.title, isbn: null, branch: null }
    const limits = { swaps: true, worst_condition: worst, max_top_up: 0, within_km: null }
    const titles = [{ ...title, search_text: titleSearchText(title) }]
    await transact(await this.db(), (db) => insertWants(db, change, { titles, limits }))
    const row = (await this.db()).selectFrom('wants').select('id')
    const { id } = await row
      .where('person_id', '=', people[person]?.personId ?? '')
      .executeTakeFirstOrThrow()
    this.wants.set(person, { id, since: this.clock, worst, isBought: false })
  }

  async unwant(person: number): Promise<void> {
    const own = this.wants.get(person)
    if (own) await deleteWant(await this.db(), this.accountId(person), own.id)
    this.wants.delete(person)
  }

  async list(condition: Condition): Promise<void> {
    if (this.listings.length === maxListings) return
    const bookId = await makeBook(seller, { ...this.title, condition, open_to_exchange: true })
    this.listings.push({ bookId, condition, isOpen: true, isSold: false })
  }

  /** The seller opens, closes or corrects a listing. */
  async edit(index: number, change: { condition?: Condition; isOpen?: boolean }): Promise<void> {
    const listing = this.listings[index]
    if (!listing || listing.isSold) return
    Object.assign(listing, change)
    const { bookId, condition, isOpen: open_to_exchange } = listing
    await transact(await this.db(), (db) =>
      changeBooks(db, [bookId], () =>
        db
          .updateTable('books')
          .set({ condition, open_to_exchange })
          .where('id', '=', bookId)
          .execute(),
      ),
    )
    this.clock++
    await passReservationsOn(await this.context(), { bookIds: [bookId] })
  }

  private openOf = (person: number) =>
    this.known.find((one) => one.person === person && one.outcome === undefined)

  async decline(person: number): Promise<void> {
    const own = this.openOf(person)
    if (!own) return
    await transact(await this.db(), (db) =>
      declineOwn(db, this.accountId(person), own.id, this.now()),
    )
  }

  async buy(person: number): Promise<void> {
    const listing = this.listings[this.openOf(person)?.listing ?? -1]
    const want = this.wants.get(person)
    if (!listing || !want) return
    const ids = { bookId: listing.bookId, buyerId: this.accountId(person), sellerId: seller.id }
    const chatId = await insertChat(await this.db(), { ...ids, now: this.now() })
    const { body } = await as(seller).call(placeOrder, {
      chatId,
      orderType: 'purchase',
      deliveryAddress: '12 Lake Road, Pune',
      phoneNumber: '+919876543210',
    })
    await as(people[person]?.account).call(confirmOrder, { orderId: body._id })
    Object.assign(listing, { isSold: true })
    Object.assign(want, { isBought: true })
  }

  async block(person: number): Promise<void> {
    const { personId = '', account } = people[person] ?? {}
    const isBlocked = this.blocked.delete(person)
    if (!isBlocked) this.blocked.add(person)
    await (isBlocked
      ? sql`delete from account_blocks where blocked_person_id = ${personId}`
      : sql`insert into account_blocks
          (person_id, blocked_person_id, blocked_account_id, created_at)
        values (${sellerPersonId}, ${personId}, ${account?.id}, now())`
    ).execute(await this.db())
  }

  wait(hours: number): void {
    this.clock += hours * hourSeconds
  }

  private fits(person: number, index: number): boolean {
    const [want, listing] = [this.wants.get(person), this.listings[index]]
    return (
      want !== undefined &&
      listing !== undefined &&
      !want.isBought &&
      !this.blocked.has(person) &&
      !isWorse(listing.condition, want.worst)
    )
  }

  /** Whether a listing may be reserved for a person, given the reservations in `before`. */
  private mayHave(person: number, index: number, before: readonly Reservation[]): boolean {
    const own = before.filter((one) => one.person === person)
    const had = own.filter((one) => one.listing === index)
    return (
      this.fits(person, index) &&
      !own.some(({ outcome }) => outcome === undefined) &&
      had.every(({ outcome }) => outcome === 'closed') &&
      had.filter(({ at }) => at > this.clock - 24 * hourSeconds).length < 2
    )
  }

  private async read(): Promise<Reservation[]> {
    const rows = await (await this.db())
      .selectFrom('reservations')
      .select(['id', 'book_id', 'person_id', 'outcome', 'created_at'])
      .where((from) =>
        from('book_id', '=', from.fn.any(from.val(this.listings.map((l) => l.bookId)))),
      )
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(({ id, book_id, person_id, outcome, created_at }) => ({
      id,
      listing: this.listings.findIndex(({ bookId }) => bookId === book_id),
      person: people.findIndex(({ personId }) => personId === person_id),
      at: (created_at.getTime() - this.start) / 1000,
      ...(outcome && { outcome }),
    }))
  }

  /** Runs the jobs and checks everything that they have done. */
  async settle(): Promise<Reservation[]> {
    this.clock++
    const context = await this.context()
    await passReservationsOn(context)
    await reserveCopies(
      context,
      this.listings.map(({ bookId }) => bookId),
    )
    const rows = await this.read()
    const made = rows.slice(this.known.length)
    // Leaves out people whose earlier reservation may have ended only after others were tried.
    const busy = new Set(this.known.filter((one) => !one.outcome).map(({ person }) => person))
    for (const [at, { listing, person }] of made.entries()) {
      const before = rows.slice(0, this.known.length + at)
      const since = this.wants.get(person)?.since ?? 0
      const passedOver = [...this.wants].filter(
        ([other, want]) =>
          want.since < since && !busy.has(other) && this.mayHave(other, listing, before),
      )
      expect(passedOver, 'nobody who asked earlier is passed over').toEqual([])
    }
    const open = rows.filter(({ outcome }) => outcome === undefined)
    for (const key of ['listing', 'person'] as const)
      expect(new Set(open.map((one) => one[key])).size).toBe(open.length)
    for (const { listing, person, at } of open) {
      expect(this.fits(person, listing) && this.listings[listing]?.isOpen).toBe(true)
      expect(this.clock - at).toBeLessThan(2 * hourSeconds)
    }
    for (const [index, { isOpen, isSold }] of this.listings.entries()) {
      if (!isOpen || isSold || open.some(({ listing }) => listing === index)) continue
      const waiting = [...this.wants.keys()].filter((one) => this.mayHave(one, index, rows))
      expect(waiting, 'a free copy is for whoever waits').toEqual([])
    }
    this.known = rows
    return rows
  }
}

async function clearMarket(): Promise<void> {
  const { db } = (await testApp()).context
  await sql`delete from holds where reservation_id is not null`.execute(db)
  for (const table of ['reservations', 'wants', 'account_blocks'])
    await sql`delete from ${sql.table(table)}`.execute(db)
  await sql`update books set deleted_at = now(), available = books.copies - (select count(*)
    from holds join copies on copies.id = copy_id where book_id = books.id)`.execute(db)
}

type Step = (market: Market) => Promise<void> | void
const who = fc.nat(peopleCount - 1)
const condition = fc.constantFrom<Condition>('good', 'average', 'poor')
const change = fc.oneof(fc.record({ condition }), fc.record({ isOpen: fc.boolean() }))
const weighted = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary })
const step = fc.oneof(
  weighted(
    4,
    condition.map((as) => (market) => market.list(as)),
  ),
  weighted(
    6,
    fc.tuple(who, condition).map(
      ([one, as]) =>
        (market) =>
          market.want(one, as),
    ),
  ),
  weighted(
    3,
    fc.constantFrom(1, 2, 24).map((hours) => (market) => market.wait(hours)),
  ),
  weighted(
    5,
    fc.tuple(fc.nat(maxListings - 1), change).map(
      ([index, change]) =>
        (market) =>
          market.edit(index, change),
    ),
  ),
  ...(['decline', 'buy', 'block', 'unwant'] as const).map((act) =>
    weighted(
      act === 'unwant' ? 1 : 2,
      who.map((person) => (market) => market[act](person)),
    ),
  ),
)

const numRuns = Number(process.env.QUEUE_RUNS ?? 8)

test(
  'copies are reserved in the order of wants after any actions',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 60 }), async (steps) => {
        await clearMarket()
        const market = new Market()
        for (const take of steps) {
          await take(market)
          await market.settle()
        }
        await (await testApp()).context.jobs.idle()
        await expectNoViolations()
      }),
      { numRuns },
    )
  },
  Math.max(240_000, 20_000 * numRuns),
)
