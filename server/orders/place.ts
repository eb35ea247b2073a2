// How a seller makes an order out of a chat.
import { createHash } from 'node:crypto'
import { indianDate } from '#contract/dates.ts'
import { Refusal } from '#contract/errors.ts'
import type { OrderInput } from '#contract/orders.ts'
import { insertSystemMessage, lockChat } from '#server/chats/store.ts'
import { insertNotices } from '#server/notices/store.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { orderNews, orderSummary, orderTerms } from './rules.ts'
import { findByKey, insertOrder, lockBook, lockPeople, refuseManyDeals } from './store.ts'

const hashOf = ({ idempotencyKey: _, ...asked }: OrderInput): string => createHash('sha256').update(JSON.stringify(asked)).digest('hex')

type Asked = { input: OrderInput; sellerId: string; key: string | undefined; now: Date; isLimited?: boolean }

/**
 * Makes an order inside the caller's transaction: takes a copy, keeps the book and the names as they are, and tells the
 * chat. Under a key that was used before it gives the order that was made then, with no message to tell. Throws the
 * Refusals chat_not_found, chat_mismatch, chat_read_only, book_gone, not_rentable, rent_price_differs, rent_dates_differ,
 * key_reused and too_many_deals.
 */
export async function createOrder(db: Db, { input, sellerId, key, now, isLimited = false }: Asked) {
  const chat = await lockChat(db, { personId: sellerId, side: 'seller' }, input.chatId)
  if (!chat) throw new Refusal('chat_not_found')
  const earlier = key === undefined ? undefined : await findByKey(db, sellerId, key)
  if (earlier) {
    if (earlier.request_hash !== hashOf(input)) throw new Refusal('key_reused')
    return { orderId: earlier.id, chat, message: undefined }
  }
  if (isLimited) await refuseManyDeals(db, chat.id, now)
  const { buyerId = chat.buyer_id, bookId = chat.book_id } = input
  if (buyerId !== chat.buyer_id || bookId !== chat.book_id || (input.sellerId ?? sellerId) !== sellerId) throw new Refusal('chat_mismatch')

  const { buyer, seller } = await lockPeople(db, { buyerId, sellerId })
  if (buyer.status === 'blocked' || buyer.deleted_at !== null) throw new Refusal('chat_read_only')
  const book = await lockBook(db, bookId)
  if (!book) throw new Refusal('book_gone')

  const terms = orderTerms(input, book, indianDate(now))
  const order = {
    id: newId(now.getTime()),
    chat_id: chat.id,
    book_id: book.id,
    buyer_id: buyer.id,
    seller_id: seller.id,
    ...terms,
    delivery_address: input.deliveryAddress,
    phone_number: input.phoneNumber,
    book_title: book.title,
    book_type: book.book_type,
    book_cover: book.cover,
    branch: book.branch,
    condition: book.condition,
    publication_year: book.publication_year,
    original_price: book.original_price,
    predicted_price: book.predicted_price,
    // Named when the book was listed or changed, or agreed upon now.
    is_own_price: book.custom_price !== null || ![book.price, book.predicted_price].includes(terms.price),
    buyer_name: buyer.name,
    seller_name: seller.name,
    ...(key !== undefined && { idempotency_key: key, request_hash: hashOf(input) }),
    created_at: now,
  }
  await insertOrder(db, order)
  const text = orderSummary(order, { address: order.delivery_address, phone: order.phone_number })
  const message = await insertSystemMessage(db, { chatId: chat.id, text, unreadFor: ['buyer'], now })
  const told = { kind: 'order', text: orderNews(order), chatId: chat.id, orderId: order.id, now } as const
  await insertNotices(db, [buyer.id], told)
  return { orderId: order.id, chat, message }
}
