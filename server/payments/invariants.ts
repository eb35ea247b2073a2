import { sql } from 'kysely'
import type { Invariant } from '#server/platform/database/invariants.ts'

export const paymentInvariants: Invariant[] = [
  {
    rule: 'no more is said to be paid or received than can be due',
    // What the buyer has back of a price, a deposit or a late fee can be due anew.
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
    rule: 'what was taken back isn’t said to be paid',
    broken: sql`
      select order_id as id, kind, paid, received
      from payments
      where taken_back_at is not null and paid_at < taken_back_at and paid > received`,
  },
  {
    rule: 'only rents have a deposit, a late fee and payments of them',
    broken: sql`
      select orders.id, order_type, orders.deposit, orders.late_fee
      from orders
      where order_type = 'purchase' and (deposit is not null or late_fee is not null
        or extension_price > 0 or exists (
          select from payments where order_id = orders.id and kind not in ('price', 'price_back')))`,
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
