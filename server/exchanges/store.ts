// Exchanges with their members, legs and payments. Who is in one, by whichever of their accounts,
// is in every `where`. Whoever changes more than one order locks the chats of all.
import { type Insertable, sql } from 'kysely'
import { displayName } from '#contract/common/display-names.ts'
import type { HandOver } from '#contract/common/hand-overs.ts'
import type { ExchangesTable } from '#db/tables.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Of a ring that is proposed, somebody may lack an account and no leg has an order. */
type NewMember = {
  personId: string
  buyerId: string | null
  sellerId: string | null
  pays: number
}
type NewLeg = {
  giver: number
  receiver: number
  bookId: string
  value: number
} & (
  | { orderId: string }
  | { wantId: string; handOver: HandOver; km: number | undefined; bookFacts?: string }
)
type NewPayment = { payer: number; payee: number; amount: number }

/** Members count from 1; legs and payments name them so. Amounts in paise. */
export async function insertExchangeParts(
  db: Db,
  exchangeId: string,
  parts: { members: NewMember[]; legs: NewLeg[]; payments: NewPayment[] },
): Promise<void> {
  await db
    .insertInto('exchange_members')
    .values(
      parts.members.map(({ personId, buyerId, sellerId, pays }, index) => ({
        exchange_id: exchangeId,
        number: index + 1,
        person_id: personId,
        buyer_id: buyerId,
        seller_id: sellerId,
        pays,
      })),
    )
    .execute()
  await db
    .insertInto('exchange_legs')
    .values(
      parts.legs.map(({ giver, receiver, bookId, value, ...leg }, index) => ({
        exchange_id: exchangeId,
        number: index + 1,
        giver,
        receiver,
        book_id: bookId,
        value,
        ...('orderId' in leg
          ? { order_id: leg.orderId }
          : {
              want_id: leg.wantId,
              hand_over: leg.handOver,
              km: leg.km ?? null,
              book_facts: leg.bookFacts ?? null,
            }),
      })),
    )
    .execute()
  if (parts.payments.length === 0) return
  await db
    .insertInto('exchange_payments')
    .values(
      parts.payments.map((payment, index) => ({
        exchange_id: exchangeId,
        number: index + 1,
        ...payment,
      })),
    )
    .execute()
}

export async function insertExchange(db: Db, exchange: Insertable<ExchangesTable>): Promise<void> {
  await db.insertInto('exchanges').values(exchange).execute()
}

/** The exchanges of the person of an account. */
export const selectOwn = (db: Db, accountId: string) =>
  db
    .selectFrom('exchanges')
    .innerJoin('exchange_members as me', 'me.exchange_id', 'exchanges.id')
    .selectAll('exchanges')
    .select('me.number as me')
    .where('me.person_id', '=', (from) =>
      from.selectFrom('accounts').select('person_id').where('id', '=', accountId),
    )
export type OwnRow = Awaited<ReturnType<ReturnType<typeof selectOwn>['executeTakeFirstOrThrow']>>

/** A leg of one's own exchange that one gives or gets, with the account that it belongs to. */
export function findOwnLeg(
  db: Db,
  accountId: string,
  {
    exchangeId,
    orderId,
    part,
  }: { exchangeId: string; orderId: string; part: 'giver' | 'receiver' },
) {
  return db
    .selectFrom('exchange_legs')
    .innerJoin('exchange_members as me', (on) =>
      on
        .onRef('me.exchange_id', '=', 'exchange_legs.exchange_id')
        .onRef('me.number', '=', `exchange_legs.${part}`),
    )
    .innerJoin('accounts as own', 'own.person_id', 'me.person_id')
    .innerJoin('orders', 'orders.id', 'exchange_legs.order_id')
    .select(['orders.id as orderId', 'orders.meeting_id as meetingId', 'orders.status'])
    .select(part === 'giver' ? 'orders.seller_id as accountId' : 'orders.buyer_id as accountId')
    .where('own.id', '=', accountId)
    .where('exchange_legs.exchange_id', '=', exchangeId)
    .where('exchange_legs.order_id', '=', orderId)
    .executeTakeFirst()
}

/** All accounts of all members: who is told live. */
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
 * Whether somebody declined a ring whose chat says that they had accepted it. Looked for by the
 * index, and of these few only: the planner would rather read all messages once.
 */
const hasWithdrawn = sql<boolean>`case when answer = 'declined' then exists (
  select from ring_messages where ring_messages.exchange_id = exchange_members.exchange_id
    and ring_messages.member = exchange_members.number and ring_messages.is_news offset 0)
  else false end`

export const findMembers = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('exchange_members')
    .leftJoin('accounts as buyer', 'buyer.id', 'buyer_id')
    .leftJoin('accounts as seller', 'seller.id', 'seller_id')
    .select([
      'exchange_id',
      'number',
      'buyer_id',
      'seller_id',
      'exchange_members.person_id',
      'answer',
    ])
    .select(['buyer.name as buyer_name', 'buyer.deleted_at as buyer_deleted_at'])
    .select(['seller.name as seller_name', 'seller.deleted_at as seller_deleted_at'])
    .select(['seller.upi_id', 'seller.status as seller_status'])
    .select((from) =>
      from
        .selectFrom('orders')
        .select('orders.upi_id')
        .whereRef('orders.exchange_id', '=', 'exchange_members.exchange_id')
        .whereRef('orders.seller_id', '=', 'exchange_members.seller_id')
        .limit(1)
        .as('agreed_upi_id'),
    )
    .select(['seller.rating_sum', 'seller.rating_count'])
    .select(hasWithdrawn.as('has_withdrawn'))
    .where('exchange_id', 'in', ids)
    .orderBy('number')
    .execute()
export type MemberRow = Awaited<ReturnType<typeof findMembers>>[number]

/** Tells of two members of an exchange, by number, whether one has blocked the other. */
export async function findBlockedMembers(db: Db, exchangeIds: readonly string[]) {
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
    .where('other.exchange_id', 'in', exchangeIds)
    .execute()
  const pairs = new Set(
    rows.flatMap(({ exchange_id, one, other }) => [
      `${exchange_id} ${one} ${other}`,
      `${exchange_id} ${other} ${one}`,
    ]),
  )
  return ({ id, me, number }: { id: string; me: number; number: number }): boolean =>
    pairs.has(`${id} ${me} ${number}`)
}

/** As the others of an exchange know them. */
export function nameOf(row: MemberRow): string {
  const seller = { name: row.seller_name ?? '', deletedAt: row.seller_deleted_at }
  if (row.seller_id !== null && row.seller_deleted_at === null) return seller.name
  return displayName('buyer', { name: row.buyer_name ?? '', deletedAt: row.buyer_deleted_at })
}
