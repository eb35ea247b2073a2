// How many books, accounts, orders and reviews there are: counted as they come and go.
import { sql } from 'kysely'
import type { AdminStats } from '#contract/admin/admin.ts'
import { maxRowCountRows } from '#server/admin/policy.ts'
import type { Db } from '#server/platform/database/database.ts'

export type CountedKind = 'book' | 'buyer' | 'seller' | 'order' | 'review'

/** Without those that are deleted or removed. */
export async function readRowCounts(db: Db): Promise<(kind: CountedKind) => number> {
  const rows = await db
    .selectFrom('row_counts')
    .select(['kind', sql<number>`sum(count)::integer`.as('count')])
    .groupBy('kind')
    .execute()
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]))
  return (kind) => counts.get(kind) ?? 0
}

export async function readStats(db: Db): Promise<AdminStats> {
  const countOf = await readRowCounts(db)
  return {
    bookCount: countOf('book'),
    buyerCount: countOf('buyer'),
    sellerCount: countOf('seller'),
    orderCount: countOf('order'),
  }
}

/** Sums up the rows of each kind, once there are many. Several processes may do it at once. */
export async function sumUpRowCounts(db: Db): Promise<void> {
  await sql`
    with gone as (
      delete from row_counts where (select count(*) from row_counts) > ${maxRowCountRows}
      returning kind, count)
    insert into row_counts
    select kind, sum(count)::integer from gone group by kind having sum(count) <> 0`.execute(db)
}
