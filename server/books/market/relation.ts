import { type RawBuilder, sql } from 'kysely'
import { isNegotiatedBy } from '#server/books/negotiated.ts'
import { hasBlocked } from '#server/moderation/are-blocked.ts'
import { bookHasOpenOrder, hasOrderedBook } from '#server/orders/lifecycle/status.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { reservedForUntil } from '#server/wishlist/queue/conditions.ts'

const no = sql<boolean>`false`
const noRelation = {
  own: no,
  blockedByViewer: no,
  blockedBySeller: no,
  hasChat: no,
  hasOrder: no,
  hasDeal: no,
  reservedUntil: sql<Date | null>`null::timestamptz`,
}

/** How an account relates to a book, as columns of a query that contains `books`. */
export function relationOf(accountId: string | undefined) {
  if (accountId === undefined) return noRelation
  const me = (condition: RawBuilder<boolean>) =>
    sql<boolean>`exists (select from accounts me where me.id = ${accountId} and ${condition})`
  return {
    own: me(sql`me.person_id = accounts.person_id`),
    blockedByViewer: me(hasBlocked(sql`me.person_id`, sql`accounts.person_id`)),
    blockedBySeller: me(hasBlocked(sql`accounts.person_id`, sql`me.person_id`)),
    hasChat: sql<boolean>`exists (select from chats
      where chats.book_id = books.id and chats.buyer_id = ${accountId})`,
    hasOrder: bookHasOpenOrder,
    hasDeal: hasOrderedBook(sql`${accountId}::uuid`),
    reservedUntil: reservedForUntil(sql`${accountId}::uuid`),
  }
}

/**
 * Whether the viewer sees the book differently from guests: they list it, deal about it, have it
 * reserved, or are in a block with its seller.
 */
export async function isRelatedTo(db: Db, id: string, viewer: Viewer): Promise<boolean> {
  const { own, blockedByViewer, blockedBySeller, hasChat, reservedUntil } = relationOf(
    viewer.accountId,
  )
  const seesHidden = sql`(books.is_hidden and ${isNegotiatedBy(sql`${viewer.accountId}::uuid`)})`
  const { rows } = await sql<{ related: boolean }>`
    select ${own} or ${blockedByViewer} or ${blockedBySeller} or ${hasChat}
      or ${seesHidden} or ${reservedUntil} is not null as related
    from books join accounts on accounts.id = books.seller_id where books.id = ${id}`.execute(db)
  return rows[0]?.related ?? false
}
