import { sql } from 'kysely'
import type { Invariant } from '#server/platform/database/invariants.ts'

export const adminInvariants: Invariant[] = [
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
