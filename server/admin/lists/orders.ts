import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Page } from '#contract/common/endpoint.ts'
import type { Order } from '#contract/orders/orders.ts'
import { orderIs } from '#server/orders/lifecycle/status.ts'
import { selectOrderPage, toOrders } from '#server/orders/views.ts'
import { type Db, likePattern } from '#server/platform/database/database.ts'
import { newestFirst, sortPage, toPage } from '#server/platform/http/paging.ts'
import { countAll, everything, type ListRequest, maxPageSizes } from './query.ts'

const wholeId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const shortId = /^#?([0-9a-f]{6})$/

/**
 * Returns a condition if the search is an order's id, or its last six digits, which people see as
 * the order's number. Otherwise returns undefined.
 */
function hasId(search: string) {
  const text = search.toLowerCase()
  if (wholeId.test(text)) return sql<SqlBool>`orders.id = ${text}::uuid`
  const short = shortId.exec(text)?.[1]
  return short && sql<SqlBool>`right(orders.id::text, 6) = ${short}`
}

/**
 * Searches orders by number, book title, buyer or seller. Names of deleted accounts are hidden, so
 * they match nothing.
 */
function matchesSearch(search: string | undefined) {
  if (!search) return everything
  const pattern = likePattern(search)
  // The first condition can use the index; the second excludes deleted accounts' names.
  const named = sql<SqlBool>`((orders.book_title ilike ${pattern}
      or orders.buyer_name ilike ${pattern} or orders.seller_name ilike ${pattern})
    and (orders.book_title ilike ${pattern}
      or (orders.buyer_name ilike ${pattern} and buyer.deleted_at is null)
      or (orders.seller_name ilike ${pattern} and seller.deleted_at is null)))`
  const numbered = hasId(search)
  return numbered ? sql<SqlBool>`(${numbered} or ${named})` : named
}

/** Selects the orders of blocked accounts. Starts from these accounts, because there are few. */
const ofBlocked = (side: 'buyer_id' | 'seller_id') => sql`
  select theirs.id from accounts as blocked join orders as theirs on theirs.${sql.ref(side)} = blocked.id
  where blocked.status <> 'active' and blocked.deleted_at is null`

const isOpenOfBlocked = sql<SqlBool>`((${orderIs.open} or ${orderIs.withOpenProblem})
  and orders.id in (${ofBlocked('buyer_id')} union all ${ofBlocked('seller_id')}))`

export const findOrders = (db: Db, request: ListRequest, now: Date): Promise<Page<Order>> =>
  findOrdersThat(everything, db, request, now)

/** Returns the orders of blocked people that are open or have an open problem. */
export const findBlockedOrders = (db: Db, request: ListRequest, now: Date): Promise<Page<Order>> =>
  findOrdersThat(isOpenOfBlocked, db, request, now)

async function findOrdersThat(
  condition: RawBuilder<SqlBool>,
  db: Db,
  request: ListRequest,
  now: Date,
): Promise<Page<Order>> {
  const matches = matchesSearch(request.search)
  const found = db
    .selectFrom('orders')
    .innerJoin('accounts as buyer', 'buyer.id', 'orders.buyer_id')
    .innerJoin('accounts as seller', 'seller.id', 'orders.seller_id')
    .where(condition)
    .where(matches)
  const { others } = maxPageSizes
  const ids = sortPage(found.select('orders.id'), request, others, newestFirst('orders.id'))
  const rows = await selectOrderPage(db, ids).execute()
  const isAll = !request.search && condition === everything
  const total = await (isAll ? countAll(db, db.selectFrom('orders')) : countAll(db, found))
  const page = toPage(rows, request, others, (row) => [row.id])
  const orders = await toOrders(db, page.rows, { role: 'admin', now })
  return { rows: orders, next: page.next, total }
}
