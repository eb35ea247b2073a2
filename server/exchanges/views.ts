// Exchanges in the shape of the API; a list takes a few queries, however long it is.
import { type Selectable, type SqlBool, sql } from 'kysely'
import { AppError } from '#contract/common/errors.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { Exchange, ExchangePayment } from '#contract/exchanges/exchanges.ts'
import { shortOrderId } from '#contract/orders/orders.ts'
import type { ExchangePaymentsTable } from '#db/tables.ts'
import { sellerRatings } from '#server/books/rules.ts'
import { findLegs, findOwnOrders, type LegRow, legView } from '#server/exchanges/legs/leg-views.ts'
import { upiLink } from '#server/orders/payments/upi.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  cursorId,
  type PageRequest,
  readCursor,
  rowLimit,
  toPage,
} from '#server/platform/http/paging.ts'
import { casesView, findCases } from './case-views.ts'
import { cancellationView, findEvents, overSince } from './events.ts'
import { maxListedExchanges } from './policy.ts'
import { exchangeActions, isDue, isTalking, paymentActions, saidOf, statusOf } from './rules.ts'
import {
  findBlockedMembers,
  findMembers,
  type MemberRow,
  nameOf,
  type OwnRow,
  selectOwn,
} from './store.ts'

/** Who that is for the others of a ring: the seller of the book that they give. */
function knownAs(member: MemberRow): Pick<Exchange['members'][number], 'account' | 'ratings'> {
  const { seller_id: account, rating_sum: sum, rating_count: count } = member
  if (account === null || member.seller_deleted_at !== null) return {}
  return { account, ratings: sellerRatings({ sum: sum ?? 0, count: count ?? 0 }) }
}

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

async function findParts(db: Db, rows: readonly OwnRow[], now: Date) {
  const ids = rows.map(({ id }) => id)
  const legs = await findLegs(db, ids, now)
  const chatIds = rows.flatMap(({ chat_id }) => chat_id ?? [])
  const payments = await db
    .selectFrom('exchange_payments')
    .selectAll()
    .where('exchange_id', 'in', ids)
    .orderBy('number')
    .execute()
  const chats = await db
    .selectFrom('chats')
    .select(['id', 'buyer_id'])
    .where(sql<SqlBool>`id = any(${chatIds}::uuid[])`)
    .execute()
  const of = <Row extends { exchange_id: string | null }>(found: Row[]) => {
    const byId = Map.groupBy(found, (row) => row.exchange_id)
    return (id: string): Row[] => byId.get(id) ?? []
  }
  return {
    members: of(await findMembers(db, ids)),
    legs: of(legs),
    orders: await findOwnOrders(db, rows, legs, now),
    payments: of(payments),
    cases: of(await findCases(db, ids)),
    events: of(await findEvents(db, ids)),
    isBlocked: await findBlockedMembers(db, ids),
    chats,
  }
}
type Parts = Awaited<ReturnType<typeof findParts>>

function actionsOf(row: OwnRow, parts: Parts, status: Exchange['status'], now: Date) {
  const people = parts.members(row.id)
  const orders = parts.legs(row.id).flatMap(({ order, isIn }) => (order ? { ...order, isIn } : []))
  const talk = {
    payments: parts.payments(row.id),
    overSince: overSince(parts.events(row.id), orders),
    hasReaders: people.some(
      ({ number }) => number !== row.me && !parts.isBlocked({ ...row, number }),
    ),
  }
  return exchangeActions(orders, {
    status,
    hasAccepted: people.some(({ number, answer }) => number === row.me && answer === 'accepted'),
    isTalking: row.kind === 'ring' && isTalking(status, talk, now),
  })
}

function chatView({ chat_id, me }: OwnRow, { chats }: Parts, people: MemberRow[]) {
  const chat = chats.find(({ id }) => id === chat_id)
  if (!chat) return {}
  const isBuyer = people.some(({ number, buyer_id }) => number === me && buyer_id === chat.buyer_id)
  return { chat: { _id: chat.id, side: isBuyer ? ('buyer' as const) : ('seller' as const) } }
}

