// Orders and their history. An order belongs to one chat, so locking the chat locks the order.
// `lockKey` defines the order of locks.
import { type Insertable, sql } from 'kysely'
import { addDays, indianDate } from '#contract/common/dates.ts'
import { unknownName } from '#contract/common/display-names.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { OrderStatus } from '#contract/orders/orders.ts'
import type { OrdersTable } from '#db/tables.ts'
import { assertActive, findAccount } from '#server/accounts/store.ts'
import { reserveCopy } from '#server/books/copies.ts'
import { coverHash } from '#server/books/store.ts'
import { truncateSystemMessages } from '#server/chats/messages.ts'
import { lockChats, type Participant } from '#server/chats/store.ts'
import { areBlocked } from '#server/moderation/are-blocked.ts'
import { orderIs } from '#server/orders/lifecycle/status.ts'
import type { OrderTransition, PreviousState } from '#server/orders/lifecycle/transitions.ts'
import { agreedUpiId } from '#server/orders/payments/upi.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { takeReservedCopy } from '#server/wishlist/queue/queue.ts'
import { setOrderOfWants } from '#server/wishlist/wants/orders.ts'
import { deliveryAddressMarker, placeInPerson } from './texts.ts'

/** Locks both accounts until the transaction ends, so that neither can be blocked or deleted. */
export async function lockParticipants(
  db: Db,
  { buyerId, sellerId }: { buyerId: string; sellerId: string },
) {
  const participants = await db
    .selectFrom('accounts')
    .select(['id', 'name', 'status', 'deleted_at'])
    .where('id', 'in', [buyerId, sellerId])
    .orderBy('id')
    .forShare()
    .execute()
  const buyer = participants.find((account) => account.id === buyerId)
  const seller = participants.find((account) => account.id === sellerId)
  if (!buyer || !seller) throw new Error('a chat has two people')
  return { buyer, seller }
}

/**
 * Locks and returns a book that has a copy for this buyer. If a copy is reserved for the buyer,
 * frees it first.
 */
export async function lockBook(db: Db, ordered: Parameters<typeof takeReservedCopy>[1]) {
  await takeReservedCopy(db, ordered)
  return db
    .selectFrom('books')
    .selectAll()
    .select(coverHash.as('cover'))
    .where('id', '=', ordered.bookId)
    .where('available', '>', 0)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .forNoKeyUpdate('books')
    .executeTakeFirst()
}
export type OrderedBook = NonNullable<Awaited<ReturnType<typeof lockBook>>>

/** Inserts an order with its first event, and reserves a copy. Throws book_gone. */
export async function insertOrder(
  db: Db,
  order: Insertable<OrdersTable> & { created_at: Date },
  by: OrderActor = { model: 'Seller', id: order.seller_id },
): Promise<void> {
  const agreed = order.confirmed_at ? agreedUpiId(db, order) : {}
  await db
    .insertInto('orders')
    .values({ ...order, ...agreed })
    .execute()
  if (order.confirmed_at) await setOrderOfWants(db, order.id)
  const { id: orderId, book_id: bookId, created_at: now } = order
  await reserveCopy(db, { bookId, orderId, from: indianDate(now) })
  await insertOrderEvent(db, { orderId, kind: 'created', status: 'Pending', by, now })
}

export type OrderActor =
  | { model: 'Buyer' | 'Seller' | 'Admin'; id: string; helper?: string }
  | { model: 'System'; id: null; helper?: undefined }

export async function insertOrderEvent(
  db: Db,
  event: {
    orderId: string
    kind: 'created' | 'rent_moved' | 'extended' | 'problem' | 'solved' | OrderTransition['event']
    status: OrderStatus
    by: OrderActor
    now: Date
    previous?: PreviousState | undefined
    reason?: string | undefined
  },
): Promise<void> {
  await db
    .insertInto('order_events')
    .values({
      id: newId(event.now.getTime()),
      order_id: event.orderId,
      kind: event.kind,
      status: event.status,
      actor_model: event.by.model,
      actor_id: event.by.id,
      helper: event.by.helper ?? null,
      created_at: event.now,
      previous: event.previous ? JSON.stringify(event.previous) : null,
      reason: event.reason ?? null,
    })
    .execute()
}

const isRated = sql<boolean>`exists (select from ratings where ratings.order_id = orders.id)`

/** The values on which the rules depend, apart from the columns of `orders` and `accounts`. */
const orderStateColumns = [
  areBlocked(sql`buyer.person_id`, sql`seller.person_id`).as('is_blocked'),
  orderIs.withOpenProblem.as('has_open_problem'),
  orderIs.saidMissing.as('is_said_missing'),
  sql<Date | null>`(select max(solved_at) from problems where problems.order_id = orders.id
    and outcome not in ('withdrawn', 'dismissed'))`.as('problem_solved_at'),
  sql<Date | null>`(select max(created_at) from order_events where order_events.order_id = orders.id
    and kind = 'status' and order_events.status = 'Shipped')`.as('shipped_at'),
  sql<Date | null>`(select max(asked.created_at) from chats
      join books on books.id = chats.book_id
      join accounts as asker on asker.id = chats.buyer_id
      cross join lateral (select messages.created_at from messages
        where messages.chat_id = chats.id and messages.sender_model = 'Buyer'
        order by messages.number desc limit 1) as asked
    where ${orderIs.rentedOut} and chats.book_id = orders.book_id and chats.id <> orders.chat_id
      and books.available = 0 and books.hidden_at is null and books.deleted_at is null
      and asker.status = 'active' and asker.deleted_at is null
      and asked.created_at > orders.delivered_at
      and not ${areBlocked(sql`asker.person_id`, sql`seller.person_id`)})`.as('asked_at'),
  sql<boolean>`exists (select from orders as other where orders.status = 'Cancelled'
    and other.exchange_id = orders.exchange_id and other.status <> 'Cancelled')`.as(
    'exchange_goes_on',
  ),
  sql<number | null>`(select wrong_codes from meetings where meetings.id = orders.meeting_id)`.as(
    'wrong_codes',
  ),
] as const

