// Converts exchanges to the API's format. A list of any length takes the same number of queries.
import type { Selectable } from 'kysely'
import type { AdminOrder } from '#contract/admin/admin-orders.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { photoAddress } from '#contract/common/photos.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { ExchangeLeg } from '#contract/exchanges/exchange-legs.ts'
import type { Exchange, ExchangePayment } from '#contract/exchanges/exchanges.ts'
import { type Order, shortOrderId } from '#contract/orders/orders.ts'
import type { ExchangeCasesTable, ExchangePaymentsTable } from '#db/tables.ts'
import { hasSellerPage, sellerRatings } from '#server/books/rules.ts'
import { coverHash } from '#server/books/store.ts'
import { isClosed } from '#server/orders/lifecycle/status.ts'
import { upiLink } from '#server/orders/payments/upi.ts'
import { selectOrderDetails } from '#server/orders/store.ts'
import { viewOrders } from '#server/orders/views.ts'
import { viewPlace } from '#server/places/places.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newestFirst, type PageRequest, readPage } from '#server/platform/http/paging.ts'
import {
  canWrite,
  exchangeActions,
  isDue,
  partiesOf,
  paymentActions,
  reportsOf,
  statusOf,
} from './rules.ts'
import { findBlocks, findMembers, type MemberRow, nameOf, type OwnRow, selectOwn } from './store.ts'

const maxListedExchanges = 100

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
type OwnOrder = { order: Order; as: Side }

async function findOwnOrders(
  db: Db,
  rows: readonly OwnRow[],
  legs: readonly LegRow[],
  now: Date,
): Promise<Map<string, OwnOrder>> {
  const mine = new Map(rows.map(({ id, me }) => [id, me]))
  const view = async (part: 'giver' | 'receiver', as: Side) => {
    const own = legs.filter((leg) => mine.get(leg.exchange_id) === leg[part])
    const ids = own.flatMap(({ order_id }) => order_id ?? [])
    const orders = await viewOrders(db, ids, { role: as, now })
    return orders.map((order) => [order._id, { order, as }] as const)
  }
  return new Map([...(await view('giver', 'seller')), ...(await view('receiver', 'buyer'))])
}

/**
 * Finds who cancelled each exchange. That person's cancellation makes the System cancel the other
 * orders.
 */
const findCancellations = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['orders.exchange_id', 'order_events.created_at', 'order_events.reason', 'actor_id'])
    .where('orders.exchange_id', 'in', ids)
    .where('order_events.kind', '=', 'status')
    .where('order_events.status', '=', 'Cancelled')
    .where('actor_model', '<>', 'System')
    .orderBy('order_events.number')
    .execute()

const selectCases = (db: Db, ids: readonly string[]) =>
  db.selectFrom('exchange_cases').selectAll().where('exchange_id', 'in', ids).orderBy('id', 'desc')
const selectPayments = (db: Db, ids: readonly string[]) =>
  db.selectFrom('exchange_payments').selectAll().where('exchange_id', 'in', ids).orderBy('number')

async function findParts(db: Db, rows: readonly OwnRow[], now: Date) {
  const ids = rows.map(({ id }) => id)
  const legs = await findLegs(db, ids, now)
  const chats = await db
    .selectFrom('exchanges')
    .innerJoin('chats', 'chats.id', 'chat_id')
    .select(['exchanges.id as exchange_id', 'chats.id', 'chats.buyer_id'])
    .where('exchanges.id', 'in', ids)
    .execute()
  const of = <Row extends { exchange_id: string | null }>(found: Row[]) => {
    const byId = Map.groupBy(found, (row) => row.exchange_id)
    return (id: string): Row[] => byId.get(id) ?? []
  }
  return {
    members: of(await findMembers(db, ids)),
    legs: of(legs),
    orders: await findOwnOrders(db, rows, legs, now),
    payments: of(await selectPayments(db, ids).execute()),
    cases: of(await selectCases(db, ids).execute()),
    cancellations: of(await findCancellations(db, ids)),
    blocked: await findBlocks(db, ids),
    chats: of(chats),
  }
}
type Parts = Awaited<ReturnType<typeof findParts>>

const statesOf = (legs: readonly LegRow[]) =>
  legs.flatMap(({ order, isIn }) => (order ? [{ status: order.status, isIn }] : []))

