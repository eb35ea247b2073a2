// Orders, their history and their ratings.
//
// @NOTE Every transaction takes its locks in one order, so that no two ever wait for each other: idempotency key, chat, order,
// people by their ids, title, book with its copies. An order belongs to one chat for ever, so whoever holds the chat's lock
// owns the order: who leaves locks their chats, themselves and then their orders.
import { type Insertable, sql } from 'kysely'
import type { Message } from '#contract/chats.ts'
import { indianDate } from '#contract/dates.ts'
import { displayName } from '#contract/display-names.ts'
import type { Side } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { OrderStatus } from '#contract/orders.ts'
import { isOpenOrder, releaseCopy, reserveCopy } from '#server/books/store.ts'
import { quotas } from '#server/chats/rules.ts'
import {
  insertSystemMessage,
  lockChats,
  type Participant,
  truncateSystemMessages,
} from '#server/chats/store.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import { type Db, TransactionConflict } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { OrdersTable } from '#server/platform/database/tables.ts'
import { enforceQuota, quotaWindowStart } from '#server/platform/limits/quotas.ts'
import {
  abandonTransition,
  deliveryAddressMarker,
  isAgreed,
  type OrderTransition,
  statusTransition,
} from './rules.ts'

/** Keeps both people from being blocked or deleted until the transaction ends; gives the buyer's and the seller's rows. */
export async function lockPeople(
  db: Db,
  { buyerId, sellerId }: { buyerId: string; sellerId: string },
) {
  const people = await db
    .selectFrom('people')
    .select(['id', 'name', 'status', 'deleted_at'])
    .where('id', 'in', [buyerId, sellerId])
    .orderBy('id')
    .forShare()
    .execute()
  const buyer = people.find((person) => person.id === buyerId)
  const seller = people.find((person) => person.id === sellerId)
  if (!buyer || !seller) throw new Error('a chat has two people')
  return { buyer, seller }
}

/** The book of which a copy can be ordered, locked until the transaction ends; undefined once none is left. */
export function lockBook(db: Db, bookId: string) {
  return db
    .selectFrom('books')
    .select(['id', 'title', 'title_key', 'book_type', 'branch', 'condition', 'publication_year'])
    .select([
      'original_price',
      'predicted_price',
      'custom_price',
      'price',
      'rent_price',
      'is_rentable',
    ])
    .select((from) =>
      from
        .selectFrom('book_photos')
        .select('hash')
        .whereRef('book_id', '=', 'books.id')
        .orderBy('position')
        .limit(1)
        .as('cover'),
    )
    .where('id', '=', bookId)
    .where('available', '>', 0)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate('books')
    .executeTakeFirst()
}

/** Adds an order with its first event and takes a copy for it; refuses a sold-out book. */
export async function insertOrder(
  db: Db,
  order: Insertable<OrdersTable> & { created_at: Date },
): Promise<void> {
  await db.insertInto('orders').values(order).execute()
  await reserveCopy(db, {
    bookId: order.book_id,
    orderId: order.id,
    from: indianDate(order.created_at),
  })
  await insertEvent(db, {
    orderId: order.id,
    what: 'created',
    status: 'Pending',
    by: { model: 'Seller', id: order.seller_id },
    now: order.created_at,
  })
}

export type OrderActor =
  | { model: 'Buyer' | 'Seller' | 'Admin'; id: string }
  | { model: 'System'; id: null }

async function insertEvent(
  db: Db,
  event: {
    orderId: string
    what: 'created' | OrderTransition['what']
    status: OrderStatus
    by: OrderActor
    now: Date
  },
): Promise<void> {
  await db
    .insertInto('order_events')
    .values({
      id: newId(event.now.getTime()),
      order_id: event.orderId,
      what: event.what,
      status: event.status,
      by_model: event.by.model,
      by_id: event.by.id,
      at: event.now,
    })
    .execute()
}

const isRated = sql<boolean>`exists (select from ratings where ratings.order_id = orders.id)`
const isRatingRemoved = sql<boolean>`exists (select from ratings where ratings.order_id = orders.id and removed_at is not null)`

/** Orders with all that decides what may become of them. */
const orderFacts = (db: Db) =>
  db
    .selectFrom('orders')
    .innerJoin('people', 'people.id', 'orders.seller_id')
    .selectAll('orders')
    .select([
      'people.status as seller_status',
      isRated.as('is_rated'),
      isRatingRemoved.as('is_rating_removed'),
    ])

/** One's own order, locked with its chat until the transaction ends. */
export async function lockOrder(db: Db, { personId, side }: Participant, orderId: string) {
  const place = await db
    .selectFrom('orders')
    .select('chat_id')
    .where('id', '=', orderId)
    .where(`orders.${side}_id`, '=', personId)
    .executeTakeFirst()
  if (!place) return undefined
  await lockChats(db, { id: place.chat_id })
  return orderFacts(db).where('orders.id', '=', orderId).forNoKeyUpdate('orders').executeTakeFirst()
}
export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

/** Refuses a seller's order or change where the chat was told of many lately: each is a message and a notice to the buyer. */
export async function enforceOrderQuota(db: Db, chatId: string, now: Date): Promise<void> {
  const rows = await db
    .selectFrom('messages')
    .select('created_at')
    .where('chat_id', '=', chatId)
    .where('sender_model', '=', 'System')
    .where('created_at', '>', quotaWindowStart(quotas.deals, now))
    .orderBy('number', 'desc')
    .limit(quotas.deals.max)
    .execute()
  enforceQuota(
    quotas.deals,
    rows.map((row) => row.created_at),
    now,
  )
}

