// Which tab of a seller's list an order is in, and which orders a search finds.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ParsedInput } from '#contract/common/endpoint.ts'
import { latinDigits, readPhone } from '#contract/common/typed-text.ts'
import { type OrderCounts, type OrderTab, orderTabs } from '#contract/orders/order-tabs.ts'
import type { listSellerOrders } from '#contract/orders/orders.ts'
import { orderIs } from '#server/orders/lifecycle/status.ts'
import { type Db, likePattern } from '#server/platform/database/database.ts'

const isOngoing = sql`(not ${orderIs.withOpenProblem} and orders.returned_at is null)`
const isToDeliver = sql`(${isOngoing} and orders.status = 'Pending' and ${orderIs.agreed})`

/**
 * The condition of each tab. Exactly one is true of each order. 'to-pack' is the same as the
 * function `isToPack`. A rented book is due until it is back.
 */
export const tabIs: Record<OrderTab, RawBuilder<SqlBool>> = {
  'to-confirm': sql`(${isOngoing} and orders.status = 'Pending' and not ${orderIs.agreed})`,
  'to-pack': sql`(${isToDeliver} and orders.hand_over is distinct from 'meet')`,
  'to-hand-over': sql`(${isToDeliver} and orders.hand_over = 'meet')`,
  shipped: sql`(${isOngoing} and orders.status = 'Shipped')`,
  'rents-due': sql`(${isOngoing} and orders.status = 'Delivered' and orders.order_type = 'rent')`,
  problems: orderIs.withOpenProblem,
  done: sql`(not ${orderIs.withOpenProblem} and (orders.returned_at is not null
    or orders.status = 'Cancelled'
    or (orders.status = 'Delivered' and orders.order_type = 'purchase')))`,
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
export const filterConditions = ({ tab, search }: Filters) => [
  ...(tab ? [tabIs[tab]] : []),
  ...(search ? [matches(search)] : []),
]

export async function countOrders(
  db: Db,
  sellerId: string,
  filters: Pick<Filters, 'search'>,
): Promise<OrderCounts> {
  let query = db
    .selectFrom('orders')
    .select(sql<number>`count(*)::integer`.as('all'))
    .select(
      orderTabs.map((tab) => sql<number>`(count(*) filter (where ${tabIs[tab]}))::integer`.as(tab)),
    )
    .where('orders.seller_id', '=', sellerId)
  for (const condition of filterConditions(filters)) query = query.where(condition)
  return query.executeTakeFirstOrThrow()
}
