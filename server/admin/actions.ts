// Admin actions on books, reviews, password requests and second factors. Each adds an entry to the
// audit log in its transaction.
import type { Kysely } from 'kysely'
import type { ResetLink } from '#contract/admin/password-requests.ts'
import type { Message } from '#contract/chats.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { Tables } from '#db/tables.ts'
import { findCredentials } from '#server/accounts/auth/credentials.ts'
import { endSessions } from '#server/accounts/auth/end-sessions.ts'
import { addResetLink, resetLinkPath } from '#server/accounts/auth/passwords/reset-links.ts'
import { deleteSecondFactor } from '#server/accounts/second-factor/store.ts'
import { findAccount } from '#server/accounts/store.ts'
import { deleteBooks } from '#server/books/store.ts'
import { insertSystemMessage } from '#server/chats/messages.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import type { OrderUpdate } from '#server/orders/announce.ts'
import { cancelPendingOrders } from '#server/orders/by-admin/cancel-orders-of-book.ts'
import { removeRating } from '#server/orders/rate.ts'
import { type Db, transact } from '#server/platform/database/database.ts'
import { type AdminAction, insertAuditEntry } from './audit.ts'
import { bookRemovedMessage, bookRemovedText, reviewRemovedText } from './texts.ts'

type ChatUpdate = { accountIds: string[]; message: Message }

async function insertMessagesAbout(
  db: Db,
  { bookId, text, now }: { bookId: string; text: string; now: Date },
  skippedChatIds: ReadonlySet<string>,
): Promise<ChatUpdate[]> {
  const chats = await db
    .selectFrom('chats')
    .select(['id', 'buyer_id', 'seller_id'])
    .where('book_id', '=', bookId)
    .orderBy('id')
    .execute()
  const updates: ChatUpdate[] = []
  for (const { id, buyer_id, seller_id } of chats) {
    if (skippedChatIds.has(id)) continue
    const message = await insertSystemMessage(db, {
      chatId: id,
      text,
      unreadFor: ['buyer', 'seller'],
      now,
    })
    updates.push({ accountIds: [buyer_id, seller_id], message })
  }
  return updates
}

type BookRemoval = {
  seller: { id: string; text: string }
  cancelledOrders: OrderUpdate[]
  chatUpdates: ChatUpdate[]
}

/**
 * Takes a book off the market and cancels its pending orders. The seller and every chat about the
 * book get the reason, each once. Throws book_not_found.
 */
export async function removeListing(
  db: Db,
  { bookId, reason }: { bookId: string; reason: string | undefined },
  by: AdminAction,
): Promise<BookRemoval> {
  const { now } = by
  const message = bookRemovedMessage(reason)
  const cancelledOrders = await cancelPendingOrders(db, { bookId, because: message, ...by })
  const book = await db
    .selectFrom('books')
    .select(['title', 'seller_id'])
    .where('id', '=', bookId)
    .executeTakeFirst()
  if (!book || (await deleteBooks(db, [bookId], now)).length === 0)
    throw new AppError('book_not_found')
  // The chats of cancelled orders already have a message with the reason.
  const notifiedChatIds = new Set(cancelledOrders.map(({ event }) => event.chatId))
  const chatUpdates = await insertMessagesAbout(db, { bookId, text: message, now }, notifiedChatIds)
  const target = { kind: 'book', _id: bookId, name: book.title } as const
  await insertAuditEntry(db, by, 'delete-book', target, reason)
  const text = bookRemovedText(book.title, reason)
  await insertNotifications(db, [book.seller_id], { kind: 'listing', text, now })
  return { seller: { id: book.seller_id, text }, cancelledOrders, chatUpdates }
}

/** Removes a rating and notifies its author. Throws review_not_found. */
export async function hideReview(
  db: Db,
  { orderId, reason }: { orderId: string; reason: string },
  by: AdminAction,
): Promise<{ authorId: string; text: string }> {
  const { title, authorId } = await removeRating(db, orderId, by.now)
  const target = { kind: 'review', _id: orderId, name: title } as const
  await insertAuditEntry(db, by, 'remove-review', target, reason)
  const text = reviewRemovedText(title, reason)
  await insertNotifications(db, [authorId], { kind: 'admin', text, now: by.now })
  return { authorId, text }
}

export async function issueResetLink(db: Db, id: string, by: AdminAction): Promise<ResetLink> {
  const link = await addResetLink(db, id, by.now)
  const account = link && (await findAccount(db, link.accountId))
  if (!link || account?.status !== 'active' || account.role === 'admin')
    throw new AppError('request_not_found')
  const target = { kind: account.role, _id: account.id, name: account.name }
  await insertAuditEntry(db, by, 'issue-link', target)
  return { link: resetLinkPath(link.token), expiresAt: link.expiresAt.toISOString() }
}

/**
 * Removes the second factor of an admin who has lost the app, and ends all of the admin's sessions.
 */
export function removeFactorByCommand(
  db: Kysely<Tables>,
  email: string,
  now: Date,
): Promise<'removed' | 'unknown' | 'none'> {
  return transact(db, async (db) => {
    const admin = await findCredentials(db, email, 'admin')
    if (!admin) return 'unknown'
    const { id, name } = admin
    if (!(await deleteSecondFactor(db, id))) return 'none'
    await endSessions(db, [id])
    const target = { kind: 'admin', _id: id, name } as const
    const reason = 'By the operator’s command.'
    await insertAuditEntry(db, { adminId: id, now }, 'second-factor-off', target, reason)
    return 'removed'
  })
}
