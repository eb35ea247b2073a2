import { sql } from 'kysely'

/** A book of the exchange of `orders` that was given or sent already, one in hand first. */
export const begunExchange = sql<{ title: string; status: 'Shipped' | 'Delivered' } | null>`(
  select jsonb_build_object('title', given.book_title, 'status', given.status)
  from orders as given
  where given.exchange_id = orders.exchange_id and given.status in ('Shipped', 'Delivered')
  order by given.status, given.delivered_at, given.id limit 1)`
