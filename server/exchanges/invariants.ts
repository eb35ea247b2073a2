import { sql } from 'kysely'
import type { Invariant } from '#server/platform/database/invariants.ts'
import { isProposed } from './rings/proposed.ts'

export const exchangeInvariants: Invariant[] = [
  {
    rule: 'each order of an exchange is one of its legs, from its giver to its receiver',
    broken: sql`
      select orders.id, orders.exchange_id, leg.exchange_id as leg_exchange_id
      from orders full join exchange_legs as leg on leg.order_id = orders.id
      left join exchange_members as giver
        on giver.exchange_id = leg.exchange_id and giver.number = leg.giver
      left join exchange_members as receiver
        on receiver.exchange_id = leg.exchange_id and receiver.number = leg.receiver
      where (orders.exchange_id is not null or leg.order_id is not null) and (
        orders.exchange_id is distinct from leg.exchange_id
        or orders.book_id <> leg.book_id or orders.price <> leg.value
        or (orders.seller_id, orders.buyer_id) is distinct from (giver.seller_id, receiver.buyer_id))`,
  },
  {
    rule: 'the accounts of a member of an exchange are those of its person, until they leave',
    broken: sql`
      select exchange_id as id, number, member.person_id
      from exchange_members as member
      where exists (select from accounts where accounts.id in (buyer_id, seller_id)
        and accounts.deleted_at is null and accounts.person_id <> member.person_id)`,
  },
  {
    rule: 'a direct exchange is between two people who each give a book',
    broken: sql`
      select exchanges.id, people, givers
      from exchanges,
        lateral (select count(*) as people from exchange_members where exchange_id = exchanges.id) as members,
        lateral (select count(distinct giver) as givers from exchange_legs where exchange_id = exchanges.id) as legs
      where kind = 'direct' and (people <> 2 or givers <> 2)`,
  },
  {
    // A book that was ever sent counts as handed over, even if its order is Pending again.
    rule: 'an exchange of which nothing was handed over runs as a whole, or is cancelled as a whole',
    broken: sql`
      select exchange_id as id, count(*) as orders
      from orders where exchange_id is not null
      group by exchange_id
      having bool_or(status = 'Cancelled') and bool_or(status = 'Pending')
        and bool_and(status in ('Pending', 'Cancelled'))
        and not exists (select from order_events join orders as sent on sent.id = order_id
          where sent.exchange_id = orders.exchange_id
            and order_events.status in ('Shipped', 'Delivered'))`,
  },
  {
    rule: 'nothing is due for a book that is exchanged, and no offer is behind its order',
    broken: sql`
      select orders.id, exchange_id, offer_id
      from orders where exchange_id is not null and (offer_id is not null
        or exists (select from payments where payments.order_id = orders.id))`,
  },
  {
    rule: 'money is given back only in an exchange that is cancelled',
    broken: sql`
      select exchange_id as id, number
      from exchange_payments
      where (back_paid_at is not null or back_received_at is not null) and exists (
        select from orders where orders.exchange_id = exchange_payments.exchange_id
          and status <> 'Cancelled')`,
  },
  {
    rule: 'in a ring everybody gives one copy and gets another, in one circle',
    broken: sql`
      with recursive path as (
        select exchanges.id, 1 as number, 0 as legs from exchanges where kind = 'ring'
        union all
        select path.id, leg.receiver, legs + 1 from path
          join exchange_legs as leg on leg.exchange_id = path.id and leg.giver = path.number
        where legs < 6 and (legs = 0 or path.number <> 1))
      select exchanges.id from exchanges,
        lateral (select count(*) as people from exchange_members where exchange_id = exchanges.id) as members,
        lateral (select count(*) as legs from exchange_legs where exchange_id = exchanges.id) as legs
      where kind = 'ring' and (people not between 2 and 5 or people <> legs or not exists (
        select from path where path.id = exchanges.id and number = 1 and path.legs = people))`,
  },
  {
    rule: 'nobody is in two rings that wait for answers',
    broken: sql`
      select person_id as id, count(*) as rings
      from exchange_members join exchanges on exchanges.id = exchange_id
      where ${isProposed} group by person_id having count(*) > 1`,
  },
  {
    rule: 'a ring holds the copies of those who have accepted it, as long as it waits for others',
    broken: sql`
      select exchanges.id, leg.number, held
      from exchanges join exchange_legs as leg on leg.exchange_id = exchanges.id
      join exchange_members as giver on giver.exchange_id = exchanges.id
        and giver.number = leg.giver
      join lateral (select count(*) as held from holds join copies on copies.id = copy_id
        where holds.exchange_id = exchanges.id and copies.book_id = leg.book_id) as found on true
      where held <> case when ${isProposed} and answer = 'accepted' then 1 else 0 end
      union all
      select holds.exchange_id, null, 1 from holds join copies on copies.id = copy_id
      where holds.exchange_id is not null and not exists (select from exchange_legs as leg
        where leg.exchange_id = holds.exchange_id and leg.book_id = copies.book_id)`,
  },
  {
    rule: 'a ring is agreed once all have accepted it, and declined by one who said so',
    broken: sql`
      select exchanges.id, agreed_at, ended_because, accepted, people
      from exchanges join lateral (
        select count(*) as people, count(*) filter (where answer = 'accepted') as accepted,
          count(*) filter (where answer = 'declined') as declined
        from exchange_members where exchange_id = exchanges.id) as answers on true
      where kind = 'ring' and ((agreed_at is not null) <> (accepted = people)
        or (declined > 0) <> (ended_because is not distinct from 'declined'))`,
  },
  {
    rule: 'the address of a ring is kept only as long as it waits for answers',
    broken: sql`
      select exchanges.id, number from exchanges
      join exchange_members on exchange_id = exchanges.id
      where not ${isProposed} and (delivery_address is not null or phone_number is not null)`,
  },
]
