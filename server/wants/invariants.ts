import { sql } from 'kysely'
import { minPeopleOfCity } from '#contract/wants/wanted.ts'
import { maxWants } from '#contract/wants/wants.ts'
import { offerPatienceHours } from '#server/books/reservations/policy.ts'
import type { Invariant } from '#server/platform/database/invariants.ts'
import { isKnownListing, isWantedByOthers } from './public-titles.ts'
import { isWanting } from './wanted-counts.ts'

export const wantInvariants: Invariant[] = [
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
    rule: 'counts of public wanted titles match the wants, and no hidden title is public',
    broken: sql`
      with counted as (
        select work, count(*) as wanted from wants where ${isWanting} group by work)
      select work as id, people, wanted
      from wanted_titles left join counted using (work)
      where work not in (select work from wanted_changes) and (people is distinct from wanted
        or work in (select work from hidden_wanted_titles))`,
  },
  {
    rule: 'a public title from a listing has the words of that listing, which is known and wanted by others',
    broken: sql`
      select work as id, book_id from wanted_titles as shown
      where book_id is not null and work not in (select work from wanted_changes)
        and not exists (select from books where books.id = shown.book_id
          and work_id(books.search_text) = shown.work and ${isKnownListing(sql`now()`)} and ${isWantedByOthers(sql`shown.work`)}
          and (books.title, books.author, books.isbn)
            is not distinct from (shown.title, shown.author, shown.isbn))`,
  },
  {
    rule: 'cities stand only where enough people there want a title',
    broken: sql`
      select work as id, city, people, wanted
      from wanted_places left join lateral (
        select count(*) as wanted from wants where wants.work = wanted_places.work
          and wants.city = wanted_places.city and ${isWanting}) as counted on true
      where not exists (select from wanted_changes where wanted_changes.work = wanted_places.work)
        and (people <> wanted or people < ${sql.lit(minPeopleOfCity)})`,
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
