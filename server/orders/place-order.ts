import { indianDate } from '#contract/common/dates.ts'
import { AppError, errorOn } from '#contract/common/error-catalog.ts'
import type { OrderInput } from '#contract/orders/order-form.ts'
import { rejectAway } from '#server/accounts/holiday.ts'
import { insertSystemMessage } from '#server/chats/messages.ts'
import { actorOf } from '#server/chats/rules.ts'
import { lockChat, type Participant } from '#server/chats/store.ts'
import { rejectBlocked } from '#server/moderation/are-blocked.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { proposalMs } from './limits.ts'
import { countDealChange, rejectTooManyProposals } from './quotas.ts'
import { type OrderTerms, orderTerms } from './rules.ts'
import {
  insertOrder,
  insertOrderEvent,
  lockBook,
  lockParticipants,
  type OrderActor,
  type OrderedBook,
} from './store.ts'
import { newOrderNotification, orderSummary } from './texts.ts'

export const orderRow = ({
  chatId,
  book,
  buyer,
  seller,
  input,
  terms,
  now,
}: {
  chatId: string
  book: OrderedBook
  buyer: { id: string; name: string }
  seller: { id: string; name: string }
  input: Pick<OrderInput, 'deliveryAddress' | 'phoneNumber'>
  terms: OrderTerms
  now: Date
}) => ({
  id: newId(now.getTime()),
  chat_id: chatId,
  book_id: book.id,
  buyer_id: buyer.id,
  seller_id: seller.id,
  offer_id: null as string | null,
  exchange_id: null as string | null,
  meeting_id: null as string | null,
  ...terms,
  ...(terms.order_type === 'rent' && {
    deposit: book.rent_deposit,
    late_fee: book.late_fee,
    loss_price: book.price,
  }),
  delivery_address: input.deliveryAddress,
  phone_number: input.phoneNumber,
  book_title: book.title,
  title_key: book.title_key,
  book_type: book.book_type,
  book_cover: book.cover,
  branch: book.branch,
  condition: book.condition,
  publication_year: book.publication_year,
  original_price: book.original_price,
  predicted_price: book.predicted_price,
  // Whether people chose the price: the seller's own price, or an agreed one that is neither the
  // asking price nor the prediction.
  is_custom_price:
    book.custom_price !== null || ![book.price, book.predicted_price].includes(terms.price),
  buyer_name: buyer.name,
  seller_name: seller.name,
  created_at: now,
  proposed_until: new Date(now.getTime() + proposalMs),
})

/** Inserts an order that both sides have agreed to, and its events. Throws book_gone. */
export async function insertAgreedOrder(
  db: Db,
  order: Parameters<typeof insertOrder>[1],
  by: OrderActor,
  now: Date,
): Promise<void> {
  await insertOrder(db, { ...order, proposed_until: null, confirmed_at: now }, by)
  const buyer = { model: 'Buyer', id: order.buyer_id } as const
  const event = { orderId: order.id, kind: 'confirmed', status: 'Pending' } as const
  await insertOrderEvent(db, { ...event, by: buyer, now })
}

export type OrderedCopies = Pick<OrderTerms, 'order_type' | 'rent_days' | 'rent_start'> & {
  chatId: string
  bookId: string
  copies: number
  /** The price of a copy and its asking price, in paise; in a rental, per day. */
  price: number
  askingPrice: number
}

/** Groups the orders of several copies as a deal. Returns the deal's id. */
export type InsertDeal = (db: Db, ordered: OrderedCopies, now: Date) => Promise<string>

type PlaceOrder = {
  input: OrderInput
  seller: Participant
  insertDeal: InsertDeal
  now: Date
  isLimited?: boolean
}

/** Throws book_gone, and for further copies says how many there are. */
async function lockCopy(db: Db, ordered: Parameters<typeof lockBook>[1], before: number) {
  const book = await lockBook(db, ordered)
  if (book) return book
  if (before === 0) throw new AppError('book_gone')
  const copies = before === 1 ? '1 copy is' : `${before} copies are`
  throw errorOn('copies', 'book_gone', `Only ${copies} available.`)
}

/**
 * Creates an order in a chat, or a deal of orders for several copies: reserves the copies and
 * writes a System message. Throws like `lockChat`, `rejectAway` and `orderTerms`, and
 * chat_not_found, chat_mismatch, chat_read_only, book_gone, too_many_deals, too_many_proposals.
 */
export async function createOrder(
  db: Db,
  { input, seller: me, insertDeal, now, isLimited = false }: PlaceOrder,
) {
  const { copies = 1 } = input
  const { accountId: sellerId } = me
  if (isLimited) await rejectTooManyProposals(db, sellerId, copies)
  const chat = await lockChat(db, me, input.chatId)
  if (isLimited) await countDealChange(db, { chatId: chat.id, side: 'seller' }, now)
  const { buyerId = chat.buyer_id, bookId = chat.book_id } = input
  if (
    buyerId !== chat.buyer_id ||
    bookId !== chat.book_id ||
    (input.sellerId ?? sellerId) !== sellerId
  )
    throw new AppError('chat_mismatch')

  const { buyer, seller } = await lockParticipants(db, { buyerId, sellerId })
  if (buyer.status === 'blocked' || buyer.deleted_at !== null) throw new AppError('chat_read_only')
  await rejectBlocked(db, [buyerId, sellerId])
  await rejectAway(db, sellerId, 'seller')
  const ordered = { bookId, buyerId, now }
  const book = await lockCopy(db, ordered, 0)
  const terms = orderTerms(input, book, indianDate(now))
  const days = terms.rent_days ?? 1
  const each = { price: terms.price / days, askingPrice: terms.asking_price / days }
  const dealId =
    copies > 1
      ? await insertDeal(db, { chatId: chat.id, bookId, copies, ...terms, ...each }, now)
      : null
  const row = { chatId: chat.id, book, buyer, seller, input, terms, now }
  const orders = Array.from({ length: copies }, () => ({ ...orderRow(row), offer_id: dealId }))
  for (const [place, order] of orders.entries()) {
    if (place > 0) await lockCopy(db, ordered, place)
    await insertOrder(db, order, actorOf(me))
  }
  const [order, ...others] = orders
  if (!order) throw new Error('an order has a copy')
  const text = orderSummary(
    order,
    { address: order.delivery_address, phone: order.phone_number },
    others.map(({ id }) => id),
  )
  const message = await insertSystemMessage(db, {
    chatId: chat.id,
    text,
    unreadFor: ['buyer'],
    now,
    orderId: order.id,
  })
  await insertNotifications(db, [buyer.id], {
    kind: 'order',
    text: newOrderNotification(order, copies),
    chatId: chat.id,
    orderId: order.id,
    inChat: true,
    needsAction: true,
    now,
  })
  return { id: order.id, chat, message }
}
