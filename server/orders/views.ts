// Converts orders to the API's format. A list of any length takes three queries.
import { type Expression, type SqlBool, sql } from 'kysely'
import { indianDate } from '#contract/common/dates.ts'
import type { Role } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { photoAddress } from '#contract/common/photos.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { Order } from '#contract/orders/orders.ts'
import { hasSellerPage } from '#server/books/rules.ts'
import type { Participant } from '#server/chats/store.ts'
import { blockedSince } from '#server/moderation/are-blocked.ts'
import { dealColumns, dealOf } from '#server/orders/deals/deal-view.ts'
import {
  areInContact,
  meetingOf,
  parcelOf,
  proposedOf,
  shipmentOf,
} from '#server/orders/hand-over/hand-over.ts'
import { contactOf } from '#server/orders/hand-over/hidden-contact.ts'
import {
  isAgreed,
  isClosed,
  isOverdue,
  isProposed,
  isUnusual,
} from '#server/orders/lifecycle/status.ts'
import { findOrderPayments } from '#server/orders/payments/ledger-orders.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newestFirst, type PageRequest, sortPage, toPage } from '#server/platform/http/paging.ts'
import { isExtendable, isWanted, lateFrom, orderActions, type StatusChange } from './rules.ts'
import { selectOrderDetails } from './store.ts'

const maxListedChatOrders = 100

const maxListedOrders = 1000

export function selectOrders(db: Db) {
  return selectOrderDetails(db)
    .leftJoin('ratings', 'ratings.order_id', 'orders.id')
    .leftJoin('meetings', 'meetings.id', 'orders.meeting_id')
    .select(['buyer.email as buyer_email', 'seller.email as seller_email'])
    .select([latestProblem.as('problem'), begunExchange.as('begun_exchange')])
    .select(paidOnTop.as('paid_on_top'))
    .select([
      'meetings.place as meeting_place',
      'meetings.starts_at as meeting_starts_at',
      'meetings.code as meeting_code',
      'meetings.proposed_by',
      'meetings.proposed_times',
    ])
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('orders as other')
          .select(dealColumns)
          .whereRef('other.offer_id', '=', 'orders.offer_id')
          .as('deal'),
      (join) => join.onTrue(),
    )
    .select(['deal.count as deal_orders', 'deal.total as deal_total', 'deal.kept_total'])
    .select(['deal.pending', 'deal.shipped', 'deal.delivered', 'deal.cancelled'])
    .select(['ratings.book_stars', 'ratings.seller_stars', 'ratings.review', 'ratings.removed_at'])
    .select(
      sql<boolean>`coalesce(ratings.created_at >=
        ${blockedSince(sql`buyer.person_id`, sql`seller.person_id`)}, false)`.as(
        'is_rated_past_block',
      ),
    )
}
type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['executeTakeFirstOrThrow']>>

/**
 * Selects a page of orders, newest first. The ids are a subquery, because otherwise the planner
 * would join the other tables for all orders.
 */
export const selectOrderPage = (db: Db, ids: Expression<{ id: string }>) =>
  selectOrders(db).where(sql<boolean>`orders.id in ${ids}`).orderBy('orders.id', 'desc')

/** `helper` is set if a helper of the seller's shop views the orders. */
type OrderViewer = { role: Role; helper?: unknown; now: Date }

export async function toOrders(db: Db, rows: OrderRow[], viewer: OrderViewer): Promise<Order[]> {
  if (rows.length === 0) return []
  const payments = await findOrderPayments(db, rows, viewer)
  const histories = await findHistories(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => {
    const { history, last } = histories(row.id)
    return { ...orderView(row, viewer, last), ...payments.get(row.id), history }
  })
}