export const selectOrderDetails = (db: Db) =>
  db
    .selectFrom('orders')
    .innerJoin('accounts as seller', 'seller.id', 'orders.seller_id')
    .innerJoin('accounts as buyer', 'buyer.id', 'orders.buyer_id')
    .selectAll('orders')
    .select([
      'buyer.status as buyer_status',
      'seller.shop_name as seller_shop',
      'seller.status as seller_status',
      'seller.deleted_at as seller_deleted_at',
      'buyer.deleted_at as buyer_deleted_at',
      isRated.as('is_rated'),
      ...orderStateColumns,
    ])

export const lockOrdersOf = (
  db: Db,
  column: 'offer_id' | 'exchange_id' | 'meeting_id',
  id: string,
) =>
  selectOrderDetails(db)
    .where(`orders.${column}`, '=', id)
    .orderBy('orders.book_id')
    .orderBy('orders.id')
    .forNoKeyUpdate('orders')
    .execute()

export async function lockExchangeChats(db: Db, exchangeId: string): Promise<void> {
  const orders = db.selectFrom('orders').select('chat_id').where('exchange_id', '=', exchangeId)
  const rows = await orders.execute()
  await lockChats(db, { ids: rows.map(({ chat_id }) => chat_id) })
}

/** Swaps belong to the person. Throws owner_only if a helper changes an order of one. */
export function rejectHelperOfSwap(
  { helper }: Participant,
  orders: readonly { exchange_id: string | null }[],
): void {
  if (helper !== undefined && orders.some(({ exchange_id }) => exchange_id !== null))
    throw new AppError('owner_only')
}

/**
 * Locks an order and its chat; for an exchange, the chats of all its orders, because cancelling one
 * can cancel the others. If `me` is undefined, an admin locks anybody's order. Throws
 * order_not_found, session_ended, and owner_only to a helper for an order of an exchange.
 */
export async function lockOrder(db: Db, me: Participant | undefined, orderId: string) {
  let query = db.selectFrom('orders').select(['chat_id', 'exchange_id']).where('id', '=', orderId)
  if (me) query = query.where(`orders.${me.side}_id`, '=', me.accountId)
  const order = await query.executeTakeFirst()
  if (!order) throw new AppError('order_not_found')
  if (me) rejectHelperOfSwap(me, [order])
  if (order.exchange_id === null) await lockChats(db, { id: order.chat_id })
  else await lockExchangeChats(db, order.exchange_id)
  if (me) assertActive(await findAccount(db, me.accountId))
  return selectOrderDetails(db)
    .where('orders.id', '=', orderId)
    .forNoKeyUpdate('orders')
    .executeTakeFirstOrThrow()
}
export type LockedOrder = Awaited<ReturnType<typeof lockOrder>>

/**
 * Finds the orders that prevent deleting an account: open ones, those with an open problem, and
 * those of an exchange in which another book hasn't arrived.
 */
export async function findOpenOrders(db: Db, { accountId, side }: Participant): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where(`orders.${side}_id`, '=', accountId)
    .where(sql<boolean>`(${orderIs.open} or ${orderIs.withOpenProblem}
      or (orders.status = 'Delivered' and exists (select from orders as other
        where other.exchange_id = orders.exchange_id and other.status in ('Pending', 'Shipped'))))`)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Erases an account's name, and a buyer's address and phone number, from its orders and their
 * System messages. The account's chats must be locked.
 */
export async function eraseFromOrders(db: Db, { accountId, side }: Participant): Promise<void> {
  const erased =
    side === 'buyer'
      ? { buyer_name: unknownName.buyer, delivery_address: '', phone_number: '' }
      : { seller_name: unknownName.seller, upi_id: null }
  await db.updateTable('orders').set(erased).where(`orders.${side}_id`, '=', accountId).execute()
  if (side === 'buyer') return truncateSystemMessages(db, accountId, deliveryAddressMarker)
  await db
    .updateTable('order_events')
    .set({ helper: null })
    .where(
      'order_id',
      'in',
      db.selectFrom('orders').select('id').where('seller_id', '=', accountId),
    )
    .where('helper', 'is not', null)
    .execute()
  // The meeting point may be the seller's home, so it is erased, too.
  await db
    .updateTable('orders')
    .set({ delivery_address: placeInPerson })
    .where('seller_id', '=', accountId)
    .where((where) =>
      where.or([where('offer_id', 'is not', null), where('exchange_id', 'is not', null)]),
    )
    .where('hand_over', '=', 'meet')
    .where('delivery_address', '<>', '')
    .execute()
}

type Rent = Pick<LockedOrder, 'id' | 'status' | 'price' | 'extension_price'> & {
  rent_days: number
  rent_end: string
}

/**
 * Extends a locked rental. `price` is that of all added days, in paise. Both sides are reminded
 * again before the new end.
 */
export async function extendOrder(
  db: Db,
  order: Rent,
  { days, price }: { days: number; price: number },
  by: OrderActor,
  now: Date,
): Promise<void> {
  await db
    .updateTable('orders')
    .set({
      rent_days: order.rent_days + days,
      rent_end: addDays(order.rent_end, days),
      price: order.price + price,
      extension_price: order.extension_price + price,
      reminded_on: null,
    })
    .where('id', '=', order.id)
    .execute()
  const { id: orderId, status } = order
  await insertOrderEvent(db, { orderId, kind: 'extended', status, by, now })
}
