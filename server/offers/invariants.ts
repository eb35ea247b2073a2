import { sql } from 'kysely'
import type { Invariant } from '#server/platform/database/invariants.ts'

export const offerInvariants: Invariant[] = [
  {
    rule: 'an accepted offer and a deal have an order for each copy, whose prices add up to the amount',
    broken: sql`
      select offers.id, offers.status, copies, orders, amount, sum
      from offers
      join lateral (select sum(copies) as copies
        from offer_items where offer_id = offers.id and given_by = 'seller') as items on true
      join lateral (select count(*) as orders, sum(price - extension_price) as sum
        from orders where offer_id = offers.id) as made on true
      where extends_order_id is null and top_up is null and (
        orders <> (case when offers.status in ('accepted', 'ordered') then copies else 0 end)
        or sum <> amount::bigint * coalesce(days, 1) or copies is null)`,
  },
  {
    rule: 'the books of an offer are those of the seller of its chat; what is given for them is another’s',
    broken: sql`
      select offer_id as id, offer_items.book_id, given_by
      from offer_items join offers on offers.id = offer_id
      join chats on chats.id = chat_id join books on books.id = offer_items.book_id
      where (books.seller_id = chats.seller_id) <> (given_by = 'seller')`,
  },
  {
    rule: 'both sides of an exchange give books with values, and what is paid on top is as offered',
    broken: sql`
      select offers.id, offers.status, amount, top_up, seller_sum, buyer_sum, exchanges.id as exchange_id
      from offers left join exchanges on exchanges.offer_id = offers.id
      join lateral (select sum(value) filter (where given_by = 'seller') as seller_sum,
          sum(value) filter (where given_by = 'buyer') as buyer_sum, count(value) as valued,
          count(*) as copies, bool_or(given_by = 'buyer') as is_exchange
        from offer_items where offer_id = offers.id) as items on true
      where (top_up is not null and (valued <> copies
          or seller_sum is distinct from amount or buyer_sum is null
          or (exchanges.id is not null and abs(top_up) <> (select coalesce(sum(payment.amount), 0)
            from exchange_payments as payment where payment.exchange_id = exchanges.id))
          or (offers.status = 'accepted') <> (exchanges.id is not null)))
        or (top_up is null and (is_exchange or valued > 0 or exchanges.id is not null))`,
  },
  {
    rule: 'an offer that ended without orders keeps no address and no phone number',
    broken: sql`
      select id, status from offers
      where status not in ('open', 'accepted')
        and (delivery_address is not null or phone_number is not null
          or seller_delivery_address is not null or seller_phone_number is not null)`,
  },
]