function exchangeView(row: OwnRow, parts: Parts, now: Date): Exchange {
  const legs = parts.legs(row.id)
  const people = parts.members(row.id)
  const states = legs.flatMap(({ order, isIn }) => (order ? [{ status: order.status, isIn }] : []))
  const status = statusOf(states, row)
  const showsAnswers = status === 'proposed' || status === 'ended'
  const cancelled =
    status === 'cancelled' ? cancellationView(parts.events(row.id), people) : undefined
  return {
    _id: row.id,
    kind: row.kind,
    status,
    createdAt: row.created_at.toISOString(),
    ...chatView(row, parts, people),
    me: row.me,
    members: people.map((member) => ({
      number: member.number,
      name: nameOf(member),
      ...(row.kind === 'ring' && member.number !== row.me && knownAs(member)),
      ...(member.answer && showsAnswers && { answer: member.answer }),
      ...(member.has_withdrawn && { hasWithdrawn: true }),
    })),
    legs: legs.map((leg) => legView(leg, row.me, parts.orders.get(leg.order_id ?? ''))),
    payments: paymentViews(parts.payments(row.id), {
      exchangeId: row.id,
      me: row.me,
      status,
      members: people,
    }),
    ...casesView(parts.cases(row.id)),
    ...(cancelled && { cancelled }),
    ...ringView(row, legs),
    can: actionsOf(row, parts, status, now),
  }
}

async function toExchanges(db: Db, rows: readonly OwnRow[], now: Date): Promise<Exchange[]> {
  if (rows.length === 0) return []
  const parts = await findParts(db, rows, now)
  return rows.map((row) => exchangeView(row, parts, now))
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

type Payment = Selectable<ExchangePaymentsTable>
type Shown = { exchangeId: string; me: number; status: Exchange['status']; members: MemberRow[] }

/** Where who still has to pay can pay it: nobody else reads that. */
function upiOf(payment: Payment, back: boolean, { exchangeId, me, members, status }: Shown) {
  if (status === 'proposed' || status === 'ended') return undefined
  const [from, to] = back ? [payment.payee, payment.payer] : [payment.payer, payment.payee]
  const { paidAt, receivedAt } = saidOf(payment, back)
  if (me !== from || paidAt !== null || receivedAt !== null) return undefined
  const payee = members.find(({ number }) => number === to)
  if (!payee?.upi_id || payee.seller_status !== 'active') return undefined
  const { upi_id: id, agreed_upi_id: agreedId, seller_name } = payee
  const name = seller_name ?? ''
  const note = `Dobara ${shortOrderId(exchangeId)}`
  const link = upiLink({ id, name, amount: payment.amount, note })
  return { id, name, link, ...(agreedId && agreedId !== id && { agreedId }) }
}

function paymentView(payment: Payment, back: boolean, shown: Shown): ExchangePayment[] {
  if (!isDue(payment, back, shown.status)) return []
  const { paidAt, receivedAt } = saidOf(payment, back)
  const upi = upiOf(payment, back, shown)
  return [
    {
      number: payment.number,
      back,
      from: back ? payment.payee : payment.payer,
      to: back ? payment.payer : payment.payee,
      amount: toRupees(payment.amount),
      paidAt: paidAt?.toISOString(),
      receivedAt: receivedAt?.toISOString(),
      can: paymentActions(payment, { me: shown.me, back, status: shown.status }),
      ...(upi && { upi }),
    },
  ]
}

/** In a cancelled exchange, what was paid is followed by what is given back of it. */
const paymentViews = (payments: readonly Payment[], shown: Shown): ExchangePayment[] =>
  payments.flatMap((payment) => [
    ...paymentView(payment, false, shown),
    ...paymentView(payment, true, shown),
  ])
