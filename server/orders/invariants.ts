import { sql } from 'kysely'
import type { Invariant } from '#server/platform/database/invariants.ts'

export const orderInvariants: Invariant[] = [
  {
    rule: 'an order holds a copy until it is cancelled or the rent is returned',
    broken: sql`
      select orders.id, status, returned_at, during
      from orders left join holds on order_id = orders.id
      where coalesce(upper_inf(during), false) <> (status <> 'Cancelled' and returned_at is null)`,
  },
  {
    rule: 'the copy that an order holds is one of its book',
    broken: sql`
      select orders.id, orders.book_id, copies.book_id as copy_book_id
      from orders join holds on order_id = orders.id join copies on copies.id = copy_id
      where copies.book_id <> orders.book_id`,
  },
  {
    rule: 'an order keeps no UPI ID of a seller who has left',
    broken: sql`
      select orders.id, seller_id from orders join accounts on accounts.id = seller_id
      where orders.upi_id is not null and accounts.deleted_at is not null`,
  },
  {
    rule: 'nobody orders from themselves',
    broken: sql`
      select orders.id, buyer_id, seller_id
      from orders join accounts as buyer on buyer.id = buyer_id
        join accounts as seller on seller.id = seller_id
      where buyer.person_id = seller.person_id`,
  },
  {
    rule: 'the history of an order begins with its creation and ends with its status',
    broken: sql`
      select orders.id, status, first_kind, created, last_status
      from orders left join lateral (
        select (array_agg(kind order by number))[1] as first_kind,
          count(*) filter (where kind = 'created') as created,
          (array_agg(order_events.status order by number desc))[1] as last_status
        from order_events where order_id = orders.id) as history on true
      where first_kind is distinct from 'created' or created <> 1 or last_status <> status`,
  },
  {
    rule: 'the dates of an order agree with its status and its history',
    broken: sql`
      select id, status, order_type, delivered_at, confirmed_at, received_at, returned_at
      from orders
      where (status = 'Delivered') <> (delivered_at is not null)
        or (status = 'Cancelled' and confirmed_at is not null and returned_at is null)
        or (returned_at is not null and (order_type <> 'rent' or not exists (
          select from order_events where order_id = orders.id and kind = 'returned')))
        or (confirmed_at is not null and not exists (
          select from order_events where order_id = orders.id and kind = 'confirmed'))
        or (received_at is not null and ((status = 'Cancelled' and returned_at is null) or not exists (
          select from order_events where order_id = orders.id and kind = 'received')
          and not exists (select from ratings where order_id = orders.id)))
        or (handed_back_at is not null and (order_type <> 'rent' or not exists (
          select from order_events where order_id = orders.id and kind = 'handed_back')))`,
  },
  {
    rule: 'an order that an admin closed or opened again has that in its history',
    broken: sql`
      select id, status, closed_by_admin_at, reopened_at
      from orders
      where (closed_by_admin_at is not null and (status not in ('Delivered', 'Cancelled') or not exists (
          select from order_events where order_id = orders.id and actor_model = 'Admin'
            and (kind = 'closed' or (kind = 'status' and order_events.status = 'Cancelled')))))
        or (reopened_at is not null and not exists (
          select from order_events where order_id = orders.id and kind = 'reopened'))`,
  },
  {
    rule: 'a meeting is about orders of its chat, and about all orders of a deal in person',
    broken: sql`
      select meetings.id, meetings.chat_id, orders.id as order_id
      from meetings left join orders on orders.meeting_id = meetings.id
      where orders.id is null or orders.chat_id <> meetings.chat_id or exists (
        select from orders as other where other.offer_id = orders.offer_id
          and other.meeting_id is distinct from meetings.id)`,
  },
  {
    rule: 'what was handed over with a code has a meeting, and is its seller’s step',
    broken: sql`
      select orders.id, meeting_id
      from order_events join orders on orders.id = order_id
      left join meetings on meetings.id = meeting_id
      where kind = 'handed_over' and (meetings.id is null
        or order_events.actor_model <> 'Seller' or order_events.status <> 'Delivered')`,
  },
  {
    rule: 'no more is said to be paid or received than can be due',
    // What the buyer got back can become due again, so it raises the limit.
    broken: sql`
      select order_id as id, kind, paid, received
      from payments join orders on orders.id = order_id
      where greatest(paid, received) > coalesce(case kind when 'price' then price + coalesce((
          select other.received from payments as other
          where other.order_id = orders.id and other.kind = 'price_back'), 0)
        when 'late_fee' then loss_price + coalesce((
          select other.received from payments as other
          where other.order_id = orders.id and other.kind = 'late_fee_back'), 0)
        when 'deposit' then deposit + coalesce((
          select other.received from payments as other
          where other.order_id = orders.id and other.kind = 'deposit_back'), 0)
        when 'deposit_back' then greatest(deposit, (
          select greatest(other.paid, other.received) from payments as other
          where other.order_id = orders.id and other.kind = 'deposit'))
        else (
          select greatest(other.paid, other.received) from payments as other
          where other.order_id = orders.id
            and other.kind = case payments.kind when 'price_back' then 'price' else 'late_fee' end)
        end, 0)`,
  },
  {
    rule: 'the price of a rent has what its extensions added',
    broken: sql`
      select orders.id, extension_price, added
      from orders join lateral (
        select coalesce(sum(amount::bigint * days), 0) as added from offers
        where extends_order_id = orders.id and offers.status = 'accepted') as extensions on true
      where extension_price <> added`,
  },
]
