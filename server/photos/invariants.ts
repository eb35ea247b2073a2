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
]