function orderView(
  row: OrderRow,
  { role, helper, now }: OrderViewer,
  last: StatusChange | undefined,
): Omit<Order, 'history' | 'payment' | 'refund'> {
  // A seller can create an order alone, so sellers see the buyer's email only after the buyer
  // agrees.
  const isBuyerEmailVisible = row.buyer_deleted_at === null && (role !== 'seller' || isAgreed(row))
  return {
    _id: row.id,
    book: {
      _id: row.book_id,
      title: row.book_title,
      bookType: row.book_type,
      images: row.book_cover === null ? [] : [photoAddress(row.book_cover)],
    },
    buyer: {
      _id: row.buyer_id,
      name: row.buyer_name,
      email: isBuyerEmailVisible ? (row.buyer_email ?? undefined) : undefined,
      ...(row.buyer_status === 'blocked' && { blocked: true }),
    },
    seller: {
      _id: row.seller_id,
      name: row.seller_name,
      shopName: row.seller_shop ?? undefined,
      email: row.seller_deleted_at === null ? (row.seller_email ?? undefined) : undefined,
      ...(row.seller_status === 'blocked' && { blocked: true }),
      hasPage: hasSellerPage({
        status: row.seller_status,
        deletedAt: row.seller_deleted_at,
        isBlocked: row.is_blocked,
      }),
    },
    orderType: row.order_type,
    rentDays: row.rent_days ?? undefined,
    rentStartDate: row.rent_start ?? undefined,
    rentEndDate: row.rent_end ?? undefined,
    price: toRupees(row.price),
    ...(row.deposit !== null && { deposit: toRupees(row.deposit) }),
    ...(row.late_fee !== null && { lateFee: toRupees(row.late_fee) }),
    ...(row.loss_price !== null && { lossPrice: toRupees(row.loss_price) }),
    askingPrice: row.asking_price === null ? undefined : toRupees(row.asking_price),
    ...(row.extension_price > 0 && { extensionPrice: toRupees(row.extension_price) }),
    ...contactOf(row, role, now),
    status: row.status,
    createdAt: row.created_at.toISOString(),
    chat: { _id: row.chat_id },
    deal: dealOf(row),
    ...(row.exchange_id !== null && {
      exchange: {
        _id: row.exchange_id,
        begun: row.begun_exchange ?? undefined,
        ...(role !== 'admin' && row.paid_on_top && { pays: toRupees(row.paid_on_top[role]) }),
      },
    }),
    handOver: row.hand_over ?? undefined,
    meeting: orderMeeting(row, role, now),
    shipment: shipmentOf(row),
    parcel: parcelOf(row),
    lateFrom: lateFrom(row)?.toISOString(),
    proposedUntil: isProposed(row) ? row.proposed_until?.toISOString() : undefined,
    confirmedAt: row.confirmed_at?.toISOString(),
    receivedAt: row.received_at?.toISOString(),
    handedBackAt: row.handed_back_at?.toISOString(),
    returnedAt: row.returned_at?.toISOString(),
    problem: row.problem
      ? { ...row.problem, openedAt: new Date(row.problem.openedAt).toISOString() }
      : undefined,
    ...(isExtendable(row) && areInContact(row) && isWanted(row, now) && { wanted: true }),
    overdue: isOverdue(row, indianDate(now)),
    agreed: isAgreed(row),
    closed: isClosed(row, now),
    rating: ratingOf(row, role),
    can: helper !== undefined && row.exchange_id !== null ? [] : orderActions(row, role, now, last),
  }
}

function orderMeeting(
  order: Parameters<typeof meetingOf>[0] & Parameters<typeof proposedOf>[0],
  role: Role,
  now: Date,
): Order['meeting'] {
  const meeting = meetingOf(order, role)
  return meeting && { ...meeting, proposed: proposedOf(order, now) }
}

function ratingOf(row: OrderRow, role: Role): Order['rating'] {
  const { book_stars: book, seller_stars: seller, removed_at } = row
  if (book === null || seller === null) return undefined
  const review = (role === 'seller' && row.is_rated_past_block ? null : row.review) ?? undefined
  return { book, seller, review, removedAt: removed_at?.toISOString() }
}

export async function listOrders(
  db: Db,
  { side, accountId }: Participant,
  page: PageRequest,
  viewer: OrderViewer,
  conditions: readonly Expression<SqlBool>[] = [],
) {
  let own = db.selectFrom('orders').select('orders.id').where(`orders.${side}_id`, '=', accountId)
  for (const condition of conditions) own = own.where(condition)
  const ids = sortPage(own, page, maxListedOrders, newestFirst('orders.id'))
  const found = await selectOrderPage(db, ids).execute()
  const { rows, next } = toPage(found, page, maxListedOrders, (row) => [row.id])
  return { rows: await toOrders(db, rows, viewer), next }
}

