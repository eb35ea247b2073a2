import { type SqlBool, sql } from 'kysely'
import type { Condition } from '#contract/books/conditions.ts'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { WaitingRing } from '#contract/exchanges/waiting-ring.ts'
import type { OrderStatus } from '#contract/orders/orders.ts'
import type { listWants, Reservation, Want } from '#contract/wishlist/wants.ts'
import { ringOfWant } from '#server/exchanges/rings/proposed.ts'
import { personOf } from '#server/moderation/are-blocked.ts'
import { viewOwnPlace } from '#server/places/places.ts'
import type { Db } from '#server/platform/database/database.ts'
import { findReservations } from '#server/wishlist/queue/view.ts'
import { isWanting } from './counts.ts'
import { matchingCopies } from './match-wants.ts'

/**
 * Above their wants, people see at most this many of their own copies that are open to exchange.
 */
const shownGiven = 3

type Row = {
  id: string
  title: string
  author: string
  isbn: string | null
  branch: string | null
  swaps: boolean
  worst_condition: Condition
  max_top_up: number
  within_km: number | null
  pin_code: string | null
  created_at: Date
  people: number
  copies: number
  order: { id: string; status: OrderStatus; type: string; exchange: string | null } | null
  ring: WaitingRing | null
}

const isOwn = (accountId: string) => sql<boolean>`wants.person_id = ${personOf(accountId)}`

async function readRows(db: Db, accountId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with fitting as (
      select want_id, count(*)::integer as copies
      from ${matchingCopies(isOwn(accountId))} as fits group by want_id)
    select own.id, title, author, isbn, branch, swaps, worst_condition, max_top_up, within_km, pin_code,
      created_at, greatest(1, (select count(*)::integer from wants where wants.work = own.work and ${isWanting}))
        as people, coalesce(copies, 0) as copies,
      (select jsonb_build_object('id', orders.id, 'status', orders.status,
        'type', orders.order_type, 'exchange', orders.exchange_id)
        from orders where orders.id = own.order_id) as order,
      ${ringOfWant('own')} as ring
    from (select * from wants where ${isOwn(accountId)}) as own
      left join fitting on fitting.want_id = own.id
    order by created_at desc, own.id`.execute(db)
  return rows
}

const orderOf = ({ id, status, type, exchange }: NonNullable<Row['order']>): Want['order'] => ({
  _id: id,
  ...(exchange !== null && { exchangeId: exchange }),
  state: status !== 'Delivered' ? 'coming' : type === 'rent' ? 'rented' : 'received',
})

const viewWant = (row: Row, reserved: Reservation | undefined): Want => ({
  _id: row.id,
  title: row.title,
  author: row.author,
  isbn: row.isbn ?? undefined,
  branch: row.branch ?? undefined,
  swap: row.swaps,
  worstCondition: row.worst_condition,
  mostOnTop: toRupees(row.max_top_up),
  withinKm: row.within_km ?? undefined,
  createdAt: row.created_at.toISOString(),
  people: row.people,
  copies: row.copies,
  ...(reserved && { reserved }),
  ...(row.order && { order: orderOf(row.order) }),
  ...(row.ring && { ring: row.ring }),
})

/**
 * Finds a person's copies that are open to exchange, including those held for a ring or reserved
 * for somebody.
 */
async function findGiven(db: Db, accountId: string) {
  const rows = await db
    .selectFrom('books')
    .innerJoin('accounts as seller', 'seller.id', 'books.seller_id')
    .innerJoin('accounts as self', 'self.person_id', 'seller.person_id')
    .select(['books.id', 'books.title', sql<number>`count(*) over ()::integer`.as('total')])
    .where('self.id', '=', accountId)
    .where('seller.deleted_at', 'is', null)
    .where('books.open_to_exchange', '=', true)
    .where('books.deleted_at', 'is', null)
    .where('books.is_hidden', '=', false)
    .where(
      sql<SqlBool>`(books.available > 0 or exists (select from copies
        join holds on holds.copy_id = copies.id
        where copies.book_id = books.id and holds.order_id is null))`,
    )
    .orderBy('books.id', 'desc')
    .limit(shownGiven)
    .execute()
  const books = rows.map(({ id, title }) => ({ _id: id, title }))
  return { total: rows[0]?.total ?? 0, books }
}

/**
 * Returns what the person of an account wants, which books they offer for exchange, and their
 * place.
 */
export async function findWants(
  db: Db,
  accountId: string,
  now: Date,
): Promise<ResponseOf<typeof listWants>> {
  const rows = await readRows(db, accountId)
  const reserved = await findReservations(db, accountId, now)
  const seller = await db
    .selectFrom('accounts')
    .innerJoin('accounts as self', 'self.person_id', 'accounts.person_id')
    .select('accounts.pin_code')
    .where('self.id', '=', accountId)
    .where('accounts.role', '=', 'seller')
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst()
  const ofSeller = seller?.pin_code ?? null
  const pinCode = ofSeller ?? rows.find(({ pin_code }) => pin_code !== null)?.pin_code ?? null
  const place = viewOwnPlace(pinCode)
  return {
    wants: rows.map((row) => viewWant(row, reserved.get(row.id))),
    place: place && { ...place, isSellers: ofSeller !== null },
    gives: await findGiven(db, accountId),
  }
}

export async function exportWants(db: Db, accountId: string, now: Date) {
  const { wants, place } = await findWants(db, accountId, now)
  return wants.map(({ people: _, copies: __, ring: ___, ...want }) => ({
    ...want,
    pinCode: place?.pinCode,
  }))
}
