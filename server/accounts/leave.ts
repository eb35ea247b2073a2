// How a person leaves: what tells of them is erased, what belongs to others stays with them.
import { Refusal } from '#contract/errors.ts'
import { deleteResetsOf, deleteSessionsOf } from '#server/auth/store.ts'
import { removeBooksOf } from '#server/books/store.ts'
import { lockChats, type Me } from '#server/chats/store.ts'
import { deleteNoticesOf } from '#server/notices/store.ts'
import { eraseFromOrders, findOpenOrders } from '#server/orders/store.ts'
import { erasePerson, lockPerson } from '#server/people/store.ts'
import { releasePhotos } from '#server/photos/store.ts'
import type { Db } from '#server/platform/db.ts'
import { refuseOpenOrders } from './rules.ts'

/**
 * Deletes an account inside the caller's transaction; refuses while orders are open. Locks chats, then the person, then
 * books, as orders do: whoever holds the chats owns their orders, and an order from a chat opened meanwhile waits for the
 * person, and then finds them gone.
 */
export async function eraseAccount(db: Db, me: Me, now: Date): Promise<void> {
  await lockChats(db, me.side === 'buyer' ? { buyer_id: me.personId } : { seller_id: me.personId })
  const person = await lockPerson(db, me.personId)
  if (!person) throw new Refusal('session_ended')
  refuseOpenOrders(await findOpenOrders(db, me))
  await eraseFromOrders(db, me, now)
  if (me.side === 'seller') await removeBooksOf(db, me.personId, now)
  await deleteNoticesOf(db, me.personId)
  await deleteSessionsOf(db, me.personId)
  await deleteResetsOf(db, [me.personId])
  await erasePerson(db, me.personId, now)
  if (person.picture !== null) await releasePhotos(db, [person.picture], now)
}
