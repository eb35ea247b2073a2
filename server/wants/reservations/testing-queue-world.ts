// A market beside its model: what people and sellers do is done to both.
import { sql } from 'kysely'
import { expect } from 'vitest'
import { type Condition, conditions } from '#contract/books/book-forms.ts'
import { titleSearchText } from '#contract/books/title-key.ts'
import { cancelOrder, placeOrder } from '#contract/orders/orders.ts'
import { closeReservations } from '#server/books/reservations/store.ts'
import { insertChat } from '#server/chats/store.ts'
import { transact } from '#server/platform/database/database.ts'
import { as, makeAccount, makeBook, type TestAccount, testApp } from '#server/testing.ts'
import { changeWant, deleteWant, insertWants } from '#server/wants/store.ts'
import { newTitle } from '#server/wants/testing-wants.ts'
import { declineOwn, passReservationsOn } from './pass-on.ts'
import { reserveCopies } from './queue.ts'
import { personOf } from './testing-queue.ts'
import {
  emptyModel,
  end,
  type Model,
  openOf,
  passOnAll,
  reserveAll,
} from './testing-queue-model.ts'

type Buyer = { account: TestAccount; personId: string }
export type People = { buyers: Buyer[]; seller: TestAccount; sellerPersonId: string }

export async function makePeople(count: number): Promise<People> {
  const buyers: Buyer[] = []
  for (let n = 0; n < count; n++) {
    const account = await makeAccount('buyer')
    buyers.push({ account, personId: await personOf(account) })
  }
  // A shop may have as many open orders as all sequences make.
  const seller = await makeAccount('seller', { shop: true })
  return { buyers, seller, sellerPersonId: await personOf(seller) }
}

export const maxListings = 4

export class World {
  readonly model: Model = emptyModel()
  private readonly title = newTitle()
  private readonly bookIds: string[] = []
  private readonly orderIds = new Map<string, string>()
  private readonly start = Date.now()
  private readonly people: People

  constructor(people: People) {
    this.people = people
  }

  private now(): Date {
    return new Date(this.start + 1000 * this.model.clock)
  }

  /** Each look at the clock takes a second, as in the model; `onLook` is told how many there were. */
  private async ticking(onLook: (looks: number) => void = () => {}) {
    const { context } = await testApp()
    let looks = 0
    const { clock } = this.model
    const now = () => {
      onLook(++looks)
      return new Date(this.start + 1000 * (clock + looks))
    }
    return { ...context, now }
  }

  private buyer(person: number): Buyer {
    const buyer = this.people.buyers[person]
    if (!buyer) throw new Error(`nobody is ${person}`)
    return buyer
  }

  /** What the jobs do after each step. */
  async runJobs(): Promise<void> {
    await passReservationsOn(await this.ticking())
    passOnAll(this.model)
    await reserveCopies(await this.ticking(), this.bookIds)
    reserveAll(this.model)
  }

  /** Time passes, and the process ends once it has passed one reservation on. */
  async kill(): Promise<void> {
    this.wait(2)
    const killed = new AbortController()
    const context = await this.ticking((looks) => looks === 2 && killed.abort())
    await passReservationsOn(context, killed.signal)
    passOnAll(this.model, 1)
  }

  wait(hours: number): void {
    this.model.clock += hours * 3600
  }

  async list(condition: Condition, copies: number): Promise<void> {
    if (this.bookIds.length === maxListings) return
    const columns = { ...this.title, condition, copies, open_to_exchange: true }
    this.bookIds.push(await makeBook(this.people.seller, columns))
    this.model.listings.push({ condition, copies, isOpen: true })
  }

  async openOrClose(index: number): Promise<void> {
    const [listing, bookId] = [this.model.listings[index], this.bookIds[index]]
    if (!listing || bookId === undefined) return
    const { db } = (await testApp()).context
    const open_to_exchange = !listing.isOpen
    await transact(db, async (db) => {
      await db.updateTable('books').set({ open_to_exchange }).where('id', '=', bookId).execute()
      if (!open_to_exchange) await closeReservations(db, bookId, this.now())
    })
    listing.isOpen = open_to_exchange
    if (listing.isOpen) return
    for (const one of this.model.reservations) if (one.listing === index) one.outcome ??= 'closed'
  }

  private async wantId(person: number): Promise<string> {
    const { db } = (await testApp()).context
    const want = db.selectFrom('wants').select('id')
    const own = want.where('person_id', '=', this.buyer(person).personId)
    return (await own.executeTakeFirstOrThrow()).id
  }

