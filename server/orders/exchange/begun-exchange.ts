import { sql } from 'kysely'
import type { Role } from '#contract/common/endpoint.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { Order } from '#contract/orders/orders.ts'

/**
 * Paise that buyer and seller pay on top in the exchange of `orders`; negative if they get them.
 */
export const paidOnTop = sql<{ buyer: number; seller: number } | null>`(
  select jsonb_build_object('buyer', receiver.pays, 'seller', giver.pays)
  from exchange_legs as leg
  join exchange_members as receiver on receiver.exchange_id = leg.exchange_id
    and receiver.number = leg.receiver
  join exchange_members as giver on giver.exchange_id = leg.exchange_id
    and giver.number = leg.giver
  where leg.order_id = orders.id)`

/** A book of the exchange of `orders` that was given or sent already, one in hand first. */
export const begunExchange = sql<{ title: string; status: 'Shipped' | 'Delivered' } | null>`(
  select jsonb_build_object('title', given.book_title, 'status', given.status)
  from orders as given
  where given.exchange_id = orders.exchange_id and given.status in ('Shipped', 'Delivered')
  order by given.status, given.delivered_at, given.id limit 1)`

type Row = {
  begun_exchange: { title: string; status: 'Shipped' | 'Delivered' } | null
  paid_on_top: { buyer: number; seller: number } | null
}

/** The exchange of an order as its buyer or seller sees it. */
export const exchangeOf = (
  _id: string,
  { begun_exchange, paid_on_top }: Row,
  role: Role,
): Order['exchange'] => ({
  _id,
  begun: begun_exchange ?? undefined,
  ...(role !== 'admin' && paid_on_top && { pays: toRupees(paid_on_top[role]) }),
})
