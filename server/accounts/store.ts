// What is kept about a person in the tables of others; read only for their own eyes.

import { selectBooks } from '#server/books/views.ts'
import type { Me } from '#server/chats/store.ts'
import { messageView } from '#server/chats/store.ts'
import type { Db } from '#server/platform/db.ts'

/** A seller's books, the newest first, those taken off the market too. */
export function findBooksOf(db: Db, sellerId: string) {
  return selectBooks(db).select('books.deleted_at').where('books.seller_id', '=', sellerId).orderBy('books.id', 'desc').execute()
}

/** All messages of one's chats in their order, by the chat's id. */
export async function findMessagesOf(db: Db, { personId, side }: Me) {
  const rows = await db
    .selectFrom('messages')
    .innerJoin('chats', 'chats.id', 'messages.chat_id')
    .select(['messages.id', 'chat_id', 'number', 'sender_model', 'sender_id', 'body', 'client_id', 'messages.created_at'])
    .where(`chats.${side}_id`, '=', personId)
    .orderBy('chat_id')
    .orderBy('number')
    .execute()
  return Map.groupBy(rows.map(messageView), (message) => message.chatId)
}

/** The ratings that a buyer gave or a seller received, the newest first. */
export function findRatingsOf(db: Db, { personId, side }: Me) {
  return db
    .selectFrom('ratings')
    .innerJoin('orders', 'orders.id', 'ratings.order_id')
    .select(['order_id', 'book_title', 'book_stars', 'seller_stars', 'review', 'ratings.created_at'])
    .where(`ratings.${side}_id`, '=', personId)
    .orderBy('ratings.created_at', 'desc')
    .orderBy('order_id')
    .execute()
}
