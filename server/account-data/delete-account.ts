// How a person leaves: what tells of them is erased, what belongs to others stays with them.
import { AppError } from '#contract/errors.ts'
import { deleteAccessOf, findSession } from '#server/accounts/auth/store.ts'
import { erasePerson, lockPerson } from '#server/accounts/store.ts'
import { removeBooksOf } from '#server/books/store.ts'
import { participantOf } from '#server/chats/rules.ts'
import { lockChats } from '#server/chats/store.ts'
import { deleteNotificationsOf } from '#server/notifications/store.ts'
import { cancelUnagreedOrders, type OrderUpdate } from '#server/orders/apply-transition.ts'
import { eraseFromOrders, findOpenOrders } from '#server/orders/store.ts'
import { deleteUploadsOf, releasePhotos } from '#server/photos/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { deleteIdempotencyKeysOf } from '#server/platform/http/idempotency.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { rejectOpenOrders } from './rules.ts'
import { deleteExportsOf } from './store.ts'

/**
 * Deletes an account inside the caller's transaction; refuses while orders are open. A buyer's orders that they never
 * agreed to keep nobody: they are cancelled, which is to be told after the commit, as is that sessions of the other account
 * have ended, by their token hashes. Locks chats, then the person, then
 * books, as orders do: whoever holds the chats owns their orders, and an order from a chat opened meanwhile waits for the
 * person, and then finds them gone.
 */
export async function deleteAccount(
  db: Db,
  viewer: Viewer,
  now: Date,
): Promise<{ news: OrderUpdate[]; ended: string[] }> {
  const me = participantOf(viewer)
  await lockChats(db, me.side === 'buyer' ? { buyer_id: me.personId } : { seller_id: me.personId })
  const person = await lockPerson(db, me.personId)
  // Whoever was logged out meanwhile, by a new password or from elsewhere, has no say any more.
  if (!person || !(await findSession(db, viewer.session))) throw new AppError('session_ended')
  const news = me.side === 'buyer' ? await cancelUnagreedOrders(db, me.personId, now) : []
  rejectOpenOrders(await findOpenOrders(db, me))
  await eraseFromOrders(db, me, now)
  if (me.side === 'seller') await removeBooksOf(db, me.personId, now)
  await deleteNotificationsOf(db, me.personId)
  const ended = await deleteAccessOf(db, me.personId)
  await deleteIdempotencyKeysOf(db, me.personId)
  await deleteExportsOf(db, me.personId)
  await deleteUploadsOf(db, me.personId)
  await erasePerson(db, me.personId, now)
  if (person.picture !== null) await releasePhotos(db, [person.picture], now)
  return { news, ended }
}
