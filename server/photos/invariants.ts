import { sql } from 'kysely'
import type { Invariant } from '#server/platform/database/invariants.ts'

export const shownPhotos = sql`(
  select hash from book_photos
  union select picture from accounts where picture is not null
  union select book_cover from orders where book_cover is not null
  union select hash from problem_photos)`

export const photoInvariants: Invariant[] = [
  {
    rule: 'a photo that is shown is stored, and isn’t being removed',
    broken: sql`
      select shown.hash as id, removal_started_at
      from ${shownPhotos} as shown left join photos using (hash)
      where photos.hash is null or removal_started_at is not null`,
  },
  {
    rule: 'an account’s bytes are those of its uploads',
    broken: sql`
      select account_id as id, coalesce(upload_totals.bytes, 0) as total,
        coalesce(sums.bytes, 0) as bytes
      from upload_totals full join (
        select account_id, sum(bytes) as bytes from uploads group by account_id) as sums
        using (account_id)
      where coalesce(upload_totals.bytes, 0) <> coalesce(sums.bytes, 0)`,
  },
]