function exchangeView(row: OwnRow, parts: Parts): Exchange {
  const legs = parts.legs(row.id)
  const members = parts.members(row.id)
  const payments = parts.payments(row.id)
  const cases = parts.cases(row.id)
  const states = statesOf(legs)
  const status = statusOf(states, row)
  const contested = contestedLegs(legs, cases, status)
  const me = members.find(({ number }) => number === row.me)
  const [chat] = parts.chats(row.id)
  const cancellation = parts.cancellations(row.id).at(-1)
  return {
    _id: row.id,
    kind: row.kind,
    status,
    createdAt: row.created_at.toISOString(),
    ...(chat && {
      chat: { _id: chat.id, side: me?.buyer_id === chat.buyer_id ? 'buyer' : 'seller' },
    }),
    me: row.me,
    members: members.map((member) => memberView(member, row, status, parts.blocked(row))),
    legs: legs.map((leg) => legView(leg, row.me, parts.orders.get(leg.order_id ?? ''))),
    payments: payments.flatMap((payment) =>
      [false, true].flatMap((back) =>
        isDue(payment, back, status)
          ? paymentView(payment, { back, me: row.me, status, members, contested })
          : [],
      ),
    ),
    ...casesView(cases),
    ...(status === 'cancelled' &&
      cancellation && { cancelled: cancelledView(cancellation, members) }),
    ...(row.expires_at && {
      ring: {
        expiresAt: row.expires_at.toISOString(),
        endedBecause: row.ended_because ?? undefined,
        needsAddress: legs.some((leg) => leg.receiver === row.me && leg.hand_over === 'post'),
      },
    }),
    can: exchangeActions(states, {
      status,
      hasAccepted: me?.answer === 'accepted',
      isTalking: canWrite(row, { members, blocked: parts.blocked(row) }),
    }),
  }
}

function memberView(
  member: MemberRow,
  { kind, me }: OwnRow,
  status: Exchange['status'],
  blocked: readonly number[],
): Exchange['members'][number] {
  const { number, seller_id, answer, rating_sum, rating_count } = member
  const isKnown = kind === 'ring' && number !== me && member.seller_deleted_at === null
  return {
    number,
    name: nameOf(member),
    shopName: member.shop_name ?? undefined,
    ...(isKnown &&
      seller_id && {
        account: seller_id,
        hasPage: hasSellerPage({
          status: member.seller_status,
          deletedAt: member.seller_deleted_at,
          isBlocked: blocked.includes(number),
        }),
        ratings: sellerRatings({ sum: rating_sum ?? 0, count: rating_count ?? 0 }),
      }),
    ...(answer && (status === 'proposed' || status === 'ended') && { answer }),
    ...(member.has_withdrawn && { hasWithdrawn: true }),
  }
}

function legView(leg: LegRow, me: number, own: OwnOrder | undefined): ExchangeLeg {
  const { order, hand_over: handOver, km } = leg
  // Only giver and receiver see the distance, because it would tell others where the receiver
  // lives.
  const isOwn = leg.giver === me || leg.receiver === me
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
    isIn: leg.isIn,
    ...own,
    ...(handOver && {
      way: {
        handOver,
        ...(km !== null && isOwn && { km }),
        ...(place && { place: `${place.area}, ${place.city}` }),
      },
    }),
  }
}

type Payment = Selectable<ExchangePaymentsTable>
type Shown = {
  back: boolean
  me: number
  status: Exchange['status']
  members: MemberRow[]
  contested: readonly LegRow[]
}

/**
 * Legs that were cancelled although others go on, and for which an admin must still decide what is
 * owed.
 */
function contestedLegs(
  legs: readonly LegRow[],
  cases: readonly Selectable<ExchangeCasesTable>[],
  status: Exchange['status'],
): LegRow[] {
  if (status !== 'running' && status !== 'incomplete') return []
  const settled = cases.filter(({ reason, closed_at }) => reason === 'cancelled' && closed_at)
  return legs.filter(
    ({ order }) =>
      order?.status === 'Cancelled' && !settled.some(({ order_id }) => order_id === order.id),
  )
}

