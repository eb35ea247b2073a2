// Exchanges in the shape of the API; a list takes a few queries, however long it is.
import { photoAddress } from '#contract/books/photos.ts'
import { displayName } from '#contract/common/display-names.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/errors.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { Exchange, ExchangeLeg } from '#contract/exchanges/exchanges.ts'
import type { Order } from '#contract/orders/orders.ts'
import { isClosed } from '#server/orders/status.ts'
import { selectOrderDetails } from '#server/orders/store.ts'
import { viewOrders } from '#server/orders/views.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  cursorId,
  type PageRequest,
  readCursor,
  rowLimit,
  toPage,
} from '#server/platform/http/paging.ts'
import { paymentViews } from './payment-views.ts'
import { maxListedExchanges } from './policy.ts'
import { exchangeActions, statusOf } from './rules.ts'
import { findMembers, type MemberRow, selectOwn } from './store.ts'

type OwnRow = Awaited<ReturnType<ReturnType<typeof selectOwn>['executeTakeFirstOrThrow']>>

export function nameOf(row: MemberRow): string {
  const seller = { name: row.seller_name ?? '', deletedAt: row.seller_deleted_at }
  if (row.seller_id !== null && row.seller_deleted_at === null) return seller.name
  return displayName('buyer', { name: row.buyer_name ?? '', deletedAt: row.buyer_deleted_at })
}

async function findLegs(db: Db, ids: readonly string[], now: Date) {
  const legs = await db
    .selectFrom('exchange_legs')
    .selectAll()
    .where('exchange_id', 'in', ids)
    .orderBy('number')
    .execute()
  const orders = await selectOrderDetails(db).where('orders.exchange_id', 'in', ids).execute()
  const byId = new Map(orders.map((order) => [order.id, order]))
  return legs.flatMap((leg) => {
    const order = byId.get(leg.order_id ?? '')
    if (!order) return []
    return [{ ...leg, order, isIn: order.status === 'Delivered' && isClosed(order, now) }]
  })
}
type LegRow = Awaited<ReturnType<typeof findLegs>>[number]

/** The orders that the caller gives or gets, each as the account reads it that it belongs to. */
async function findOwnOrders(db: Db, rows: readonly OwnRow[], legs: readonly LegRow[], now: Date) {
  const mine = new Map(rows.map(({ id, me }) => [id, me]))
  const idsOf = (part: 'giver' | 'receiver') =>
    legs.flatMap((leg) => (mine.get(leg.exchange_id) === leg[part] ? [leg.order.id] : []))
  const given = await viewOrders(db, idsOf('giver'), { role: 'seller', now })
  const received = await viewOrders(db, idsOf('receiver'), { role: 'buyer', now })
  const entry = (as: Side) => (order: Order) => [order._id, { order, as }] as const
  return new Map([...given.map(entry('seller')), ...received.map(entry('buyer'))])
}

const legView = (
  { number, giver, receiver, value, order, isIn, book_id }: LegRow,
  own: { order: Order; as: Side } | undefined,
): ExchangeLeg => ({
  number,
  from: giver,
  to: receiver,
  book: {
    _id: book_id,
    title: order.book_title,
    images: order.book_cover === null ? [] : [photoAddress(order.book_cover)],
  },
  value: toRupees(value),
  orderId: order.id,
  status: order.status,
  isIn,
  ...own,
})

const findCases = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('exchange_cases')
    .selectAll()
    .where('exchange_id', 'in', ids)
    .orderBy('id', 'desc')
    .execute()

const caseView = (row: Awaited<ReturnType<typeof findCases>>[number]): Exchange['case'] => ({
  reason: row.reason,
  orderId: row.order_id,
  openedAt: row.created_at.toISOString(),
  closedAt: row.closed_at?.toISOString(),
  note: row.note ?? undefined,
})

async function toExchanges(db: Db, rows: readonly OwnRow[], now: Date): Promise<Exchange[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const members = Map.groupBy(await findMembers(db, ids), (row) => row.exchange_id)
  const allLegs = await findLegs(db, ids, now)
  const legs = Map.groupBy(allLegs, (row) => row.exchange_id)
  const orders = await findOwnOrders(db, rows, allLegs, now)
  const payments = await db
    .selectFrom('exchange_payments')
    .selectAll()
    .where('exchange_id', 'in', ids)
    .orderBy('number')
    .execute()
  const cases = await findCases(db, ids)
  const chats = await db
    .selectFrom('chats')
    .select(['id', 'buyer_id'])
    .where('id', 'in', [...rows.flatMap(({ chat_id }) => chat_id ?? []), ids[0] ?? ''])
    .execute()
  return rows.map((row): Exchange => {
    const own = legs.get(row.id) ?? []
    const people = members.get(row.id) ?? []
    const states = own.map(({ order, isIn }) => ({ status: order.status, isIn }))
    const status = statusOf(states)
    const ownCases = cases.filter(({ exchange_id }) => exchange_id === row.id)
    // One that is still open, though a later one has ended.
    const found = ownCases.find(({ closed_at }) => closed_at === null) ?? ownCases[0]
    const chat = chats.find(({ id }) => id === row.chat_id)
    const isBuyer = people.some(
      ({ number, buyer_id }) => number === row.me && buyer_id === chat?.buyer_id,
    )
    return {
      _id: row.id,
      kind: row.kind,
      status,
      createdAt: row.created_at.toISOString(),
      ...(chat && { chat: { _id: chat.id, side: isBuyer ? 'buyer' : 'seller' } }),
      me: row.me,
      members: people.map((member) => ({ number: member.number, name: nameOf(member) })),
      legs: own.map((leg) => legView(leg, orders.get(leg.order.id))),
      payments: paymentViews(
        payments.filter(({ exchange_id }) => exchange_id === row.id),
        { exchangeId: row.id, me: row.me, status, members: people },
      ),
      ...(found && { case: caseView(found) }),
      can: exchangeActions(states),
    }
  })
}

/** One of the exchanges of a person, by one of their accounts. Throws exchange_not_found. */
export async function viewExchange(
  db: Db,
  accountId: string,
  exchangeId: string,
  now: Date,
): Promise<Exchange> {
  const rows = await selectOwn(db, accountId).where('exchanges.id', '=', exchangeId).execute()
  const [exchange] = await toExchanges(db, rows, now)
  if (!exchange) throw new AppError('exchange_not_found')
  return exchange
}

export async function listExchangesOf(db: Db, accountId: string, page: PageRequest, now: Date) {
  let query = selectOwn(db, accountId)
    .orderBy('exchanges.id', 'desc')
    .limit(rowLimit(page, maxListedExchanges))
  const cursor = readCursor(page.cursor, 1)
  if (cursor) query = query.where('exchanges.id', '<', cursorId(cursor[0]))
  const { rows, next } = toPage(await query.execute(), page, maxListedExchanges, (row) => [row.id])
  return { rows: await toExchanges(db, rows, now), next }
}
