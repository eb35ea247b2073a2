import { sql } from 'kysely'
import type { Invariant } from '#server/platform/database/invariants.ts'
import { isProposed } from './store.ts'

export const ringInvariants: Invariant[] = [
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
