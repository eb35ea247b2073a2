import { sql } from 'kysely'
import type { Invariant } from '#server/platform/database/invariants.ts'

export const blockInvariants: Invariant[] = [
  {
    rule: 'a block is between two people who both have an account',
    broken: sql`
      select blocked_account_id as id, person_id, blocked_person_id
      from account_blocks
      where not exists (
          select from accounts
          where accounts.person_id = account_blocks.person_id and deleted_at is null)
        or not exists (
          select from accounts
          where accounts.person_id = blocked_person_id and deleted_at is null)`,
  },
]
