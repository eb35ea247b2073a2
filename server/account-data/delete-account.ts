import { sql } from 'kysely'
import { AppError } from '#contract/common/error-catalog.ts'
import { deleteAccessOf } from '#server/accounts/auth/end-sessions.ts'
import { findSession } from '#server/accounts/auth/sessions.ts'
import {
  deleteHelpersOf,
  helpersLockKey,
  lockHelpersOf,
} from '#server/accounts/shop-helpers/store.ts'
import { eraseAccount, lockLinkedAccounts } from '#server/accounts/store.ts'
import { deleteBookChangesOf } from '#server/books/manage/bulk/book-changes.ts'
import { deleteBooksOf } from '#server/books/store.ts'
import { eraseHelperNames } from '#server/chats/messages.ts'
import { deleteRepliesOf } from '#server/chats/replies.ts'
import { participantOf } from '#server/chats/rules.ts'
import { lockChats, recheckMessages } from '#server/chats/store.ts'
import { eraseContact } from '#server/exchanges/store.ts'
import { deleteBlocksOf } from '#server/moderation/blocks.ts'
import { eraseFromComplaints } from '#server/moderation/complaints/store.ts'
import { eraseProblemPhotos } from '#server/moderation/problems/store.ts'
import { deleteNotificationsOf } from '#server/notifications/settings.ts'
import { eraseFromOffers } from '#server/offers/store.ts'
import type { OrderUpdate } from '#server/orders/announce.ts'
import { cancelUnagreedOrders } from '#server/orders/lifecycle/apply-transition.ts'
import { eraseFromMeetings } from '#server/orders/meetings/store.ts'
import { eraseFromOrders, findOpenOrders } from '#server/orders/store.ts'
import { releasePhotos } from '#server/photos/store.ts'
import { deleteUploadsOf } from '#server/photos/uploads.ts'
import type { Db } from '#server/platform/database/database.ts'
import { lockKey } from '#server/platform/database/locks.ts'
import { deleteIdempotencyKeysOf } from '#server/platform/http/idempotency.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { deleteUses } from '#server/platform/limits/quotas.ts'
import { deleteSavedOf } from '#server/wishlist/saved.ts'
import { deleteWantsOf } from '#server/wishlist/wants/store.ts'
import { exportUse, rejectOpenOrders } from './rules.ts'

/** Locks all books that the deletion changes, in the order of their ids. */
const lockBooksOf = (db: Db, { id, person_id }: { id: string; person_id: string }) =>
  sql`select id from books where id in (
      select id from books where seller_id = ${id} and deleted_at is null
      union select book_id from reservations where person_id = ${person_id} and ended_at is null
      union select book_id from orders
        where buyer_id = ${id} and status <> 'Cancelled' and confirmed_at is null)
    order by id for no key update`.execute(db)

/**
 * Erases an account in the caller's transaction, but keeps what belongs to other people. Cancels a
 * buyer's orders that the buyer never agreed to. Returns these cancellations, whose notifications
 * the caller sends after the commit, and the token hashes of ended sessions of the person's other
 * account. Throws session_ended, and account_has_orders for open orders.
 *
 * Takes locks in the order that orders use: helpers, complaints, chats, the person's accounts,
 * books. An order placed in a chat that was opened in the meantime waits for the lock of the
 * account, and then fails because the account is deleted.
 */
export async function deleteAccount(
  db: Db,
  viewer: Viewer,
  now: Date,
): Promise<{ cancelled: OrderUpdate[]; endedSessions: string[] }> {
  const participant = participantOf(viewer)
  const { accountId, side } = participant
  // Nobody can invite a helper or become one while this key is locked.
  await lockKey(db, helpersLockKey(accountId))
  await lockHelpersOf(db, accountId)
  await eraseFromComplaints(db, accountId)
  const chatIds = await lockChats(
    db,
    side === 'buyer' ? { buyer_id: accountId } : { seller_id: accountId },
  )
  // Locks both accounts: if both are deleted concurrently, one must see that it is the last.
  const linked = await lockLinkedAccounts(db, accountId)
  const account = linked.find(({ id }) => id === accountId)
  // The session may have ended since the request began, for example because of a new password.
  if (!account || !(await findSession(db, viewer.session))) throw new AppError('session_ended')
  await recheckMessages(db, chatIds)
  await deleteBookChangesOf(db, accountId)
  await lockBooksOf(db, account)
  const cancelled = side === 'buyer' ? await cancelUnagreedOrders(db, accountId, now) : []
  rejectOpenOrders(await findOpenOrders(db, participant))
  await eraseFromOrders(db, participant)
  await eraseProblemPhotos(db, participant, now)
  await eraseFromOffers(db, participant, now)
  await eraseFromMeetings(db, participant)
  if (side === 'seller') {
    await eraseHelperNames(db, accountId)
    await deleteBooksOf(db, accountId, now)
  }
  // Done before the notifications are deleted, because jobs that notify the person lock rows of the
  // wishlist first.
  await deleteSavedOf(db, accountId)
  await deleteWantsOf(db, account, now)
  await deleteNotificationsOf(db, account)
  await deleteRepliesOf(db, accountId)
  await deleteHelpersOf(db, accountId)
  const endedSessions = await deleteAccessOf(db, account)
  await deleteIdempotencyKeysOf(db, accountId)
  await deleteUses(db, [exportUse(accountId).key])
  await deleteUploadsOf(db, accountId)
  await deleteBlocksOf(db, account)
  await eraseContact(db, account.person_id)
  await eraseAccount(db, participant, now)
  if (account.picture !== null) await releasePhotos(db, [account.picture], now)
  return { cancelled, endedSessions }
}
