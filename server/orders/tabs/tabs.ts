// Which tab of a seller's list an order is in, and which orders a search finds.
import { type SqlBool, sql } from 'kysely'
import type { ParsedInput } from '#contract/common/endpoint.ts'
import { latinDigits, readPhone } from '#contract/common/typed-text.ts'
import { type OrderCounts, type OrderTab, orderTabs } from '#contract/orders/order-tabs.ts'
import type { listSellerOrders } from '#contract/orders/orders.ts'
import { orderIs } from '#server/orders/lifecycle/status.ts'
import { type Db, likePattern } from '#server/platform/database/database.ts'

/** The tab of an order. 'to-pack' is the same as the function `isToPack`. A rent is due until it is back. */
export const tabOf = sql<OrderTab>`(case
  when ${orderIs.withOpenProblem} then 'problems'
  when orders.returned_at is not null or orders.status = 'Cancelled' then 'done'
  when orders.status = 'Delivered' then case orders.order_type when 'rent' then 'rents-due' else 'done' end
  when orders.status = 'Shipped' then 'shipped'
  when not ${orderIs.agreed} then 'to-confirm'
  when orders.hand_over = 'meet' then 'to-hand-over'
  else 'to-pack' end)`

const minPhoneDigits = 4

/** The condition that an order has the number, the phone number or all words that were typed. */
function matches(search: string) {
  const words = [...new Set(search.split(/\s+/))].map(
    (word) => sql<SqlBool>`(orders.book_title ilike ${likePattern(word)}
      or orders.buyer_name ilike ${likePattern(word)})`,
  )
  const ways = [sql<SqlBool>`(${sql.join(words, sql` and `)})`]
  const number = /^#?([0-9a-f]{6})$/i.exec(latinDigits(search))?.[1]
  if (number) ways.push(sql`right(orders.id::text, 6) = ${number.toLowerCase()}`)
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
  ...(tab ? [sql<SqlBool>`${tabOf} = ${tab}`] : []),
  ...(search ? [matches(search)] : []),
]

export async function countOrders(
  db: Db,
  sellerId: string,
  filters: Pick<Filters, 'search'>,
): Promise<OrderCounts> {
  let query = db
    .selectFrom('orders')
    .select([tabOf.as('tab'), sql<number>`count(*)::integer`.as('count')])
    .where('orders.seller_id', '=', sellerId)
    .groupBy('tab')
  for (const condition of filterConditions(filters)) query = query.where(condition)
  const counted = new Map((await query.execute()).map(({ tab, count }) => [tab, count]))
  const counts = orderTabs.map((tab) => [tab, counted.get(tab) ?? 0] as const)
  const all = counts.reduce((sum, [, count]) => sum + count, 0)
  return { all, ...Object.fromEntries(counts) } as OrderCounts
}
