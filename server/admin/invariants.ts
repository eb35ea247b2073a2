import { sql } from 'kysely'
import type { Invariant } from '#server/platform/database/invariants.ts'

export const adminInvariants: Invariant[] = [
  {
    rule: 'the numbers of books, accounts, orders and reviews are those of the rows',
    broken: sql`
      with there as (
        select 'book' as kind, count(*) as rows from books where deleted_at is null
        union all select role, count(*) from accounts where deleted_at is null group by role
        union all select 'order', count(*) from orders
        union all select 'review', count(*) from ratings where removed_at is null),
      kept as (select kind, sum(count) as counted from row_counts group by kind)
      select kind as id, rows, counted from there full join kept using (kind)
      where coalesce(rows, 0) <> coalesce(counted, 0)`,
  },
  {
    rule: 'the audit log can only be added to: its triggers are there and enabled',
    broken: sql`
      select expected.name as id
      from (values ('audit_log_only_grows'), ('audit_log_is_never_emptied')) as expected (name)
      where not exists (
        select from pg_trigger
        where tgrelid = 'audit_log'::regclass and tgname = expected.name
          and tgenabled in ('O', 'A'))`,
  },
]
