import { sql } from 'kysely'
import { maxSavedSearches } from '#contract/wishlist/searches.ts'
import { maxWants } from '#contract/wishlist/wants.ts'
import type { Invariant } from '#server/platform/database/invariants.ts'
import { maxSavedBooks, offerPatienceHours } from './limits.ts'

export const wishlistInvariants: Invariant[] = [
  {
    rule: 'only buyers who are here have saved books and searches, and no more than fit',
    broken: sql`
      select account_id as id, books, searches from (
        select account_id, count(*) filter (where what = 'book') as books,
          count(*) filter (where what = 'search') as searches
        from (select account_id, 'book' as what from saved_books where removed_at is null
          union all select account_id, 'search' from saved_searches where removed_at is null) as saved
        group by account_id) as counted join accounts on accounts.id = account_id
      where role <> 'buyer' or deleted_at is not null
        or books > ${sql.lit(maxSavedBooks)} or searches > ${sql.lit(maxSavedSearches)}`,
  },
  {
    rule: 'only people who are here want something, and no more than fits',
    broken: sql`
      select person_id as id, count(*) as wants from wants group by person_id
      having count(*) > ${sql.lit(maxWants)} or not exists (
        select from accounts where accounts.person_id = wants.person_id
          and role <> 'admin' and deleted_at is null)`,
  },
  {
    rule: 'what a person wants is at one place, that of their seller account where it has one',
    broken: sql`
      select wants.person_id as id, array_agg(distinct wants.pin_code) as pin_codes,
        min(seller.pin_code) as seller_pin_code
      from wants left join accounts as seller on seller.person_id = wants.person_id
        and seller.role = 'seller' and seller.deleted_at is null
      group by wants.person_id
      having count(distinct wants.pin_code) > 1
        or bool_or(seller.pin_code is not null and wants.pin_code is distinct from seller.pin_code)`,
  },
  {
    rule: 'nobody is said to get a title by an order that is cancelled, or a rent that is over',
    broken: sql`
      select wants.id, orders.id as order_id, orders.status
      from wants join orders on orders.id = wants.order_id where not gives_book(orders)`,
  },
  {
    rule: 'each open reservation holds a copy of its book, and none that has ended does',
    broken: sql`
      select reservations.id, reservations.book_id, copies.book_id as held_book_id, outcome
      from reservations left join holds on holds.reservation_id = reservations.id
        left join copies on copies.id = holds.copy_id
      where (case when ended_at is null then reservations.book_id end)
        is distinct from copies.book_id`,
  },
  {
    rule: 'a copy is reserved for the person of the want that it is reserved for, who is here',
    broken: sql`
      select reservations.id, reservations.person_id, wants.person_id as wanted_by
      from reservations left join wants on wants.id = want_id
      where wants.person_id <> reservations.person_id or not exists (
        select from accounts where accounts.person_id = reservations.person_id
          and deleted_at is null)`,
  },
  {
    rule: 'no reservation lasts longer than an offer about it may',
    broken: sql`
      select id, book_id, expires_at from reservations
      where ended_at is null and expires_at < now() - make_interval(
        hours => ${sql.lit(offerPatienceHours + 1)})`,
  },
]
