import { sql } from 'kysely'
import type { Invariant } from '#server/platform/database/invariants.ts'

export const mailInvariants: Invariant[] = [
  {
    rule: 'mails go to people who have an account',
    broken: sql`
      select person_id as id from mail_settings
      where not exists (
        select from accounts
        where accounts.person_id = mail_settings.person_id and deleted_at is null
      )`,
  },
]
