// The rows of one demo chat, changed as the features' own functions change them in the database.
import type { Insertable, Selectable } from 'kysely'
import { titleKey } from '#contract/books/title-key.ts'
import { indianDate } from '#contract/common/dates.ts'
import type { Side } from '#contract/common/endpoint.ts'
import type { OrderInput } from '#contract/orders/order-form.ts'
import type { OrderStatus } from '#contract/orders/orders.ts'
import { senderModelOf } from '#server/chats/rules.ts'
import type { Buyer } from '#server/demo/accounts.ts'
import {
  type CopyStock,
  type Hold,
  releaseHold,
  reserveHold,
} from '#server/demo/copies-and-holds.ts'
import type { Listing } from '#server/demo/listings.ts'
import type { OrderTransition } from '#server/orders/lifecycle/transitions.ts'
import { orderRow } from '#server/orders/place-order.ts'
import { orderTerms, rejectRating } from '#server/orders/rules.ts'
import { newOrderNotification, orderSummary } from '#server/orders/texts.ts'
import { newId } from '#server/platform/database/ids.ts'
import type {
  ChatsTable,
  MessagesTable,
  NotificationsTable,
  OrderEventsTable,
  RatingsTable,
} from '#server/platform/database/tables.ts'

type Notification = Insertable<NotificationsTable> & { read_at: Date | null }
type OrderRow = ReturnType<typeof makeOrderRow>

export type ChatRows = {
  chat: Selectable<ChatsTable>
  messages: Insertable<MessagesTable>[]
  notifications: Notification[]
  order?: OrderRow
  hold?: Hold
  events: Insertable<OrderEventsTable>[]
  rating?: Insertable<RatingsTable>
}

export function startChat(book: Listing, buyer: Buyer, now: Date): ChatRows {
  return {
    chat: {
      id: newId(now.getTime()),
      book_id: book.id,
      buyer_id: buyer.id,
      seller_id: book.seller.id,
      message_count: 0,
      buyer_unread: 0,
      seller_unread: 0,
      buyer_read_up_to: 0,
      seller_read_up_to: 0,
      created_at: now,
      updated_at: now,
    },
    messages: [],
    notifications: [],
    events: [],
  }
}

const isUnread = (notification: Notification, accountId: string, kind: Notification['kind']) =>
  notification.account_id === accountId &&
  notification.kind === kind &&
  notification.read_at === null

function notify(rows: ChatRows, side: Side, kind: Notification['kind'], now: Date, text?: string) {
  const accountId = rows.chat[`${side}_id`]
  const since = rows.notifications.find((one) => isUnread(one, accountId, kind))?.waits_since
  if (kind !== 'order')
    rows.notifications = rows.notifications.filter((one) => !isUnread(one, accountId, kind))
  rows.notifications.push({
    id: newId(now.getTime()),
    account_id: accountId,
    kind,
    text: text ?? null,
    chat_id: rows.chat.id,
    order_id: kind === 'message' ? null : (rows.order?.id ?? null),
    in_chat: true,
    created_at: now,
    waits_since: since ?? now,
    read_at: null,
  })
}

export function addMessage(
  rows: ChatRows,
  from: Side | 'system',
  text: string,
  unreadFor: Side,
  now: Date,
  orderId?: string,
): void {
  const { chat } = rows
  chat.message_count += 1
  chat[`${unreadFor}_unread`] += 1
  chat.updated_at = now
  rows.messages.push({
    id: newId(now.getTime()),
    chat_id: chat.id,
    number: chat.message_count,
    sender_model: from === 'system' ? 'System' : senderModelOf[from],
    sender_id: from === 'system' ? null : chat[`${from}_id`],
    body: text,
    client_id: null,
    order_id: orderId ?? null,
    transport: from === 'system' ? 'system' : 'socket',
    created_at: now,
  })
  notify(rows, unreadFor, 'message', now)
}

