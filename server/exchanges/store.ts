// Exchanges, members, legs and payments. `selectOwn` and `findOwn` find only the caller's
// exchanges; functions that take exchange ids trust the caller. Code that changes several orders
// locks all of their chats.
import { type Insertable, type SqlBool, sql } from 'kysely'
import { AppError } from '#contract/common/error-catalog.ts'
import type {
  ExchangeLegsTable,
  ExchangeMembersTable,
  ExchangePaymentsTable,
  ExchangesTable,
} from '#db/tables.ts'
import { accountsOfPeople } from '#server/accounts/store.ts'
import { personOf } from '#server/moderation/are-blocked.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'

type Part<Table> = Omit<Insertable<Table>, 'exchange_id' | 'number'>
type Parts = {
  members: Part<ExchangeMembersTable>[]
  legs: Part<ExchangeLegsTable>[]
  payments: Part<ExchangePaymentsTable>[]
}

/** Inserts an exchange. Its members, legs and payments are numbered from 1, in order. */
export async function insertExchange(
  db: Db,
  exchange: Insertable<ExchangesTable>,
  { members, legs, payments }: Parts,
): Promise<void> {
  const numbered = <Row>(rows: readonly Row[]) =>
    rows.map((row, index) => ({ ...row, exchange_id: exchange.id, number: index + 1 }))
  await db.insertInto('exchanges').values(exchange).execute()
  await db.insertInto('exchange_members').values(numbered(members)).execute()
  await db.insertInto('exchange_legs').values(numbered(legs)).execute()
  if (payments.length > 0)
    await db.insertInto('exchange_payments').values(numbered(payments)).execute()
}

export const selectOwn = (db: Db, accountId: string) =>
  db
    .selectFrom('exchanges')
    .innerJoin('exchange_members as me', 'me.exchange_id', 'exchanges.id')
    .selectAll('exchanges')
    .select('me.number as me')
    .where(sql<SqlBool>`me.person_id = ${personOf(accountId)}`)
export type OwnRow = Awaited<ReturnType<ReturnType<typeof selectOwn>['executeTakeFirstOrThrow']>>

/**
 * Returns one of the caller's exchanges, with the caller's number in it. Throws exchange_not_found.
 */
export async function findOwn(db: Db, accountId: string, exchangeId: string): Promise<OwnRow> {
  const own = await selectOwn(db, accountId)
    .where('exchanges.id', '=', exchangeId)
    .executeTakeFirst()
  if (!own) throw new AppError('exchange_not_found')
  return own
}

/** Returns the address and phone number that a member of a proposed ring has given. */
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

export const eraseContact = (db: Db, personId: string) =>
  db
    .updateTable('exchange_members')
    .set({ delivery_address: null, phone_number: null })
    .where('person_id', '=', personId)
    .where('delivery_address', 'is not', null)
    .execute()

export const findMembers = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('exchange_members as member')
    .leftJoin('accounts as buyer', 'buyer.id', 'buyer_id')
    .leftJoin('accounts as seller', 'seller.id', 'seller_id')
    .select(['exchange_id', 'number', 'buyer_id', 'seller_id', 'member.person_id'])
    .select(['answer', 'has_withdrawn'])
    .select(['buyer.name as buyer_name', 'seller.name as seller_name'])
    .select('seller.shop_name')
    .select(['seller.upi_id', 'seller.status as seller_status'])
    .select('seller.deleted_at as seller_deleted_at')
    .select(['seller.rating_sum', 'seller.rating_count'])
    .select((from) =>
      from
        .selectFrom('orders')
        .select('orders.upi_id')
        .whereRef('orders.exchange_id', '=', 'member.exchange_id')
        .whereRef('orders.seller_id', '=', 'member.seller_id')
        .limit(1)
        .as('agreed_upi_id'),
    )
    .where('exchange_id', 'in', ids)
    .orderBy('number')
    .execute()
export type MemberRow = Awaited<ReturnType<typeof findMembers>>[number]

export function nameOf(member: MemberRow): string {
  const { buyer_name, seller_name, seller_deleted_at } = member
  return (seller_deleted_at === null ? seller_name : buyer_name) ?? buyer_name ?? seller_name ?? ''
}

/** Finds all accounts of all members, except deleted ones. */
export async function findAccountIds(db: Db, exchangeId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('exchange_members')
    .innerJoin('accounts', 'accounts.person_id', 'exchange_members.person_id')
    .select('accounts.id')
    .where('exchange_id', '=', exchangeId)
    .where('accounts.deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Returns a function that lists the members whom a member has blocked or who have blocked that
 * member.
 */
export async function findBlocks(db: Db, exchangeIds: readonly string[]) {
  const rows = await db
    .selectFrom('exchange_members as one')
    .innerJoin('exchange_members as other', 'other.exchange_id', 'one.exchange_id')
    .innerJoin('account_blocks', (on) =>
      on
        .onRef('account_blocks.person_id', '=', 'one.person_id')
        .onRef('blocked_person_id', '=', 'other.person_id'),
    )
    .select(['one.exchange_id', 'one.number as one', 'other.number as other'])
    .where('one.exchange_id', 'in', exchangeIds)
    .execute()
  return ({ id, me }: { id: string; me: number }): number[] => {
    const own = rows.filter(({ exchange_id }) => exchange_id === id)
    const others = own.flatMap(({ one, other }) => (one === me ? other : other === me ? one : []))
    return [...new Set(others)]
  }
}

type Notice = { exchangeId: string; part?: string; textOf: string | ((index: number) => string) }

/**
 * Notifies both accounts of these members. Replaces an unread notification about the same `part` of
 * the exchange.
 */
export async function notifyMembers(
  db: Db,
  members: readonly Pick<MemberRow, 'person_id'>[],
  { exchangeId, part = 'state', textOf }: Notice,
  now: Date,
): Promise<void> {
  if (members.length === 0) return
  const people = members.map(({ person_id }) => person_id)
  const accounts = await accountsOfPeople(db, people)
  for (const [index, { person_id }] of members.entries()) {
    const own = accounts.filter((account) => account.person_id === person_id).map(({ id }) => id)
    const text = typeof textOf === 'string' ? textOf : textOf(index)
    const exchange = { id: exchangeId, part }
    await insertNotifications(db, own, { kind: 'exchange', text, exchange, now })
  }
}

/**
 * Adds a System message to a ring's chat. If `member` is given, the member's name is shown before
 * `text`.
 */
export async function insertRingNews(
  db: Db,
  exchangeId: string,
  { text, member = null }: { text: string; member?: number | null },
  now: Date,
): Promise<void> {
  const id = newId(now.getTime())
  await db
    .insertInto('ring_messages')
    .values({ id, exchange_id: exchangeId, member, is_system: true, text, created_at: now })
    .execute()
}

/** Emits a change to all accounts of all members. Call this after the commit. */
export async function emitChange(
  { db, live }: Pick<AppContext, 'db' | 'live'>,
  exchangeId: string,
): Promise<void> {
  const accountIds = await findAccountIds(db, exchangeId)
  live.emit(accountIds, 'exchange_changed', { exchangeId })
  live.emit(accountIds, 'notices_changed', {})
}
