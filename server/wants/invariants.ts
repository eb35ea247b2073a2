import { sql } from 'kysely'
import { minPeopleOfCity, minPeopleOfUnknownTitle } from '#contract/wants/wanted.ts'
import { maxWants } from '#contract/wants/wants.ts'
import type { Invariant } from '#server/platform/database/invariants.ts'
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
    rule: 'the counts of what is wanted are those of the wants, and single nobody out',
    broken: sql`
      with counted as (
        select work, count(*) as wanted, bool_or(is_known) as is_known
        from wants where ${isWanting} group by work)
      select work as id, people, wanted
      from wanted_titles full join counted using (work)
      where not exists (select from wanted_changes where wanted_changes.work = coalesce(
          wanted_titles.work, counted.work))
        and coalesce(people, 0) <> case
          when is_known or wanted >= ${sql.lit(minPeopleOfUnknownTitle)} then wanted else 0 end`,
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
]