export function markChatRead({ chat, notifications }: ChatRows, side: Side, now: Date): void {
  if (chat[`${side}_unread`] === 0 && chat[`${side}_read_up_to`] === chat.message_count) return
  chat[`${side}_unread`] = 0
  chat[`${side}_read_up_to`] = chat.message_count
  for (const notification of notifications)
    if (notification.account_id === chat[`${side}_id`]) notification.read_at ??= now
}

function addEvent(
  rows: ChatRows,
  { id, status }: OrderRow,
  kind: 'created' | OrderTransition['event'],
  by: Side,
  now: Date,
): void {
  rows.events.push({
    id: newId(now.getTime()),
    order_id: id,
    kind,
    status,
    actor_model: senderModelOf[by],
    actor_id: rows.chat[`${by}_id`],
    created_at: now,
  })
}

const makeOrderRow = (
  { chat }: ChatRows,
  { book, buyer, cover, input }: Omit<NewOrder, 'stock'>,
  now: Date,
) => ({
  ...orderRow({
    chatId: chat.id,
    book: { rent_deposit: null, late_fee: null, ...book, title_key: titleKey(book), cover },
    buyer,
    seller: book.seller,
    input,
    terms: orderTerms(input, book, indianDate(now)),
    now,
  }),
  status: 'Pending' as OrderStatus,
  delivered_at: null as Date | null,
  confirmed_at: null as Date | null,
  received_at: null as Date | null,
  handed_back_at: null as Date | null,
  returned_at: null as Date | null,
  closed_by_admin_at: null as Date | null,
  reopened_at: null as Date | null,
})

type NewOrder = {
  book: Listing
  buyer: Buyer
  cover: string | null
  input: OrderInput
  stock: CopyStock
}

export function addOrder(rows: ChatRows, { stock, ...order }: NewOrder, now: Date): void {
  const row = makeOrderRow(rows, order, now)
  rows.order = row
  rows.hold = reserveHold(stock, order.book.id, row.id, indianDate(now))
  addEvent(rows, row, 'created', 'seller', now)
  const delivery = { address: row.delivery_address, phone: row.phone_number }
  addMessage(rows, 'system', orderSummary(row, delivery), 'buyer', now, row.id)
  notify(rows, 'buyer', 'order', now, newOrderNotification(row))
}

export const detailsOf = ({ rating }: ChatRows, order: OrderRow) => ({
  ...order,
  buyer_status: 'active' as const,
  seller_status: 'active' as const,
  seller_deleted_at: null,
  is_blocked: false,
  asked_at: null,
  hand_over: null,
  wrong_codes: null,
  buyer_deleted_at: null,
  shipped_at: null,
  has_open_problem: false,
  is_said_missing: false,
  problem_solved_at: null,
  is_rated: rating !== undefined,
  is_rating_void: false,
  exchange_goes_on: false,
})

export function applyTransition(
  rows: ChatRows,
  order: OrderRow,
  { event, changes, copy, text }: OrderTransition,
  by: Side,
  now: Date,
): void {
  Object.assign(order, changes)
  addEvent(rows, order, event, by, now)
  if (copy === 'return' && rows.hold) releaseHold(rows.hold, indianDate(now))
  if (copy === 'release' && rows.hold) {
    releaseHold(rows.hold)
    delete rows.hold
  }
  const notified = by === 'buyer' ? 'seller' : 'buyer'
  addMessage(rows, 'system', text, notified, now)
  notify(rows, notified, 'status', now, text)
}

export function addRating(
  rows: ChatRows,
  order: OrderRow,
  stars: { book: number; seller: number; review: string | undefined },
  now: Date,
): void {
  rejectRating(detailsOf(rows, order))
  rows.rating = {
    order_id: order.id,
    title_key: order.title_key,
    buyer_id: order.buyer_id,
    seller_id: order.seller_id,
    book_stars: stars.book,
    seller_stars: stars.seller,
    review: stars.review ?? null,
    created_at: now,
  }
}
