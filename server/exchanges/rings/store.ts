// Rings that wait for their people: `exchanges` without `agreed_at`. Whoever locks the row of one
// owns its members, legs and holds.
import { type SqlBool, sql } from 'kysely'
import { AppError } from '#contract/common/errors.ts'
import { isLastAccount } from '#server/accounts/store.ts'
import { findAccountIds, selectOwn } from '#server/exchanges/store.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { checkQuota, insertUses } from '#server/platform/limits/quotas.ts'
import { isFitting } from '#server/wants/fits.ts'
import { messageQuota } from './policy.ts'
import { isProposed } from './proposed.ts'

export { isProposed }

export const isOpen = (ring: { agreed_at: Date | null; ended_at: Date | null }): boolean =>
  ring.agreed_at === null && ring.ended_at === null

/** Members and legs by number. */
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
export type RingMember = RingParts['members'][number]

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

/** What a member gives and gets. Everybody in a ring does both, once. */
export function legsOf({ legs }: Pick<RingParts, 'legs'>, number: number) {
  const gives = legs.find(({ giver }) => giver === number)
  const gets = legs.find(({ receiver }) => receiver === number)
  if (!gives || !gets) throw new Error('a member without two legs')
  return { gives, gets }
}

/** Whether a copy is still there for its ring: free, or held by it already. */
const isThere = sql<SqlBool>`(books.open_to_exchange and books.deleted_at is null
  and books.hidden_at is null and accounts.status = 'active' and accounts.deleted_at is null
  and (books.available > 0 or exists (select from holds join copies on copies.id = holds.copy_id
    where copies.book_id = books.id and holds.exchange_id = leg.exchange_id)))`

/**
 * Proposed rings of which a book, a want or what somebody may pay has changed since, or in which
 * one has blocked another; of all of them, or whether that one.
 */
export async function findChangedRings(db: Db, exchangeId?: string): Promise<string[]> {
  const isChosen =
    exchangeId === undefined ? isProposed : sql`${isProposed} and exchanges.id = ${exchangeId}`
  const { rows } = await sql<{ id: string }>`
    select exchanges.id from exchanges
    join exchange_legs as leg on leg.exchange_id = exchanges.id
    join exchange_members as member on member.exchange_id = exchanges.id
      and member.number = leg.receiver
    join books on books.id = leg.book_id join accounts on accounts.id = books.seller_id
    left join wants on wants.id = leg.want_id
    where ${isChosen} and (wants.id is null or wants.person_id <> member.person_id
      or not (${isThere} and ${isFitting} and member.pays <= wants.most_on_top))
    union
    select exchanges.id from exchanges
    join exchange_members as one on one.exchange_id = exchanges.id
    join exchange_members as other on other.exchange_id = exchanges.id
    join account_blocks on account_blocks.person_id = one.person_id
      and account_blocks.blocked_person_id = other.person_id
    where ${isChosen}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Tells some members under the bell, by all their accounts. */
export async function notifyMembers(
  db: Db,
  exchangeId: string,
  members: readonly Pick<RingMember, 'person_id'>[],
  textOf: string | ((index: number) => string),
  now: Date,
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
      { kind: 'exchange', text, exchangeId, now },
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

/** Whoever declined isn't asked for that copy again for a while. */
export async function insertRefusals(
  db: Db,
  refusals: readonly { person_id: string; book_id: string }[],
  now: Date,
): Promise<void> {
  if (refusals.length === 0) return
  await db
    .insertInto('ring_refusals')
    .values(refusals.map((refusal) => ({ ...refusal, refused_at: now })))
    .onConflict((conflict) =>
      conflict.columns(['person_id', 'book_id']).doUpdateSet({ refused_at: now }),
    )
    .execute()
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
export async function tellMembers(
  { db, live }: Pick<AppContext, 'db' | 'live'>,
  exchangeId: string,
): Promise<void> {
  const accountIds = await findAccountIds(db, exchangeId)
  live.emit(accountIds, 'exchange_changed', { exchangeId })
  live.emit(accountIds, 'notices_changed', {})
}