/** What both people are to be told once the transaction is committed. */
export type OrderUpdate = {
  people: string[]
  message: Message
  notice: { message: string; chatId: string; orderId: string; status: OrderStatus }
}

const othersThan = {
  Buyer: ['seller'],
  Seller: ['buyer'],
  Admin: ['buyer', 'seller'],
  System: ['buyer', 'seller'],
} as const satisfies Record<string, readonly Side[]>

/**
 * Carries a move of a locked order out: the order, its history, its copy, and a System message in the chat. Refuses with
 * book_gone when a copy is needed and there is none.
 */
export async function applyTransition(
  db: Db,
  order: LockedOrder,
  move: OrderTransition,
  by: OrderActor,
  now: Date,
): Promise<OrderUpdate> {
  const status = move.set.status ?? order.status
  await db.updateTable('orders').set(move.set).where('id', '=', order.id).execute()
  await insertEvent(db, { orderId: order.id, what: move.what, status, by, now })
  if (move.copy === 'taken') {
    const { buyer } = await lockPeople(db, { buyerId: order.buyer_id, sellerId: order.seller_id })
    if (buyer.deleted_at !== null) throw new AppError('buyer_left')
    // Others may have had the copy since this order let go of it, so it is taken from today on, whenever the rent began.
    await reserveCopy(db, { bookId: order.book_id, orderId: order.id, from: indianDate(now) })
  }
  if (move.copy === 'given back') await releaseCopy(db, { orderId: order.id })
  if (move.copy === 'returned')
    await releaseCopy(db, { orderId: order.id, returnedOn: indianDate(now) })
  const message = await insertSystemMessage(db, {
    chatId: order.chat_id,
    text: move.text,
    unreadFor: othersThan[by.model],
    now,
  })
  const others = othersThan[by.model].map((side) => order[`${side}_id`])
  await insertNotifications(db, others, {
    kind: 'status',
    text: move.text,
    chatId: order.chat_id,
    orderId: order.id,
    now,
  })
  return {
    people: [order.buyer_id, order.seller_id],
    message,
    notice: { message: move.text, chatId: order.chat_id, orderId: order.id, status },
  }
}

/**
 * Cancels the pending orders of a book that an admin takes off the market; `because` is a sentence for the chats. Call it
 * before the book is touched, in the same transaction, and tell the news after the commit. The book stays locked, so
 * that no order comes after.
 */
export async function cancelPendingOrders(
  db: Db,
  {
    bookId,
    because,
    adminId,
    now,
  }: { bookId: string; because: string; adminId: string; now: Date },
): Promise<OrderUpdate[]> {
  const chats = await lockChats(db, { book_id: bookId })
  await db.selectFrom('books').select('id').where('id', '=', bookId).forNoKeyUpdate().execute()
  const pending = orderFacts(db)
    .where('orders.book_id', '=', bookId)
    .where('orders.status', '=', 'Pending')
  const orders = await pending.orderBy('orders.id').forNoKeyUpdate('orders').execute()
  // Chats are locked before books, so one that was opened, and ordered in, between the two locks is too late for this try.
  if (orders.some((order) => !chats.includes(order.chat_id))) throw new TransactionConflict()
  const news: OrderUpdate[] = []
  for (const order of orders) {
    const move = statusTransition(order, 'Cancelled', now, ` ${because}`)
    if (move)
      news.push(await applyTransition(db, order, move, { model: 'Admin', id: adminId }, now))
  }
  return news
}

/**
 * Cancels the orders that went on without a buyer who leaves and never agreed to them. One that is still Pending waits for
 * its buyer's answer, like any open order. Call it with the buyer and their chats locked, and tell the news after the commit.
 */
export async function cancelUnagreedOrders(
  db: Db,
  buyerId: string,
  now: Date,
): Promise<OrderUpdate[]> {
  const open = orderFacts(db)
    .where('orders.buyer_id', '=', buyerId)
    .where('orders.status', '<>', 'Pending')
    .where(isOpenOrder)
  const orders = await open.orderBy('orders.id').forNoKeyUpdate('orders').execute()
  const news: OrderUpdate[] = []
  for (const order of orders) {
    const move = isAgreed(order) ? undefined : abandonTransition(order, now)
    if (move) news.push(await applyTransition(db, order, move, { model: 'System', id: null }, now))
  }
  return news
}

/** Ids of a side's orders that aren't over, the oldest first. */
export async function findOpenOrders(db: Db, { personId, side }: Participant): Promise<string[]> {
  const open = db
    .selectFrom('orders')
    .select('id')
    .where(`orders.${side}_id`, '=', personId)
    .where(isOpenOrder)
  return (await open.orderBy('id').execute()).map(({ id }) => id)
}

/**
 * Takes what tells of a person out of their orders, which stay with the other side: the name, and for a buyer where and
 * how they were reached, in the chats too. Call it with the person's chats locked.
 */
export async function eraseFromOrders(
  db: Db,
  { personId, side }: Participant,
  now: Date,
): Promise<void> {
  const name = displayName(side, { name: '', deletedAt: now })
  const gone =
    side === 'buyer'
      ? { buyer_name: name, delivery_address: '', phone_number: '' }
      : { seller_name: name }
  await db.updateTable('orders').set(gone).where(`orders.${side}_id`, '=', personId).execute()
  if (side === 'buyer') await truncateSystemMessages(db, personId, deliveryAddressMarker)
}
