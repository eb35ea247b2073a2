import { sql } from 'kysely'
import { AppError } from '#contract/common/error-catalog.ts'
import type { Address } from '#contract/orders/addresses.ts'
import { areBlocked, personOf } from '#server/moderation/are-blocked.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'

/** A buyer has at most this many saved addresses. The least recently used are deleted. */
const maxAddresses = 10

export async function keepAddress(
  db: Db,
  accountId: string,
  { deliveryAddress, phoneNumber }: { deliveryAddress: string; phoneNumber: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto('addresses')
    .values({
      id: newId(now.getTime()),
      account_id: accountId,
      delivery_address: deliveryAddress,
      phone_number: phoneNumber,
      used_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'delivery_address', 'phone_number'])
        .doUpdateSet({ used_at: now }),
    )
    .execute()
  const surplus = db
    .selectFrom('addresses')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .offset(maxAddresses)
  await db.deleteFrom('addresses').where('id', 'in', surplus).execute()
}

export async function viewAddresses(db: Db, accountId: string): Promise<Address[]> {
  const rows = await db
    .selectFrom('addresses')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    deliveryAddress: row.delivery_address,
    phoneNumber: row.phone_number,
  }))
}

/** Throws address_not_found. */
export async function removeAddress(db: Db, accountId: string, id: string): Promise<void> {
  const removed = await db
    .deleteFrom('addresses')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
  if (!removed) throw new AppError('address_not_found')
}

export async function deleteAddressesOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('addresses').where('account_id', '=', accountId).execute()
}

type ChatPeople = { buyer_id: string; seller_id: string }

/**
 * Finds the address that a seller may fill in for the buyer of a chat: that of the last order, or
 * else the buyer's own, if the buyer shares it.
 */
export async function findDelivery(db: Db, people: ChatPeople) {
  const last = await findLastDelivery(db, people)
  return last ?? (await findSharedAddress(db, people))
}

const findSharedAddress = (db: Db, { buyer_id, seller_id }: ChatPeople) =>
  db
    .selectFrom('accounts')
    .select(['address as delivery_address', 'phone as phone_number'])
    .where('id', '=', buyer_id)
    .where('shares_address', '=', true)
    .where('status', '=', 'active')
    .where(sql<boolean>`not ${areBlocked(personOf(sql`${buyer_id}`), personOf(sql`${seller_id}`))}`)
    .executeTakeFirst()

/**
 * Finds the address and phone number of the latest order that the buyer agreed to from this seller,
 * in any chat. Orders with a meeting don't count.
 */
function findLastDelivery(db: Db, { buyer_id, seller_id }: ChatPeople) {
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
