// Books that have come on the market, in batches. Ids and times don't tell which were committed
// before which, so a book that is committed late could be passed over; a batch holds all that are
// there when it gets its number.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { lockKey } from '#server/platform/database/locks.ts'
import { maxArrivalsPerBatch, maxBatchesAtOnce } from '#server/saved/policy.ts'

/** Rows are only added, so that no seller waits for the job. */
export async function insertArrivals(
  db: Db,
  bookIds: readonly string[],
  { areBack }: { areBack: boolean },
): Promise<void> {
  if (bookIds.length === 0) return
  const awaySince = areBack ? sql`coalesce(away_since, '-infinity')` : sql`null::timestamptz`
  await sql`insert into book_arrivals (book_id, away_since)
    select id, ${awaySince} from books where id = any(${bookIds}::uuid[]) order by id`.execute(db)
}

async function numberSome(db: Db): Promise<{ batch: number; numbered: number }> {
  const { rows } = await sql<{ batch: number; numbered: number }>`
    with last as (
      select greatest(0, (select max(batch) from book_arrivals),
        (select max(seen_batch) from saved_searches)) as batch),
    numbered as (
      update book_arrivals set batch = last.batch + 1 from last
      where id in (select id from book_arrivals where batch is null
        order by id limit ${maxArrivalsPerBatch})
      returning id)
    select count(numbered.id)::integer as numbered,
      last.batch + (count(numbered.id) > 0)::integer as batch
    from last left join numbered on true group by last.batch`.execute(db)
  return rows[0] ?? { batch: 0, numbered: 0 }
}

/** Numbers waiting arrivals, oldest first and up to a limit; returns the last batch. */
export async function numberArrivals(db: Db): Promise<number> {
  await lockKey(db, 'arrivals')
  let last = await numberSome(db)
  for (let count = 1; count < maxBatchesAtOnce && last.numbered === maxArrivalsPerBatch; count++)
    last = await numberSome(db)
  return last.batch
}

/** Deletes arrivals that all searches have seen, up to a limit; the next run deletes more. */
export async function deleteSeenArrivals(db: Db): Promise<void> {
  for (let count = 0; count < maxBatchesAtOnce; count++) {
    const { numAffectedRows = 0n } = await sql`
      delete from book_arrivals where id in (
        select id from book_arrivals where batch <= coalesce(
          (select min(seen_batch) from saved_searches), 2147483647)
        limit ${maxArrivalsPerBatch})`.execute(db)
    if (numAffectedRows < maxArrivalsPerBatch) return
  }
}
