// Books that people already deal about. If the seller hides such a book, they can still see it and
// agree on it. The queries must contain `books`.
import { type RawBuilder, type SqlBool, sql } from 'kysely'

const isInChat = (ofChat: RawBuilder<SqlBool>) => sql<SqlBool>`exists (
  select from chats as talk where ${ofChat} and (talk.book_id = books.id
    or exists (select from offers join offer_items on offer_items.offer_id = offers.id
      where offers.chat_id = talk.id and offers.status = 'open'
        and offer_items.book_id = books.id)
    or exists (select from orders where orders.chat_id = talk.id and orders.book_id = books.id)))`

/** Whether a chat is about the book, or has it in an open offer or an order. */
export const isNegotiatedIn = (chatId: RawBuilder<unknown>) => isInChat(sql`talk.id = ${chatId}`)

/** Whether this is true of any chat of an account. */
export const isNegotiatedBy = (accountId: RawBuilder<unknown>) =>
  isInChat(sql`(talk.buyer_id = ${accountId} or talk.seller_id = ${accountId})`)
