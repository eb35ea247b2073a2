// Exchanges in the shape of the API; a list takes a few queries, however long it is.
import { type SqlBool, sql } from 'kysely'
import { photoAddress } from '#contract/books/photos.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/errors.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { Exchange, ExchangeLeg } from '#contract/exchanges/exchanges.ts'
import type { Order } from '#contract/orders/orders.ts'
import { sellerRatings } from '#server/books/rules.ts'
import { coverHash } from '#server/books/store.ts'
import { isClosed } from '#server/orders/status.ts'
import { selectOrderDetails } from '#server/orders/store.ts'
import { viewOrders } from '#server/orders/views.ts'
import { viewPlace } from '#server/places/places.ts'
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
import { findMembers, type MemberRow, nameOf, selectOwn } from './store.ts'

type OwnRow = Awaited<ReturnType<ReturnType<typeof selectOwn>['executeTakeFirstOrThrow']>>

async function findLegs(db: Db, ids: readonly string[], now: Date) {
  const legs = await db
    .selectFrom('exchange_legs')
    .innerJoin('books', 'books.id', 'book_id')
    .selectAll('exchange_legs')
    .select(['books.title', 'books.condition', 'books.pin_code', coverHash.as('cover')])
    .where('exchange_id', 'in', ids)
    .orderBy('number')
    .execute()
  const orders = await selectOrderDetails(db).where('orders.exchange_id', 'in', ids).execute()
  const byId = new Map(orders.map((order) => [order.id, order]))
  return legs.map((leg) => {
    const order = byId.get(leg.order_id ?? '')
    return { ...leg, order, isIn: order?.status === 'Delivered' && isClosed(order, now) }
  })
}
type LegRow = Awaited<ReturnType<typeof findLegs>>[number]

/** The orders that the caller gives or gets, each as the account reads it that it belongs to. */
async function findOwnOrders(db: Db, rows: readonly OwnRow[], legs: readonly LegRow[], now: Date) {
  const mine = new Map(rows.map(({ id, me }) => [id, me]))
  const idsOf = (part: 'giver' | 'receiver') =>
    legs.flatMap((leg) =>
      leg.order && mine.get(leg.exchange_id) === leg[part] ? [leg.order.id] : [],
    )
  const given = await viewOrders(db, idsOf('giver'), { role: 'seller', now })
  const received = await viewOrders(db, idsOf('receiver'), { role: 'buyer', now })
  const entry = (as: Side) => (order: Order) => [order._id, { order, as }] as const
  return new Map([...given.map(entry('seller')), ...received.map(entry('buyer'))])
}

function legView(
  { order, isIn, hand_over: handOver, km, ...leg }: LegRow,
  own: { order: Order; as: Side } | undefined,
): ExchangeLeg {
  const cover = order ? order.book_cover : leg.cover
  const place = viewPlace(leg.pin_code)
  return {
    number: leg.number,
    from: leg.giver,
    to: leg.receiver,
    book: {
      _id: leg.book_id,
      title: order?.book_title ?? leg.title,
      images: cover === null ? [] : [photoAddress(cover)],
      condition: leg.condition,
    },
    value: toRupees(leg.value),
    ...(order && { orderId: order.id, status: order.status }),
    isIn,
    ...own,
    ...(handOver && {
      way: {
        handOver,
        ...(km !== null && { km }),
        ...(place && { place: `${place.area}, ${place.city}` }),
      },
    }),
  }
}

/** Who that is for the others of a ring: the seller of the book that they give. */
function knownAs(member: MemberRow): Pick<Exchange['members'][number], 'account' | 'ratings'> {
  const { seller_id: account, rating_sum: sum, rating_count: count } = member
  if (account === null || member.seller_deleted_at !== null) return {}
  return { account, ratings: sellerRatings({ sum: sum ?? 0, count: count ?? 0 }) }
}

/** What a ring has beside that; `me` is the caller's number. */
const ringView = (row: OwnRow, legs: readonly LegRow[]): Pick<Exchange, 'ring'> =>
  row.expires_at === null
    ? {}
    : {
        ring: {
          expiresAt: row.expires_at.toISOString(),
          endedBecause: row.ended_because ?? undefined,
          needsAddress: legs.some((leg) => leg.receiver === row.me && leg.hand_over === 'post'),
        },
      }

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
  const chatIds = rows.flatMap(({ chat_id }) => chat_id ?? [])
  const chats = await db
    .selectFrom('chats')
    .select(['id', 'buyer_id'])
    .where(sql<SqlBool>`id = any(${chatIds}::uuid[])`)
    .execute()
  return rows.map((row): Exchange => {
    const own = legs.get(row.id) ?? []
    const people = members.get(row.id) ?? []
    const states = own.flatMap(({ order, isIn }) => (order ? [{ status: order.status, isIn }] : []))
    const status = statusOf(states, row)
    const hasAccepted = people.some(
      ({ number, answer }) => number === row.me && answer === 'accepted',
    )
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
      members: people.map((member) => ({
        number: member.number,
        name: nameOf(member),
        ...(row.kind === 'ring' && member.number !== row.me && knownAs(member)),
        ...(member.answer &&
          (status === 'proposed' || status === 'ended') && { answer: member.answer }),
        ...(member.has_withdrawn && { hasWithdrawn: true }),
      })),
      legs: own.map((leg) => legView(leg, orders.get(leg.order_id ?? ''))),
      payments: paymentViews(
        payments.filter(({ exchange_id }) => exchange_id === row.id),
        { exchangeId: row.id, me: row.me, status, members: people },
      ),
      ...(found && { case: caseView(found) }),
      ...ringView(row, own),
      can: exchangeActions(states, { status, isRing: row.kind === 'ring', hasAccepted }),
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
