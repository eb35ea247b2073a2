import { AppError } from '#contract/common/errors.ts'
import { deleteAccessOf } from '#server/accounts/auth/access.ts'
import { findSession } from '#server/accounts/auth/sessions.ts'
import { erasePerson, lockPerson } from '#server/accounts/store.ts'
import { removeBooksOf } from '#server/books/store.ts'
import { participantOf } from '#server/chats/rules.ts'
import { lockChats } from '#server/chats/store.ts'
import { deleteNotificationsOf } from '#server/notifications/store.ts'
import { cancelUnagreedOrders, type OrderUpdate } from '#server/orders/apply-transition.ts'
import { eraseFromOrders, findOpenOrders } from '#server/orders/store.ts'
import { releasePhotos } from '#server/photos/store.ts'
import { deleteUploadsOf } from '#server/photos/uploads.ts'
import type { Db } from '#server/platform/database/database.ts'
import { deleteIdempotencyKeysOf } from '#server/platform/http/idempotency.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { rejectOpenOrders } from './rules.ts'
import { deleteExportsOf } from './store.ts'

/**
 * Erases a person's data in the caller's transaction; what belongs to others stays. Throws
 * account_has_orders; but a buyer's orders that they never agreed to are cancelled. Returns those
 * cancellations, and the token hashes of ended sessions of the other account: notify about them
 * after the commit.
 *
 * Locks chats, then the person, then books, as orders do. An order from a chat that is opened
 * meanwhile waits for the person, and then finds them deleted.
 */
export async function deleteAccount(
  db: Db,
  viewer: Viewer,
  now: Date,
): Promise<{ cancelled: OrderUpdate[]; endedSessions: string[] }> {
  const participant = participantOf(viewer)
  const { personId, side } = participant
  await lockChats(db, side === 'buyer' ? { buyer_id: personId } : { seller_id: personId })
  const person = await lockPerson(db, personId)
  // The session may have ended since the request began, by a new password for example.
  if (!person || !(await findSession(db, viewer.session))) throw new AppError('session_ended')
  const cancelled = side === 'buyer' ? await cancelUnagreedOrders(db, personId, now) : []
  rejectOpenOrders(await findOpenOrders(db, participant))
  await eraseFromOrders(db, participant, now)
  if (side === 'seller') await removeBooksOf(db, personId, now)
  await deleteNotificationsOf(db, personId)
  const endedSessions = await deleteAccessOf(db, personId)
  await deleteIdempotencyKeysOf(db, personId)
  await deleteExportsOf(db, personId)
  await deleteUploadsOf(db, personId)
  await erasePerson(db, personId, now)
  if (person.picture !== null) await releasePhotos(db, [person.picture], now)
  return { cancelled, endedSessions }
}
