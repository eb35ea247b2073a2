// Which tab of a seller's list an order is in, and which orders a search finds.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { indianDate } from '#contract/common/dates.ts'
import { otherSide, type ParsedInput, type Side } from '#contract/common/endpoint.ts'
import { latinDigits, readPhone } from '#contract/common/typed-text.ts'
import { type OrderCounts, type OrderTab, orderTabs } from '#contract/orders/order-tabs.ts'
import type { listSellerOrders } from '#contract/orders/orders.ts'
import { sellerTasks } from '#contract/orders/tasks.ts'
import { senderModelOf } from '#server/chats/rules.ts'
import { orderIs } from '#server/orders/lifecycle/status.ts'
import { type Db, likePattern } from '#server/platform/database/database.ts'

const isOngoing = sql`(not ${orderIs.withOpenProblem} and orders.returned_at is null)`
const isToDeliver = sql`(${isOngoing} and orders.status = 'Pending' and ${orderIs.agreed})`

const isOut = sql`(${isOngoing} and orders.status = 'Delivered' and orders.order_type = 'rent')`

/** Whether an order has an open problem about which the other side wrote last. */
export const hasProblemToAnswer = (side: Side) =>
  sql<SqlBool>`exists (select from problems
    where problems.order_id = orders.id and problems.solved_at is null
      and ${senderModelOf[otherSide(side)]} = (select sender_model from problem_messages
        where problem_id = problems.id order by number desc limit 1))`

/**
 * The condition of each tab. Exactly one is true of each order. 'to-pack' is the same as the
 * function `isToPack`. A rented book is due when it is overdue or its buyer says that it was handed
 * back.
 */
export function tabIs(now: Date): Record<OrderTab, RawBuilder<SqlBool>> {
  const isDue = sql`(orders.handed_back_at is not null or orders.rent_end < ${indianDate(now)})`
  const isToAnswer = hasProblemToAnswer('seller')
  return {
    'to-confirm': sql`(${isOngoing} and orders.status = 'Pending' and not ${orderIs.agreed})`,
    'to-pack': sql`(${isToDeliver} and orders.hand_over is distinct from 'meet')`,
    'to-hand-over': sql`(${isToDeliver} and orders.hand_over = 'meet')`,
    shipped: sql`(${isOngoing} and orders.status = 'Shipped')`,
    'rents-due': sql`(${isOut} and ${isDue})`,
    problems: isToAnswer,
    'with-buyer': sql`(${isOut} and not ${isDue} or ${orderIs.withOpenProblem} and not ${isToAnswer})`,
    done: sql`(not ${orderIs.withOpenProblem} and (orders.returned_at is not null
    or orders.status = 'Cancelled'
    or (orders.status = 'Delivered' and orders.order_type = 'purchase')))`,
  }
}

/** Returns the short number of an order in the form that is stored, if `search` is one. */
export const readOrderNumber = (search: string): string | undefined =>
  /^#?([0-9a-f]{6})$/i.exec(latinDigits(search))?.[1]?.toLowerCase()

const minPhoneDigits = 4

/** The condition that an order has the number, the phone number or all words that were typed. */
function matches(search: string) {
  const words = [...new Set(search.split(/\s+/))].map(
    (word) => sql<SqlBool>`(orders.book_title ilike ${likePattern(word)}
      or orders.buyer_name ilike ${likePattern(word)})`,
  )
  const ways = [sql<SqlBool>`(${sql.join(words, sql` and `)})`]
  const number = readOrderNumber(search)
  if (number) ways.push(sql`right(orders.id::text, 6) = ${number}`)
  const phone = readPhone(search)
  // A number that the seller can't see any more must not be found by guessing.
  if (/^\+?\d+$/.test(phone) && phone.length >= minPhoneDigits)
    ways.push(sql`(orders.phone_number like ${likePattern(phone)}
      and orders.contact_hidden_at is null)`)
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}

type Filters = Pick<ParsedInput<typeof listSellerOrders>, 'tab' | 'search'>

/** The conditions that an order is in the tab and found by the search. */
export const filterConditions = ({ tab, search }: Filters, now: Date) => [
  ...(tab ? [tabIs(now)[tab]] : []),
  ...(search ? [matches(search)] : []),
]

const countIn = <Tab extends OrderTab>(tabs: readonly Tab[], now: Date) => {
  const is = tabIs(now)
  return tabs.map((tab) => sql<number>`(count(*) filter (where ${is[tab]}))::integer`.as(tab))
}

export async function countOrders(
  db: Db,
  sellerId: string,
  filters: Pick<Filters, 'search'>,
  now: Date,
): Promise<OrderCounts> {
  let query = db
    .selectFrom('orders')
    .select(sql<number>`count(*)::integer`.as('all'))
    .select(countIn(orderTabs, now))
    .where('orders.seller_id', '=', sellerId)
  for (const condition of filterConditions(filters, now)) query = query.where(condition)
  return query.executeTakeFirstOrThrow()
}

/** Counts the orders that wait for their seller. Reads no others, which can be very many. */
export const countSellerTasks = (db: Db, sellerId: string, now: Date) =>
  db
    .selectFrom('orders')
    .select(countIn(sellerTasks, now))
    .where('orders.seller_id', '=', sellerId)
    .where(
      sql<SqlBool>`(${orderIs.open} or orders.id in (
        select order_id from problems where solved_at is null))`,
    )
    .executeTakeFirstOrThrow()