  /** Adds a want, or changes its limit: it waits anew if that gets wider. */
  async want(person: number, worst: Condition): Promise<void> {
    const { db } = (await testApp()).context
    const own = this.model.wants.find((want) => want.person === person)
    const accountId = this.buyer(person).account.id
    const change = { accountId, pinCode: undefined, isLimited: false }
    this.model.clock++
    if (own) {
      const asked = { id: await this.wantId(person), asked: { worstCondition: worst } }
      await transact(db, (db) => changeWant(db, change, asked, this.now()))
      const isWider = conditions.indexOf(worst) > conditions.indexOf(own.worst)
      Object.assign(own, { worst, ...(isWider && { since: this.model.clock }) })
      return
    }
    const title = { ...this.title, isbn: null, branch: null, classes: [], is_known: false }
    const wants = {
      titles: [{ ...title, search_text: titleSearchText(this.title) }],
      limits: { worst_condition: worst, most_on_top: 0, within_km: null },
    }
    await transact(db, (db) => insertWants(db, change, wants, this.now()))
    this.model.wants.push({ person, since: this.model.clock, worst })
  }

  async unwant(person: number): Promise<void> {
    const own = this.model.wants.findIndex((want) => want.person === person)
    if (own < 0) return
    const { db } = (await testApp()).context
    await deleteWant(db, this.buyer(person).account.id, await this.wantId(person))
    this.model.wants.splice(own, 1)
  }

  async decline(person: number): Promise<void> {
    const own = openOf(this.model, person)
    if (!own) return
    const { db } = (await testApp()).context
    const { account, personId } = this.buyer(person)
    const { id } = await db
      .selectFrom('reservations')
      .select('id')
      .where('person_id', '=', personId)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow()
    this.model.clock++
    await transact(db, (db) => declineOwn(db, account.id, id, this.now()))
    end(this.model, own, 'declined')
  }

  /** Orders the copy that is reserved for a person. */
  async buy(person: number): Promise<void> {
    const own = openOf(this.model, person)
    if (!own) return
    const { db } = (await testApp()).context
    const bookId = this.bookIds[own.listing] ?? ''
    const { account } = this.buyer(person)
    const { seller } = this.people
    const chat = db.selectFrom('chats').select('id').where('book_id', '=', bookId)
    const known = await chat.where('buyer_id', '=', account.id).executeTakeFirst()
    const ids = { bookId, buyerId: account.id, sellerId: seller.id }
    const chatId = known?.id ?? (await insertChat(db, { ...ids, now: new Date() }))
    const { status, body } = await as(seller).call(placeOrder, {
      chatId,
      orderType: 'purchase',
      deliveryAddress: '12 Lake Road, Pune',
      phoneNumber: '9876543210',
    })
    expect(status).toBe(201)
    this.orderIds.set(`${own.listing} ${person}`, body._id)
    this.model.orders.push({ listing: own.listing, person })
    end(this.model, own, 'taken')
  }

  async cancel(person: number): Promise<void> {
    const order = this.model.orders.find((one) => one.person === person)
    if (!order) return
    const orderId = this.orderIds.get(`${order.listing} ${person}`) ?? ''
    const { status } = await as(this.buyer(person).account).call(cancelOrder, { orderId })
    expect(status).toBe(200)
    this.model.orders.splice(this.model.orders.indexOf(order), 1)
  }

  /** The seller blocks a person, or takes that back. */
  async block(person: number): Promise<void> {
    const { db } = (await testApp()).context
    const { account, personId } = this.buyer(person)
    const { sellerPersonId } = this.people
    if (this.model.blocked.delete(person))
      await sql`delete from account_blocks where person_id = ${sellerPersonId}
        and blocked_person_id = ${personId}`.execute(db)
    else {
      await sql`insert into account_blocks
          (person_id, blocked_person_id, blocked_account_id, created_at)
        values (${sellerPersonId}, ${personId}, ${account.id}, now())`.execute(db)
      this.model.blocked.add(person)
    }
  }

  /** All reservations are those of the model, made in the same order and ended in the same way. */
  async compare(): Promise<void> {
    const { db } = (await testApp()).context
    const rows = await db
      .selectFrom('reservations')
      .select(['book_id', 'person_id', 'outcome'])
      .where((from) => from('book_id', '=', from.fn.any(from.val(this.bookIds))))
      .orderBy('created_at')
      .execute()
    const { buyers } = this.people
    expect(
      rows.map(({ book_id, person_id, outcome }) => ({
        listing: this.bookIds.indexOf(book_id),
        person: buyers.findIndex(({ personId }) => personId === person_id),
        outcome: outcome ?? undefined,
      })),
    ).toEqual(
      this.model.reservations.map(({ listing, person, outcome }) => ({ listing, person, outcome })),
    )
  }
}

/** A market without what the one before left of its wants and reservations. */
export async function clearMarket(): Promise<void> {
  const { db } = (await testApp()).context
  await sql`delete from holds where reservation_id is not null`.execute(db)
  for (const table of ['reservations', 'wants', 'account_blocks'])
    await sql`delete from ${sql.table(table)}`.execute(db)
  await sql`update books set deleted_at = now(), available = books.copies - (select count(*)
    from holds join copies on copies.id = copy_id where book_id = books.id)`.execute(db)
}
