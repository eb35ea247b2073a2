// Rings that wait for their people: `exchanges` without `agreed_at`. Whoever locks the row of one
// owns its members, legs and holds.
import { AppError } from '#contract/common/errors.ts'
import { isLastAccount } from '#server/accounts/store.ts'
import { findAccountIds, selectOwn } from '#server/exchanges/store.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { checkQuota, insertUses } from '#server/platform/limits/quotas.ts'
import { messageQuota } from './policy.ts'
import { isProposed } from './proposed.ts'

export { isProposed }

export const isOpen = (ring: { agreed_at: Date | null; ended_at: Date | null }): boolean =>
  ring.agreed_at === null && ring.ended_at === null

export async function readRing(db: Db, exchangeId: string) {
  const members = await db
    .selectFrom('exchange_members')
    .selectAll()
    .where('exchange_id', '=', exchangeId)
    .orderBy('number')
    .execute()
  const legs = await db
    .selectFrom('exchange_legs')
    .innerJoin('books', 'books.id', 'book_id')
    .selectAll('exchange_legs')
    .select(['books.title', 'books.price', 'books.seller_id'])
    .where('exchange_id', '=', exchangeId)
    .orderBy('number')
    .execute()
  return { members, legs }
}
export type RingParts = Awaited<ReturnType<typeof readRing>>
type RingMember = RingParts['members'][number]

export async function lockRing(db: Db, exchangeId: string) {
  const ring = await db
    .selectFrom('exchanges')
    .selectAll()
    .where('id', '=', exchangeId)
    .where('kind', '=', 'ring')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return ring && { ...ring, ...(await readRing(db, exchangeId)) }
}
export type LockedRing = NonNullable<Awaited<ReturnType<typeof lockRing>>>

/** A ring of the person of an account. Throws exchange_not_found. */
export async function findOwnRing(db: Db, accountId: string, exchangeId: string) {
  const own = await selectOwn(db, accountId)
    .where('exchanges.id', '=', exchangeId)
    .where('exchanges.kind', '=', 'ring')
    .executeTakeFirst()
  if (!own) throw new AppError('exchange_not_found')
  return own
}

/** What somebody has said of where their book is sent, as long as their ring waits for others. */
export async function findOwnContact(db: Db, accountId: string, exchangeId: string) {
  const own = await selectOwn(db, accountId)
    .select(['me.delivery_address', 'me.phone_number'])
    .where('exchanges.id', '=', exchangeId)
    .executeTakeFirst()
  return {
    deliveryAddress: own?.delivery_address ?? undefined,
    phoneNumber: own?.phone_number ?? undefined,
  }
}

/** What a member gives and gets. Everybody in a ring does both, once. */
export function legsOf({ legs }: Pick<RingParts, 'legs'>, number: number) {
  const gives = legs.find(({ giver }) => giver === number)
  const gets = legs.find(({ receiver }) => receiver === number)
  if (!gives || !gets) throw new Error('a member without two legs')
  return { gives, gets }
}

export async function notifyMembers(
  db: Db,
  exchangeId: string,
  members: readonly Pick<RingMember, 'person_id'>[],
  textOf: string | ((index: number) => string),
  now: Date,
  part = 'state',
): Promise<void> {
  if (members.length === 0) return
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'person_id'])
    .where(
      'person_id',
      'in',
      members.map(({ person_id }) => person_id),
    )
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const [index, member] of members.entries()) {
    const own = accounts.filter(({ person_id }) => person_id === member.person_id)
    const text = typeof textOf === 'string' ? textOf : textOf(index)
    await insertNotifications(
      db,
      own.map(({ id }) => id),
      { kind: 'exchange', text, exchange: { id: exchangeId, part }, now },
    )
  }
}

/** A line of the market in the chat of a ring; of a member, it is read after their name. */
export async function insertRingNews(
  db: Db,
  exchangeId: string,
  { text, member }: { text: string; member?: number },
  now: Date,
): Promise<void> {
  await db
    .insertInto('ring_messages')
    .values({
      id: newId(now.getTime()),
      exchange_id: exchangeId,
      member: member ?? null,
      is_news: true,
      text,
      created_at: now,
    })
    .execute()
}

/** Counts what somebody writes to rings. Throws too_many_messages. */
export async function countRingWord(db: Db, personId: string, now: Date): Promise<void> {
  const key = `ring ${personId}`
  await checkQuota(db, { key, quota: messageQuota }, now)
  await insertUses(db, [{ id: newId(), key, seconds: messageQuota.seconds }], now)
}

/** Erases where somebody wanted a book sent; with their last account also what they refused. */
export async function eraseFromRings(
  db: Db,
  account: { id: string; person_id: string },
): Promise<void> {
  await db
    .updateTable('exchange_members')
    .set({ delivery_address: null, phone_number: null })
    .where('person_id', '=', account.person_id)
    .where('delivery_address', 'is not', null)
    .execute()
  if (await isLastAccount(db, account))
    await db.deleteFrom('ring_refusals').where('person_id', '=', account.person_id).execute()
}

/** After the commit: all members learn of a change live, by all their accounts. */
export async function emitRingChange(
  { db, live }: Pick<AppContext, 'db' | 'live'>,
  exchangeId: string,
): Promise<void> {
  const accountIds = await findAccountIds(db, exchangeId)
  live.emit(accountIds, 'exchange_changed', { exchangeId })
  live.emit(accountIds, 'notices_changed', {})
}
