// Orders as their people see them: a list takes two queries, however long it is.
import { toRupees } from '#contract/common.ts'
import { displayName } from '#contract/display-names.ts'
import type { Role } from '#contract/endpoint.ts'
import type { Order } from '#contract/orders.ts'
import { photoAddress } from '#contract/photos.ts'
import type { Participant } from '#server/chats/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  cursorId,
  type PageRequest,
  readCursor,
  rowLimit,
  toPage,
} from '#server/platform/http/paging.ts'
import { isAgreed, isOverdue, orderActions } from './rules.ts'

/** The most orders that a list without a limit gives. */
const ceiling = 1000

/** Orders with what their views are made of; the caller says which, and in what order. */
export function orderRows(db: Db) {
  return db
    .selectFrom('orders')
    .innerJoin('people as buyer', 'buyer.id', 'orders.buyer_id')
    .innerJoin('people as seller', 'seller.id', 'orders.seller_id')
    .leftJoin('ratings', 'ratings.order_id', 'orders.id')
    .selectAll('orders')
    .select(['buyer.email as buyer_email', 'buyer.deleted_at as buyer_deleted_at'])
    .select([
      'seller.email as seller_email',
      'seller.deleted_at as seller_deleted_at',
      'seller.status as seller_status',
    ])
    .select(['ratings.book_stars', 'ratings.seller_stars', 'ratings.review', 'ratings.removed_at'])
}
type OrderRow = Awaited<ReturnType<ReturnType<typeof orderRows>['executeTakeFirstOrThrow']>>

type Looker = { role: Role; today: string }

/** Adds each order's history and makes the contract's shape. */
export async function viewsOf(db: Db, rows: OrderRow[], looker: Looker): Promise<Order[]> {
  if (rows.length === 0) return []
  const events = await db
    .selectFrom('order_events')
    .select(['order_id', 'what', 'status', 'by_model', 'at'])
    .where(
      'order_id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('number')
    .execute()
  const history = Map.groupBy(events, (event) => event.order_id)
  return rows.map((row) => ({
    ...orderView(row, looker),
    history: (history.get(row.id) ?? []).map(({ what, status, by_model, at }) => ({
      what,
      status,
      by: by_model,
      at: at.toISOString(),
    })),
  }))
}

function orderView(row: OrderRow, { role, today }: Looker): Omit<Order, 'history'> {
  const order = {
    ...row,
    is_rated: row.book_stars !== null,
    is_rating_removed: row.removed_at !== null,
  }
  // A seller makes orders alone, and must not learn by that how to reach people who want nothing of them.
  const isBuyerKnown = row.buyer_deleted_at === null && (role !== 'seller' || isAgreed(order))
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
      name: displayName('buyer', { name: row.buyer_name, deletedAt: row.buyer_deleted_at }),
      email: isBuyerKnown ? (row.buyer_email ?? undefined) : undefined,
    },
    seller: {
      _id: row.seller_id,
      name: displayName('seller', { name: row.seller_name, deletedAt: row.seller_deleted_at }),
      email: row.seller_deleted_at === null ? (row.seller_email ?? undefined) : undefined,
    },
    orderType: row.order_type,
    rentDays: row.rent_days ?? undefined,
    rentStartDate: row.rent_start ?? undefined,
    rentEndDate: row.rent_end ?? undefined,
    price: toRupees(row.price),
    deliveryAddress: row.delivery_address,
    phoneNumber: row.phone_number,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    chat: { _id: row.chat_id },
    confirmedAt: row.confirmed_at?.toISOString(),
    returnedAt: row.returned_at?.toISOString(),
    overdue: isOverdue(row, today),
    rating: ratingOf(row),
    can: orderActions(order, role, today),
  }
}

function ratingOf({
  book_stars: book,
  seller_stars: seller,
  review,
  removed_at,
}: OrderRow): Order['rating'] {
  if (book === null || seller === null) return undefined
  return { book, seller, review: review ?? undefined, removedAt: removed_at?.toISOString() }
}

/** A page of a buyer's or a seller's orders, the newest first. */
export async function listOrders(db: Db, whose: Participant, ask: PageRequest, looker: Looker) {
  let query = orderRows(db)
    .where(`orders.${whose.side}_id`, '=', whose.personId)
    .orderBy('orders.id', 'desc')
    .limit(rowLimit(ask, ceiling))
  const mark = readCursor(ask.cursor, 1)
  if (mark) query = query.where('orders.id', '<', cursorId(mark[0]))
  const { rows, next } = toPage(await query.execute(), ask, ceiling, (row) => [row.id])
  return { rows: await viewsOf(db, rows, looker), next }
}

/** An order that is known to be there and the looker's to see. */
export async function viewOrder(db: Db, orderId: string, looker: Looker): Promise<Order> {
  const rows = await orderRows(db).where('orders.id', '=', orderId).execute()
  const [order] = await viewsOf(db, rows, looker)
  if (!order) throw new Error(`order ${orderId} has vanished`)
  return order
}