/** Lists a chat's latest orders. The caller must have checked that the chat is the viewer's. */
export async function listOrdersOfChat(db: Db, chatId: string, viewer: OrderViewer) {
  const rows = await selectOrders(db)
    .where('orders.chat_id', '=', chatId)
    .orderBy('orders.id', 'desc')
    .limit(maxListedChatOrders)
    .execute()
  return toOrders(db, rows, viewer)
}

/**
 * Returns these orders, oldest first. The caller must have checked that the viewer may see them.
 */
export async function viewOrders(db: Db, ids: readonly string[], viewer: OrderViewer) {
  if (ids.length === 0) return []
  const rows = await selectOrders(db).where('orders.id', 'in', ids).orderBy('orders.id').execute()
  return toOrders(db, rows, viewer)
}

export async function viewOrder(db: Db, orderId: string, viewer: OrderViewer): Promise<Order> {
  const [order] = await viewOrders(db, [orderId], viewer)
  if (!order) throw new Error(`order ${orderId} has vanished`)
  return order
}

/**
 * Returns one of the caller's orders and the other orders of its deal, newest first. Throws
 * order_not_found.
 */
export async function viewOwnOrder(
  db: Db,
  { accountId, side, helper }: Participant,
  orderId: string,
  now: Date,
): Promise<Order[]> {
  const rows = await selectOrders(db)
    .where(`orders.${side}_id`, '=', accountId)
    .where(
      sql<boolean>`(orders.id = ${orderId}::uuid
        or orders.offer_id = (select offer_id from orders where id = ${orderId}::uuid))`,
    )
    .orderBy('orders.id', 'desc')
    .execute()
  if (rows.length === 0) throw new AppError('order_not_found')
  return toOrders(db, rows, { role: side, helper, now })
}

const latestProblem = sql<NonNullable<Order['problem']> | null>`(
  select jsonb_strip_nulls(jsonb_build_object('reason', reason, 'openedAt', created_at,
    'proposal', proposal, 'outcome', outcome))
  from problems where problems.order_id = orders.id order by problems.id desc limit 1)`

/**
 * The paise that the buyer and the seller pay on top in the exchange of `orders`; negative for a
 * person who gets money.
 */
const paidOnTop = sql<{ buyer: number; seller: number } | null>`(
  select jsonb_build_object('buyer', receiver.pays, 'seller', giver.pays)
  from exchange_legs as leg
  join exchange_members as receiver on receiver.exchange_id = leg.exchange_id
    and receiver.number = leg.receiver
  join exchange_members as giver on giver.exchange_id = leg.exchange_id
    and giver.number = leg.giver
  where leg.order_id = orders.id)`

/**
 * A book of the exchange of `orders` that was sent or handed over, preferably one that was handed
 * over.
 */
const begunExchange = sql<{ title: string; status: 'Shipped' | 'Delivered' } | null>`(
  select jsonb_build_object('title', given.book_title, 'status', given.status)
  from orders as given
  where given.exchange_id = orders.exchange_id and given.status in ('Shipped', 'Delivered')
  order by given.status, given.delivered_at, given.id limit 1)`

async function findHistories(db: Db, orderIds: readonly string[]) {
  const events = await db
    .selectFrom('order_events')
    .select(['order_id', 'kind', 'status', 'actor_model', 'helper', 'reason', 'created_at'])
    .where('order_id', 'in', orderIds)
    .orderBy('number')
    .execute()
  const byOrder = Map.groupBy(events, (event) => event.order_id)
  return (orderId: string) => {
    const changes = (byOrder.get(orderId) ?? []).map((event, index, all) => {
      const before = all[index - 1]
      const isOwnChange = event.kind === 'status' && event.actor_model === 'Seller'
      return {
        ...event,
        isUnusual: isOwnChange && before !== undefined && isUnusual(before.status, event.status),
      }
    })
    const last: StatusChange | undefined = changes.findLast(({ kind }) => kind !== 'rent_moved')
    return {
      last,
      history: changes.map(
        ({ kind, status, actor_model, helper, reason, created_at, isUnusual }) => ({
          what: kind,
          status,
          by: actor_model,
          helper: helper ?? undefined,
          at: created_at.toISOString(),
          reason: reason ?? undefined,
          ...(isUnusual && { unusual: true }),
        }),
      ),
    }
  }
}
