// A market beside its model: what people and sellers do is done to both.
import { sql } from 'kysely'
import { expect } from 'vitest'
import { type Condition, conditions } from '#contract/books/book-forms.ts'
import { titleSearchText } from '#contract/books/title-key.ts'
import { cancelOrder, confirmOrder, placeOrder, setOrderStatus } from '#contract/orders/orders.ts'
import { changeBooks } from '#server/books/changed-books.ts'
import { lockReservedPeople } from '#server/books/reservations/store.ts'
import { transact } from '#server/platform/database/database.ts'
import { as, makeBook, testApp } from '#server/testing.ts'
import { changeWant, deleteWant, insertWants } from '#server/wants/store.ts'
import { newTitle } from '#server/wants/testing-wants.ts'
import { declineOwn, endUnfitting, passReservationsOn } from './pass-on.ts'
import { reserveCopies } from './queue.ts'
import {
  cancel,
  changeCondition,
  emptyModel,
  end,
  freeCopies,
  type Model,
  type ModelOrder,
  openOf,
  order,
  passOnAll,
  reserveAll,
} from './testing-queue-model.ts'
import {
  type Buyer,
  comeForward,
  maxListings,
  type People,
  readReservations,
} from './testing-queue-people.ts'

export class World {
  readonly model: Model = emptyModel()
  private readonly title = newTitle()
  private readonly bookIds: string[] = []
  private readonly orderIds = new Map<ModelOrder, string>()
  private readonly start = Date.now()
  private readonly people: People

  constructor(people: People) {
    this.people = people
  }

  private now(): Date {
    return new Date(this.start + 1000 * this.model.clock)
  }

  /**
   * Each look at the clock takes a second, as in the model; `onLook` is told how many there were.
   */
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
      const locked = await lockReservedPeople(db, bookId)
      await changeBooks(db, [bookId], () =>
        db.updateTable('books').set({ open_to_exchange }).where('id', '=', bookId).execute(),
      )
      if (!open_to_exchange) await endUnfitting(db, bookId, locked, this.now())
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
    const title = {
      ...this.title,
      isbn: null,
      branch: null,
    }
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

  /** Orders the copy that is reserved for a person, once they have come forward. */
  async buy(person: number): Promise<void> {
    const own = openOf(this.model, person)
    if (own) await this.order(person, own.listing)
  }

  /** Orders a copy that nobody has. */
  async buyFree(person: number, index: number): Promise<void> {
    if (freeCopies(this.model, index) > 0) await this.order(person, index)
  }

  private async order(person: number, index: number): Promise<void> {
    if (this.model.blocked.has(person)) return
    const { db } = (await testApp()).context
    const bookId = this.bookIds[index] ?? ''
    const { account } = this.buyer(person)
    const { seller } = this.people
    this.model.clock++
    const ids = { bookId, buyerId: account.id, sellerId: seller.id }
    const chatId = await comeForward(db, ids, this.now())
    const { status, body } = await as(seller).call(placeOrder, {
      chatId,
      orderType: 'purchase',
      deliveryAddress: '12 Lake Road, Pune',
      phoneNumber: '+919876543210',
    })
    expect(status).toBe(201)
    await as(account).call(confirmOrder, { orderId: body._id })
    await sql`update orders set created_at = ${this.now()} where id = ${body._id}`.execute(db)
    order(this.model, index, person)
    const made = this.model.orders.at(-1)
    if (made) this.orderIds.set(made, body._id)
  }

  /** The buyer or the seller cancels an order of a person. */
  async cancel(person: number, by: 'buyer' | 'seller'): Promise<void> {
    const cancelled = this.model.orders.find((one) => one.person === person && !one.cancelledBy)
    if (!cancelled) return
    const orderId = this.orderIds.get(cancelled) ?? ''
    const { status } =
      by === 'buyer'
        ? await as(this.buyer(person).account).call(cancelOrder, { orderId })
        : await as(this.people.seller).call(setOrderStatus, { orderId, status: 'Cancelled' })
    expect(status).toBe(200)
    cancel(this.model, cancelled, by)
  }

  /** The seller says that a copy is in another condition. */
  async change(index: number, condition: Condition): Promise<void> {
    const [listing, bookId] = [this.model.listings[index], this.bookIds[index]]
    if (!listing || bookId === undefined || listing.condition === condition) return
    const { db } = (await testApp()).context
    await transact(db, async (db) => {
      const locked = await lockReservedPeople(db, bookId)
      await changeBooks(db, [bookId], () =>
        db.updateTable('books').set({ condition }).where('id', '=', bookId).execute(),
      )
      await endUnfitting(db, bookId, locked, this.now())
    })
    changeCondition(this.model, index, condition)
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
    expect(await readReservations(this.people, this.bookIds)).toEqual(
      this.model.reservations.map(({ listing, person, outcome }) => ({ listing, person, outcome })),
    )
  }
}