function paymentView(payment: Payment, shown: Shown): ExchangePayment {
  const { back, contested } = shown
  const { from, to } = partiesOf(payment, back)
  const contestedBy = contested.find(({ giver, receiver }) =>
    [giver, receiver].some((one) => one === from || one === to),
  )
  const { paidAt, receivedAt } = reportsOf(payment, back)
  const upi = upiOf(payment, shown)
  return {
    number: payment.number,
    back,
    from,
    to,
    amount: toRupees(payment.amount),
    paidAt: paidAt?.toISOString(),
    receivedAt: receivedAt?.toISOString(),
    ...(contestedBy && { contestedBy: contestedBy.number }),
    can: paymentActions(payment, shown),
    ...(upi && { upi }),
  }
}

/** Returns the payee's UPI ID, only to the person who must still pay. */
function upiOf(payment: Payment, { back, me, status, members }: Shown): ExchangePayment['upi'] {
  const { from, to } = partiesOf(payment, back)
  const { paidAt, receivedAt } = reportsOf(payment, back)
  const isOpen = status !== 'proposed' && status !== 'ended' && !paidAt && !receivedAt
  const payee = members.find(({ number }) => number === to)
  if (!isOpen || me !== from || !payee?.upi_id || payee.seller_status !== 'active') return undefined
  const { upi_id: id, agreed_upi_id: agreedId, seller_name } = payee
  const name = seller_name ?? ''
  const note = `Dobara ${shortOrderId(payment.exchange_id)}`
  const link = upiLink({ id, name, amount: payment.amount, note })
  return { id, name, link, ...(agreedId && agreedId !== id && { agreedId }) }
}

type Cancellation = Awaited<ReturnType<typeof findCancellations>>[number]

const cancelledView = (
  { created_at, actor_id, reason }: Cancellation,
  members: readonly MemberRow[],
): Exchange['cancelled'] => ({
  at: created_at.toISOString(),
  by: members.find(({ buyer_id, seller_id }) => [buyer_id, seller_id].includes(actor_id ?? ''))
    ?.number,
  reason: reason ?? undefined,
})

const caseView = (row: Selectable<ExchangeCasesTable>): NonNullable<Exchange['case']> => ({
  reason: row.reason,
  orderId: row.order_id,
  openedAt: row.created_at.toISOString(),
  closedAt: row.closed_at?.toISOString(),
  note: row.note ?? undefined,
})

/**
 * `cases` are sorted newest first. The `case` in the view is the newest open one or, if none is
 * open, the newest.
 */
function casesView(cases: readonly Selectable<ExchangeCasesTable>[]) {
  const open = cases.filter(({ closed_at }) => closed_at === null)
  const shown = open[0] ?? cases[0]
  return {
    ...(shown && { case: caseView(shown) }),
    ...(open.length > 0 && { openCases: open.toReversed().map(caseView) }),
  } satisfies Partial<Exchange>
}

async function toExchanges(db: Db, rows: readonly OwnRow[], now: Date): Promise<Exchange[]> {
  if (rows.length === 0) return []
  const parts = await findParts(db, rows, now)
  return rows.map((row) => exchangeView(row, parts))
}

/** Throws exchange_not_found. */
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
  const newest = newestFirst('exchanges.id')
  const { rows, next } = await readPage(selectOwn(db, accountId), page, maxListedExchanges, newest)
  return { rows: await toExchanges(db, rows, now), next }
}

export async function viewExchangeForAdmin(
  db: Db,
  exchangeId: string,
): Promise<NonNullable<AdminOrder['exchange']>> {
  const orders = await selectOrderDetails(db)
    .where('exchange_id', '=', exchangeId)
    .orderBy('orders.id')
    .execute()
  const members = await findMembers(db, [exchangeId])
  const memberName = (number: number) => {
    const member = members.find((one) => one.number === number)
    return member ? nameOf(member) : ''
  }
  const payments = await selectPayments(db, [exchangeId]).execute()
  const { case: shown } = casesView(await selectCases(db, [exchangeId]).execute())
  return {
    _id: exchangeId,
    payments: payments.map((row) => ({
      from: memberName(row.payer),
      to: memberName(row.payee),
      amount: toRupees(row.amount),
      paidAt: row.paid_at?.toISOString(),
      receivedAt: row.received_at?.toISOString(),
      backPaidAt: row.back_paid_at?.toISOString(),
      backReceivedAt: row.back_received_at?.toISOString(),
    })),
    orders: orders.map((row) => ({
      _id: row.id,
      title: row.book_title,
      status: row.status,
      buyer: row.buyer_name,
      seller: row.seller_name,
    })),
    ...(shown && { case: shown }),
    can: shown && shown.closedAt === undefined ? ['settle'] : [],
  }
}
