// Finds orders and offers that wait for a person. Chats import this file, so it imports only what
// every feature may import.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { addDays, indianDate } from '#contract/common/dates.ts'
import { otherSide, type Side } from '#contract/common/endpoint.ts'
import { type BuyerTask, type BuyerTasks, buyerTasks } from '#contract/orders/tasks.ts'
import { areBlocked, personOf } from '#server/moderation/are-blocked.ts'
import { orderIs } from '#server/orders/lifecycle/status.ts'
import type { Db } from '#server/platform/database/database.ts'
import { hasProblemToAnswer, tabIs } from './tabs.ts'

const isActive = (account: RawBuilder<unknown>) =>
  sql<SqlBool>`exists (select from accounts
    where id = ${account} and status = 'active' and deleted_at is null)`

/** Whether the other side of a chat or an order can still be dealt with. */
export const canStillDeal = (table: 'chats' | 'orders', side: Side) => {
  const [me, other] = [side, otherSide(side)].map((of) => sql.ref(`${table}.${of}_id`))
  return sql<SqlBool>`(${isActive(sql`${other}`)}
    and not ${areBlocked(personOf(sql`${me}`), personOf(sql`${other}`))})`
}

/** Whether the other side proposed times to meet, and this side can still choose one. */
export const hasTimesToChoose = (side: Side, now: Date) =>
  sql<SqlBool>`(${orderIs.agreed} and orders.returned_at is null
    and (orders.status = 'Pending' or (orders.status = 'Shipped' and orders.hand_over = 'meet'))
    and orders.hand_over is distinct from 'post'
    and (select proposed_by = ${otherSide(side)}
        and exists (select from jsonb_array_elements_text(proposed_times) as proposed
          where proposed::timestamptz > ${now})
      from meetings where meetings.id = orders.meeting_id)
    and ${canStillDeal('orders', side)})`

const endsBy = (day: string) =>
  sql<SqlBool>`(${orderIs.rentedOut} and not ${orderIs.saidMissing} and orders.rent_end <= ${day})`

/** The condition of each list of a buyer. Rents are due from the day before they end. */
export const buyerTaskIs = (now: Date): Record<BuyerTask, RawBuilder<SqlBool>> => ({
  'to-confirm': sql`(${tabIs(now)['to-confirm']} and ${isActive(sql`orders.seller_id`)})`,
  'choose-time': hasTimesToChoose('buyer', now),
  'to-return': endsBy(addDays(indianDate(now), 1)),
  problems: hasProblemToAnswer('buyer'),
})

/** Whether a chat has an offer of the other side that can still be answered. */
export const hasOfferToAnswer = (side: Side, now: Date) =>
  sql<SqlBool>`exists (select from offers
    where offers.chat_id = chats.id and offers.status = 'open'
      and offers.made_by = ${otherSide(side)} and offers.expires_at > ${now})`

export async function countBuyerTasks(
  db: Db,
  buyerId: string,
  now: Date,
): Promise<Pick<BuyerTasks, BuyerTask>> {
  const is = buyerTaskIs(now)
  return db
    .selectFrom('orders')
    .select(
      buyerTasks.map((task) =>
        sql<number>`(count(*) filter (where ${is[task]}))::integer`.as(task),
      ),
    )
    .where('orders.buyer_id', '=', buyerId)
    .executeTakeFirstOrThrow()
}
