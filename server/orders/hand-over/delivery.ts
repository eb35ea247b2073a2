import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/**
 * Where the buyer of a chat wanted the latest order of its seller sent that they agreed to, in any
 * of their chats; undefined where none was sent or all were cancelled. A meeting point isn't one.
 */
export function findLastDelivery(
  db: Db,
  { buyer_id, seller_id }: { buyer_id: string; seller_id: string },
) {
  return db
    .selectFrom('orders')
    .select(['delivery_address', 'phone_number'])
    .where('buyer_id', '=', buyer_id)
    .where('seller_id', '=', seller_id)
    .where('confirmed_at', 'is not', null)
    .where('status', '<>', 'Cancelled')
    .where('phone_number', '<>', '')
    .where('contact_hidden_at', 'is', null)
    .where(sql<boolean>`hand_over is distinct from 'meet'`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
